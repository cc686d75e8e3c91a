import type { TrackerBudget } from '../provider.ts';

/** Of the hour's budget this much is left to people and to other programs of the same account. */
const RESERVE = 0.2;
const LONGEST_MS = 15 * 60_000;

/**
 * How long to wait before the next poll: the configured interval while the budget lasts to its
 * reset at the price of a poll, and as much longer as it takes otherwise.
 */
export function nextPollMs(
  intervalMs: number,
  budget: Pick<TrackerBudget, 'limit' | 'remaining' | 'resetAt'> | null,
  pointsPerPoll: number,
  now: number,
): number {
  if (budget === null || budget.limit <= 0) return intervalMs;
  const untilReset = budget.resetAt - now;
  if (untilReset <= 0) return intervalMs;
  const ours = budget.remaining - budget.limit * RESERVE;
  if (ours < pointsPerPoll) return Math.max(intervalMs, Math.min(untilReset, LONGEST_MS));
  const affordable = Math.floor(ours / Math.max(pointsPerPoll, 0.01));
  return Math.min(Math.max(intervalMs, Math.ceil(untilReset / affordable)), Math.max(intervalMs, LONGEST_MS));
}
