import type { Instant } from '@symphony/domain';
import type { GrantHistory } from './grant-history.ts';

export interface Fairness {
  readonly grants: number;
  readonly byOwner: ReadonlyMap<string, { readonly granted: number; readonly correctionFactor: number }>;
  /** 0: all were served alike; towards 1: one had everything. */
  readonly gini: number;
  readonly isFair: boolean;
  readonly maxWaitMs: number;
  readonly averageWaitMs: number;
}

/** How the window looks now, for these owners too that had nothing in it. */
export function fairnessOf(
  history: GrantHistory,
  now: Instant,
  { owners, giniAtMost = 0.2 }: { readonly owners: Iterable<string>; readonly giniAtMost?: number },
): Fairness {
  history.forget(now);
  const counts = countByOwner(history, owners);
  const mean = history.total / Math.max(1, counts.size);
  const byOwner = new Map<string, { granted: number; correctionFactor: number }>();
  for (const [owner, granted] of counts)
    byOwner.set(owner, { granted, correctionFactor: correctionFactor(granted, mean) });
  let maxWaitMs = 0;
  let sum = 0;
  for (const { waitedMs } of history) {
    maxWaitMs = Math.max(maxWaitMs, waitedMs);
    sum += waitedMs;
  }
  const gini = giniOf([...counts.values()]);
  const averageWaitMs = history.total === 0 ? 0 : sum / history.total;
  return { grants: history.total, byOwner, gini, isFair: gini <= giniAtMost, maxWaitMs, averageWaitMs };
}

function countByOwner(history: GrantHistory, owners: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, history.served(owner));
  for (const owner of history.owners) counts.set(owner, history.served(owner));
  return counts;
}

/** Strong enough that a hundredfold advantage in a draw ends well below a Gini coefficient of 0.2. */
const CORRECTION = 8;

/** What a weight is multiplied with: 1 at the mean, much more for who had nothing, steeply less above the mean. */
export const correctionFactor = (granted: number, mean: number): number =>
  mean === 0 ? 1 : Math.exp(CORRECTION * (1 - granted / mean));

/** Half the mean difference of two of them, in shares of the mean. */
export function giniOf(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b);
  const sum = sorted.reduce((total, count) => total + count, 0);
  if (sum === 0) return 0;
  const ranked = sorted.reduce((total, count, index) => total + (index + 1) * count, 0);
  return (2 * ranked) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}
