import { type MelodyRunView, resolveParameters, type Values } from '@symphony/domain';
import type { OperatorCommand } from '@symphony/protocol';
import { order } from './commands/control.ts';
import { Complaint } from './complaint.ts';
import { connectRunning, withConductor } from './connection.ts';
import type { Desk } from './desk.ts';
import type { MelodyEntry } from './melody-door.ts';
import { findRoot } from './repository.ts';
import { harmless, oneLine } from './screen/harmless.ts';
import { melodyRunLines, melodyRunsLines } from './screen/melody-run-screen.ts';
import { melodyLines } from './screen/melody-screen.ts';
import { openServer } from './server-door.ts';

export interface MelodyRunOptions {
  readonly dryRun?: boolean;
  readonly rehearse?: boolean;
  readonly json?: boolean;
}

/**
 * Asks the conductor that runs here to play a melody; where none runs, this process conducts until it
 * is over. With `dryRun`: says what would be played, and asks nobody.
 */
export async function runMelody(
  desk: Desk,
  entry: MelodyEntry,
  parameters: Values,
  options: MelodyRunOptions,
): Promise<void> {
  if (options.dryRun) return rehearseParameters(desk, entry, parameters, options.json === true);
  const { terminal } = desk;
  const command = {
    name: 'melody-run' as const,
    melody: entry.melody.name,
    parameters,
    by: desk.person,
  };
  const root = await findRoot(desk.folder());
  const running = await connectRunning(root);
  if (!running) return playHere(desk, root, command, options);
  const answer = await running.client.command(command).finally(() => running.client.close());
  if (options.json) {
    terminal.json(answer);
    return desk.endWith(answer.accepted ? 0 : 1);
  }
  if (!answer.accepted) throw new Complaint(answer.message);
  terminal.line(oneLine(answer.message));
  if (answer.run !== undefined) terminal.note(`See \`symphony melody status ${oneLine(answer.run)}\`.`);
}

async function playHere(
  desk: Desk,
  root: string,
  { melody: name, parameters, by }: Extract<OperatorCommand, { name: 'melody-run' }>,
  { rehearse, json }: MelodyRunOptions,
): Promise<void> {
  const { play } = await import('./run/play.ts');
  await play(desk, root, null, {
    ...(rehearse === undefined ? {} : { rehearse }),
    ...(json === undefined ? {} : { json }),
    melody: { name, parameters, by },
  });
}

async function rehearseParameters(
  desk: Desk,
  entry: MelodyEntry,
  given: Values,
  json: boolean,
): Promise<void> {
  const { terminal } = desk;
  const server = await openServer();
  const { config } = await server.loadProjectConfig(await server.findWorkplace(desk.folder()));
  const resolved = resolveParameters(entry.melody.parameters, given, { verify: config.verify.join(' && ') });
  const problems = resolved.ok ? [] : resolved.problems;
  if (json)
    terminal.json({
      melody: entry.melody.name,
      ok: resolved.ok,
      parameters: resolved.ok ? resolved.values : given,
      problems,
    });
  else {
    terminal.lines(melodyLines(entry, terminal.frame(), resolved.ok ? resolved.values : {}));
    for (const { sentence, nextStep } of harmless(problems)) terminal.note(`! ${sentence} ${nextStep}`);
    if (resolved.ok) terminal.note('Nothing was played.');
  }
  desk.endWith(resolved.ok ? 0 : 1);
}

/** Every run, or one with all its steps. `--json`: MelodyRunView[] or MelodyView of domain/view.ts. */
export async function showRuns(desk: Desk, run: string | undefined, json: boolean): Promise<void> {
  const { terminal } = desk;
  await withConductor(desk, async ({ client }) => {
    if (run !== undefined) {
      const view = await client.melody(run);
      return json ? terminal.json(view) : terminal.lines(melodyRunLines(view, terminal.frame()));
    }
    const runs: readonly MelodyRunView[] = (await client.status()).melodies;
    if (json) return terminal.json(runs);
    terminal.lines(melodyRunsLines(runs, terminal.frame()));
  });
}

type RunAct = 'pause' | 'resume' | 'cancel';

export const orderRun = (desk: Desk, act: RunAct, run: string, json = false): Promise<void> =>
  order(desk, { name: `melody-${act}`, run, by: desk.person }, json);

export const orderStep = (
  desk: Desk,
  act: 'skip' | 'retry',
  run: string,
  node: string,
  json = false,
): Promise<void> => order(desk, { name: `melody-${act}`, run, node, by: desk.person }, json);

/** The conductor knows an answer that is meant for a run by the beginning of its id. */
export const answerRun = (
  desk: Desk,
  run: string,
  text: string,
  step: string | null,
  json = false,
): Promise<void> => {
  const id = run.startsWith('melody-') ? run : `melody-${run}`;
  return order(desk, { name: 'answer', id, question: step, text, by: desk.person }, json);
};
