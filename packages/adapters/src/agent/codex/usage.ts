import type { Usage } from '@symphony/domain';
import { type BilledTokens, priceOf } from '../../price/index.ts';
import { type Fields, fieldsOf, numberOf } from './wire.ts';

/** What codex counts for a thread: `input` includes `cached` and `cacheWrite`, `output` the reasoning. */
interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/**
 * What a session has used. Codex counts each thread from its very beginning, and an agent that it
 * starts beside itself is a thread of its own, so the threads are counted apart and added up.
 */
export interface Tally {
  /** Reported by earlier processes of this session. */
  readonly spent: Usage | null;
  readonly threads: ReadonlyMap<string, { readonly before: Tokens; readonly total: Tokens }>;
}

const NONE: Tokens = { input: 0, cached: 0, cacheWrite: 0, output: 0 };

/** One `thread/tokenUsage/updated`. `ours`: it is about a turn of this process. */
export function countUsage(tally: Tally, thread: string, tokenUsage: Fields, ours: boolean): Tally {
  const total = readTokens(fieldsOf(tokenUsage.total));
  const last = readTokens(fieldsOf(tokenUsage.last));
  // A thread that is gone on with repeats its old total first: that was spent before.
  const before = tally.threads.get(thread)?.before ?? (ours ? combine(total, last, -1) : total);
  return { ...tally, threads: new Map(tally.threads).set(thread, { before, total }) };
}

/** Cumulative for the session, or null as long as there is nothing to tell. */
export function usageOf(tally: Tally, model: string | null): Usage | null {
  const counted = [...tally.threads.values()];
  if (counted.length === 0) return null;
  const earlier = counted.reduce((sum, { before }) => combine(sum, before), NONE);
  const now = counted.reduce((sum, { before, total }) => combine(sum, combine(total, before, -1)), NONE);
  const spent = spentTokens(tally.spent);
  // More than was reported: a person went on with the session meanwhile. Less: agents beside it were counted too.
  const unreported = atLeastNone(combine(earlier, spent, -1));
  const growth = combine(unreported, now);
  const all = combine(spent, growth);
  return {
    inputTokens: all.input,
    cachedTokens: all.cached,
    outputTokens: all.output,
    usd: priced(tally.spent, growth, model),
  };
}

/** Earlier processes may have played with another model: only what is new is priced with this one. */
function priced(spent: Usage | null, growth: Tokens, model: string | null): number | null {
  const before = spent === null ? 0 : spent.usd;
  const grown = model === null ? null : priceOf(model, billed(growth));
  return before === null || grown === null ? null : before + grown;
}

const billed = ({ input, cached, cacheWrite, output }: Tokens): BilledTokens => ({
  input: Math.max(0, input - cached - cacheWrite),
  cachedInput: cached,
  cacheWrite,
  output,
});

const readTokens = (counts: Fields): Tokens => ({
  input: numberOf(counts.inputTokens) ?? 0,
  cached: numberOf(counts.cachedInputTokens) ?? 0,
  cacheWrite: numberOf(counts.cacheWriteInputTokens) ?? 0,
  output: numberOf(counts.outputTokens) ?? 0,
});

const spentTokens = (spent: Usage | null): Tokens =>
  spent === null
    ? NONE
    : {
        input: spent.inputTokens,
        cached: spent.cachedTokens ?? 0,
        cacheWrite: 0,
        output: spent.outputTokens,
      };

const combine = (a: Tokens, b: Tokens, sign: 1 | -1 = 1): Tokens => ({
  input: a.input + sign * b.input,
  cached: a.cached + sign * b.cached,
  cacheWrite: a.cacheWrite + sign * b.cacheWrite,
  output: a.output + sign * b.output,
});

/** Parts of the input never exceed it: what was cached is not told apart in earlier reports. */
function atLeastNone(tokens: Tokens): Tokens {
  const input = Math.max(0, tokens.input);
  const cached = Math.min(input, Math.max(0, tokens.cached));
  const cacheWrite = Math.min(input - cached, Math.max(0, tokens.cacheWrite));
  return { input, cached, cacheWrite, output: Math.max(0, tokens.output) };
}
