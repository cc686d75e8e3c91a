import type { Goal } from './part.ts';

/** What was promised before anything was measured, as ratios: both sides are taken in the same run. */
export const GOALS = {
  /** A change with a hundred live chambers, beside merging the changed one with all others. */
  change: { atMost: 0.25 },
  /** The same, counted in git processes. */
  processes: { atMost: 0.25 },
  /** Looking again where nothing changed, beside looking at a change. */
  rest: { atMost: 0.5 },
  /** Verify runs of a batch with one bad branch of 16, beside one by one. */
  proofs: { atMost: 0.6 },
  /** The same in time. */
  time: { atMost: 0.7 },
  /** Branches merged or given back with a reason, of all that were queued. */
  accounted: { atLeast: 1 },
} as const satisfies Readonly<Record<string, Goal>>;
