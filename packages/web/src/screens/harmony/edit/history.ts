/** What was, what is, and what was taken back: values only, so that nothing is ever half undone. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last step was part of; the next one with the same word belongs to it. */
  readonly during: string | null;
}

const MOST = 200;

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], during: null });

/**
 * One step further. Steps in a row with the same `during` are one: whoever takes back a word that was
 * typed does not want to take back its letters.
 */
export function record<T>(history: History<T>, next: T, during: string | null = null): History<T> {
  if (next === history.present) return history;
  const joined = during !== null && during === history.during;
  const past = joined ? history.past : [...history.past, history.present].slice(-MOST);
  return { past, present: next, future: [], during };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    during: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, during: null };
}
