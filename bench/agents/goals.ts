import type { Goal } from './part.ts';

/**
 * What was promised before anything was measured, as ratios wherever a peer can be measured in the
 * same run: absolute times say more about the machine than about Symphony.
 */
export const GOALS = {
  /** A turn through the adapter, beside the bare program. */
  adapter: { atMost: 1.15 },
  /** The same inside the sandbox. */
  sandbox: { atMost: 1.5 },
  /** Translating a line, beside only parsing it. */
  translation: { atMost: 6 },
  /** MB of the conductor for each run. */
  memory: { atMost: 2 },
  /** Of all runs, how many end merged. */
  merged: { atLeast: 1 },
} as const satisfies Readonly<Record<string, Goal>>;
