import { normaliseName, PortError, sameState } from '@symphony/domain';

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

/** The state that takes the fewest typing errors to reach. */
export function nearestState(states: readonly string[], state: string): string {
  const wanted = normaliseName(state);
  const byDistance = states.map((each) => ({ each, far: typingErrors(wanted, normaliseName(each)) }));
  return byDistance.reduce((best, next) => (next.far < best.far ? next : best)).each;
}

/** Levenshtein's distance, one row at a time. Long input is cut: no state is longer than that. */
function typingErrors(from: string, to: string): number {
  const source = from.slice(0, 100);
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= source.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const swap = (row[column - 1] ?? 0) + (source[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
