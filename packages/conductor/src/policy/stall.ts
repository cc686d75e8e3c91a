import type { Instant, Settings } from '@symphony/domain';
import type { ConductorState, ItemState, RunState } from '../state.ts';
import { keepsLetter } from './conformance.ts';

/**
 * When the silence of a run becomes a stall (C14), or null when it cannot. A tool call the agent
 * announced may take until the turn's own limit; a question waits for its person without end.
 */
export function stallDeadline(state: ConductorState, item: ItemState, settings: Settings): Instant | null {
  const run = item.run;
  if (!run || item.state !== 'running' || (run.phase !== 'turn' && run.phase !== 'starting')) return null;
  if (run.suspended || hasOpenQuestion(state, item)) return null;
  const own = ownPatience(run, settings);
  if (keepsLetter(settings)) return run.lastEventAt + longestSilence(own, settings.turnTimeoutMs);
  if (own <= 0) return null;
  const patience = run.openTools.length > 0 ? Math.max(own, settings.turnTimeoutMs) : own;
  return run.lastEventAt + patience;
}

const ownPatience = ({ player }: Pick<RunState, 'player'>, settings: Settings): number =>
  settings.players[player]?.stallTimeoutMs ?? settings.stallTimeoutMs;

/** Of the two limits the letter has for silence, whether the turn's own is the one that comes first. */
export function isTurnTimeout(run: Pick<RunState, 'player'>, settings: Settings): boolean {
  const own = ownPatience(run, settings);
  return own <= 0 || settings.turnTimeoutMs < own;
}

/** By the letter whichever comes first, whatever the agent is at: 0 and less never does (svc-C1, svc-A3). */
const longestSilence = (...limits: readonly number[]): number =>
  Math.min(...limits.filter((limit) => limit > 0));

function hasOpenQuestion(state: ConductorState, item: ItemState): boolean {
  for (const open of state.questions.values()) if (open.run === item.run?.id) return true;
  return false;
}
