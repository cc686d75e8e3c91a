/**
 * Spend and its caps (C15). Money is in US dollars; a price nobody told us is `null` and stays so:
 * unknown is never added up as zero without the flag that says it.
 */

export interface Spend {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Known cost. When `unpriced` is true the real cost is at least this. */
  readonly usd: number;
  readonly unpriced: boolean;
}

/** What an agent reports, cumulative for its session. `usd: null` means it does not know the price. */
export interface Usage {
  /** All that the model read, from a cache or not. */
  readonly inputTokens: number;
  /** The part of it that came from a cache. */
  readonly cachedTokens?: number;
  readonly outputTokens: number;
  readonly usd: number | null;
}

export const NO_SPEND: Spend = { inputTokens: 0, outputTokens: 0, usd: 0, unpriced: false };

export const spendOf = (usage: Usage): Spend => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  usd: usage.usd ?? 0,
  unpriced: usage.usd === null && usage.inputTokens + usage.outputTokens > 0,
});

export const addSpend = (a: Spend, b: Spend): Spend => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  usd: a.usd + b.usd,
  unpriced: a.unpriced || b.unpriced,
});

/** The growth from one cumulative report to the next. A report that shrank (a new session) counts whole. */
export function usageGrowth(before: Usage | null, now: Usage): Spend {
  const shrank = before && (now.inputTokens < before.inputTokens || now.outputTokens < before.outputTokens);
  if (!before || shrank) return spendOf(now);
  return spendOf({
    inputTokens: now.inputTokens - before.inputTokens,
    outputTokens: now.outputTokens - before.outputTokens,
    usd: now.usd === null ? null : Math.max(0, now.usd - (before.usd ?? 0)),
  });
}

/** What is known of a session after a report: a price it did not tell this time is not forgotten. */
export const latestUsage = (before: Usage | null, now: Usage): Usage =>
  now.usd === null && before !== null && before.usd !== null ? { ...now, usd: before.usd } : now;

export const tokensOf = (spend: Spend): number => spend.inputTokens + spend.outputTokens;

export interface BudgetCaps {
  readonly maxCostPerItem: number | null;
  readonly maxTokensPerItem: number | null;
  /** Per UTC day. */
  readonly maxCostPerDay: number | null;
}

/** Money is shown with as many digits as it needs to be seen. */
export const formatUsd = (usd: number): string => `$${usd.toFixed(usd !== 0 && Math.abs(usd) < 0.1 ? 4 : 2)}`;
