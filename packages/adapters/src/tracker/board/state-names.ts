import { normaliseName, PortError, sameState } from '@symphony/domain';
import { distance } from 'fastest-levenshtein';

/** The board's own spelling of `state`, or null when the board has no such state. */
export const knownState = (states: readonly string[], state: string): string | null =>
  states.find((each) => sameState(each, state)) ?? null;

/** The board's own spelling of `state`; rejects one it does not have, naming those it has. */
export function requireState(states: readonly string[], state: string): string {
  const known = knownState(states, state);
  if (known !== null) return known;
  throw new PortError({
    code: 'invalid',
    message: unknownState(states, state),
    nextStep: `Did you mean "${nearestState(states, state)}"?`,
  });
}

export const unknownState = (states: readonly string[], state: string): string =>
  `There is no state "${state}" on this board; its states are ${states.join(', ')}.`;

/** The state that takes the fewest typing errors to reach. Long input is cut: no state is longer than that. */
export function nearestState(states: readonly string[], state: string): string {
  const wanted = normaliseName(state).slice(0, 100);
  const byDistance = states.map((each) => ({ each, far: distance(wanted, normaliseName(each)) }));
  return byDistance.reduce((best, next) => (next.far < best.far ? next : best)).each;
}
