import { settleCompileCache } from '@symphony/adapters/agent/runtime';
import { PlayerLine } from './line.ts';
import { PlayerSession, problemOf, type Refusal } from './session.ts';

/**
 * The built-in player: a program of its own that plays turns in the chamber it is started in, with Symphony's runtime
 * and a model. It ends when its input ends; a turn that is under way then is stopped, and its commands with it.
 */

const line = new PlayerLine(process.stdin);
const opening = await line.opening();
settleCompileCache();
if (opening !== null) await play(opening);
process.exit(0);

async function play(request: NonNullable<typeof opening>): Promise<void> {
  const session = await PlayerSession.open(line, request).catch((error: unknown) => ({
    problem: problemOf(error),
    fault: 'agent' as const,
  }));
  if ('problem' in session) return refuse(request.resume ?? request.fresh, session);
  line.tell({ type: 'ready', session: session.name, model: session.model });
  session.greet();
  for (let turn = await line.nextTurn(); turn !== null; turn = await line.nextTurn()) {
    try {
      await session.play(turn);
    } catch (error) {
      line.tell({ type: 'turn-ended', status: 'failed', message: problemOf(error), fault: 'agent' });
    }
  }
  await session.close();
}

/** Who cannot play says so in every turn. */
async function refuse(session: string, { problem, fault }: Refusal): Promise<void> {
  line.tell({ type: 'ready', session, model: null });
  while ((await line.nextTurn()) !== null)
    line.tell({ type: 'turn-ended', status: 'failed', message: problem, fault });
}
