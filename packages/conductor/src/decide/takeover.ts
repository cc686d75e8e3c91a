import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import type { ItemState, RunState } from '../state.ts';
import { currentRun, endAgent } from './running.ts';

/**
 * A person takes an agent's session over. To the lifecycle it is a pause: the agent has ended its
 * turn and its process is gone; the person works with the agent's own program on the same session;
 * when they leave, the chamber is looked at and the run goes on from what is there.
 *
 *   wanted ──turn ends, agent gone──► on ──program ends──► inspected, then the next turn
 */

/** Says whether it can be; the reply is the caller's. */
export function wantTakeover(out: Decision, item: ItemState, by: string): string | null {
  const { run } = item;
  if (!run || !item.chamber || (item.state !== 'running' && item.state !== 'paused'))
    return 'only an item whose agent is at work or paused can be taken over';
  if (run.takeover !== null) return 'somebody has it already, or is about to';
  if (run.suspended) return 'it is frozen; resume it first';
  if (item.state === 'running' && (run.phase === 'ending' || run.phase === 'proving'))
    return 'its agent has finished';
  if (item.state === 'paused' && item.session === null) return 'its agent has no session to go on with';
  out.record({ type: 'takeover-wanted', item: item.tracked.id, by });
  // A paused one has no agent any more; that it is gone is asked for again, and begins it.
  if (item.state === 'paused') endAgent(out, item, run, 'taken over');
  return null;
}

/** The agent is gone and its session is free. */
export function beginTakeover(out: Decision, item: ItemState, run: RunState): void {
  const { chamber, session } = item;
  const id = item.tracked.id;
  out.record({ type: 'takeover-began', item: id, run: run.id });
  if (!chamber || session?.player !== run.player)
    return giveBack(out, item, run, 'its agent named no session that could be gone on with');
  out.perform({
    type: 'open-takeover',
    item: id,
    run: run.id,
    player: run.player,
    chamber,
    session: session.id,
  });
}

/** The person has left, or the program could not be opened: control is back. */
export function takeoverOver(
  out: Decision,
  { state }: Setting,
  input: Extract<Input, { type: 'takeover-over' }>,
): void {
  const found = currentRun(state, input.item, input.run);
  if (found?.run.takeover !== 'on') return;
  giveBack(out, found.item, found.run, input.message);
}

/** Also after a restart: the program did not survive, what was done in it is in the chamber. */
export function giveBack(out: Decision, item: ItemState, run: RunState, message: string): void {
  const id = item.tracked.id;
  const goesOn = item.state === 'paused' && out.move(item, 'resume', 'given back');
  out.record({ type: 'takeover-ended', item: id, run: run.id, message, goesOn });
  if (goesOn && item.chamber)
    out.perform({ type: 'inspect-chamber', item: id, run: run.id, chamber: item.chamber });
}
