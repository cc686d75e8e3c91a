import type { Instant, PlayerName } from '@symphony/domain';
import type { ConductorState } from '../state.ts';

/** How long a player rests when its provider does not say: long enough not to burn, short enough to notice. */
const REST_WITHOUT_A_TIME_MS = 60_000;

/** Until when a limited player rests (C16). A time in the past still gives a moment. */
export const restUntil = (named: Instant | null, now: Instant): Instant =>
  named === null ? now + REST_WITHOUT_A_TIME_MS : Math.max(named, now);

export function refuseResting(state: ConductorState, player: PlayerName, now: Instant): string | null {
  const rest = state.resting.get(player);
  if (!rest || rest.until <= now) return null;
  return `player ${player} rests for ${Math.ceil((rest.until - now) / 1000)} s: ${rest.reason}`;
}
