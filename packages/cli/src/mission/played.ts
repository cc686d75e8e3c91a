import { setTimeout as sleep } from 'node:timers/promises';
import type { MissionRunView, StatusView } from '@symphony/domain';
import type { ConductorClient, OperatorCommand } from '@symphony/protocol';

/** A mission that the process which conducts is started for. */
export interface MissionOrder {
  readonly order: Extract<OperatorCommand, { name: 'mission-start' | 'mission-plan' }>;
  /** A plan that a player writes is approved as it is. */
  readonly approve: boolean;
}

export interface PlayedEnd {
  readonly code: 0 | 1;
  readonly reason: string;
}

interface Conducting {
  readonly client: ConductorClient;
  readonly finished: Promise<PlayedEnd>;
  stop(how: 'graceful'): Promise<void>;
}

const ASK_EVERY = 500;

/**
 * Plays it until it ends, or the conductor is stopped. With a person at the terminal it waits for their
 * word; without one it ends when nothing else is left to do.
 */
export async function playMission(
  conducting: Conducting,
  { order, approve }: MissionOrder,
  waits: boolean,
): Promise<PlayedEnd> {
  const { client, finished, stop } = conducting;
  const over = new AbortController();
  void finished.then(() => over.abort());
  const answer = await client.command(order);
  const end = answer.accepted
    ? await missionEnd(
        client,
        { id: answer.run ?? nameIn(order), approver: approve ? order.by : null, waits },
        over.signal,
      )
    : { code: 1 as const, reason: answer.message };
  // Somebody stopped it: how it ended is theirs to say.
  if (end === null) return finished;
  await stop('graceful');
  await finished;
  return end;
}

const nameIn = (order: MissionOrder['order']): string =>
  order.name === 'mission-start' ? order.plan.name : order.mission;

interface Wishes {
  readonly id: string;
  readonly approver: string | null;
  readonly waits: boolean;
}

async function missionEnd(
  client: ConductorClient,
  { id, approver, waits }: Wishes,
  over: AbortSignal,
): Promise<PlayedEnd | null> {
  while (!over.aborted) {
    const view = await client.status();
    const mission = view.missions.find((each) => each.id === id);
    const end = mission ? endOf(mission, view, waits) : null;
    if (mission?.step === 'planned' && approver !== null && asksForApproval(mission, view))
      await client.command({ name: 'mission', mission: id, act: { kind: 'approve' }, by: approver });
    else if (end) return end;
    await sleep(ASK_EVERY);
  }
  return null;
}

const asksForApproval = ({ id }: MissionRunView, { inbox }: StatusView): boolean =>
  inbox.some(({ item, question }) => item === id && question.id === 'plan');

/** Null while something moves by itself. */
function endOf(
  { id, outcome, now, needsYou }: MissionRunView,
  { idle }: StatusView,
  waits: boolean,
): PlayedEnd | null {
  if (outcome !== null) return { code: outcome === 'done' ? 0 : 1, reason: `${id} is ${outcome}: ${now}` };
  if (waits || !idle || !needsYou) return null;
  return { code: 1, reason: `${id} waits for you: \`symphony mission status ${id}\`, then \`symphony run\`` };
}
