import type { Goal } from '../agents/part.ts';

/** What was promised before anything was measured, for 10,000 items and 200 agents at 50 events a second. */
export const GOALS = {
  /** ms from the navigation to the first card. */
  paint: { atMost: 1_500 },
  /** ms of work in one task of the page; what the machine adds by letting it wait is told beside it. */
  longTask: { atMost: 100 },
  /** The browser's heap at the end beside the same after the first minute: flat. */
  heap: { atMost: 1.15 },
  /** kB of what a first visit loads, compressed. */
  bundle: { atMost: 400 },
  /** Frames a second while a graph of 1,000 nodes is moved. */
  frames: { atLeast: 30 },
} as const satisfies Readonly<Record<string, Goal>>;
