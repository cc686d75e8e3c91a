import type { Usage } from '@symphony/domain';
import { amountOf } from './wire.ts';

/** What OpenCode counts of one session, wherever it is read. */
export interface SessionCounts {
  readonly input: unknown;
  readonly output: unknown;
  readonly reasoning: unknown;
  readonly cacheRead: unknown;
  readonly cacheWrite: unknown;
  readonly cost: unknown;
}

/** Null before the first model call. A cost of nothing means that it knows no price. */
export function usageOfSession(counts: SessionCounts): Usage | null {
  const count = (value: unknown): number => amountOf(value) ?? 0;
  const cachedTokens = count(counts.cacheRead);
  const inputTokens = count(counts.input) + cachedTokens + count(counts.cacheWrite);
  const outputTokens = count(counts.output) + count(counts.reasoning);
  if (inputTokens + outputTokens === 0) return null;
  return { inputTokens, cachedTokens, outputTokens, usd: amountOf(counts.cost) || null };
}
