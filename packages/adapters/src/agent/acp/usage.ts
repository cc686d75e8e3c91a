import type { Usage } from '@symphony/domain';
import { priceOf } from '../../price/index.ts';
import { amountOf, at, type Fields, fieldsOf, listOf, textOf } from './wire.ts';

/** What one model read and wrote in one prompt. */
export interface ModelCount {
  readonly model: string | null;
  /** Read fresh. */
  readonly input: number;
  /** Null: it does not say, and it is part of what was read fresh. */
  readonly cachedRead: number | null;
  readonly cachedWrite: number;
  /** With what it thought. */
  readonly output: number;
}

/**
 * What a session has used. Agents count by prompt and lose the count when their process ends, so
 * earlier processes' numbers are kept apart; money they tell is of the whole session.
 */
export interface Tally {
  readonly earlier: Usage;
  readonly here: Usage;
  /** The session's cost as the agent tells it. */
  readonly toldUsd: number | null;
  /** The whole session, measured another way: it counts before all the others. */
  readonly measured: Usage | null;
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, usd: 0 };

export const tallyFrom = (spent: Usage | null): Tally => ({
  earlier: spent ?? NOTHING,
  here: NOTHING,
  toldUsd: null,
  measured: null,
});

/** `partly`: the agent's own counts are less than what was used, so that nothing but a measure has a price. */
export function usageOf({ earlier, here, toldUsd, measured }: Tally, partly: boolean): Usage {
  if (measured !== null) return measured;
  const counted = sumUsage(earlier, here);
  if (partly) return { ...counted, usd: null };
  return toldUsd === null ? counted : { ...counted, usd: toldUsd };
}

/** The measure is of before: what comes now is counted on top of it as the agent tells it. */
export const unmeasured = (tally: Tally): Tally =>
  tally.measured === null ? tally : { ...tally, earlier: tally.measured, here: NOTHING, measured: null };

export const withPrompt = (tally: Tally, counts: readonly ModelCount[]): Tally => ({
  ...tally,
  here: counts.map(usageOfCount).reduce(sumUsage, tally.here),
});

/** A price nobody told us makes the whole unknown, never cheaper. */
export const sumUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  ...cached((a.cachedTokens ?? 0) + (b.cachedTokens ?? 0), a.cachedTokens ?? b.cachedTokens ?? null),
  outputTokens: a.outputTokens + b.outputTokens,
  usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
});

/** Left out where nobody says it: nothing would be a wrong number. */
const cached = (cachedTokens: number, told: number | null) => (told === null ? {} : { cachedTokens });

function usageOfCount({ model, input, cachedRead, cachedWrite, output }: ModelCount): Usage {
  const billed = { input, cachedInput: cachedRead ?? 0, cacheWrite: cachedWrite, output };
  return {
    inputTokens: input + billed.cachedInput + cachedWrite,
    ...cached(billed.cachedInput, cachedRead),
    outputTokens: output,
    usd: model === null ? null : priceOf(model, billed),
  };
}

/**
 * Reads the answer of `session/prompt`; empty when it says nothing. The list by model is looked at
 * first because it alone has the calls an agent makes beside the conversation, and they cost as well.
 */
export function readPromptCounts(result: Fields, model: string | null): readonly ModelCount[] {
  const quota = fieldsOf(at(result, '_meta', 'quota'));
  const byModel = listOf(quota.model_usage).flatMap((each) =>
    countOf(at(each, 'token_count'), textOf(at(each, 'model')) ?? model),
  );
  if (byModel.length > 0) return byModel;
  const whole = countOf(result.usage, model);
  return whole.length > 0 ? whole : countOf(quota.token_count, model);
}

function countOf(value: unknown, model: string | null): readonly ModelCount[] {
  const told = fieldsOf(value);
  const count = (...names: readonly string[]): number | null =>
    names.map((name) => amountOf(told[name])).find((amount) => amount !== null) ?? null;
  const input = count('inputTokens', 'input_tokens');
  const written = count('outputTokens', 'output_tokens');
  if (input === null && written === null) return [];
  const cachedRead = count('cachedReadTokens', 'cachedInputTokens');
  const cachedWrite = count('cachedWriteTokens', 'cacheWriteInputTokens') ?? 0;
  const total = count('totalTokens');
  // Whether thoughts are in the output differs from agent to agent; the total always has them.
  const beyondInput = total === null ? 0 : total - (input ?? 0) - (cachedRead ?? 0) - cachedWrite;
  const output = Math.max(written ?? 0, beyondInput);
  return [{ model, input: input ?? 0, cachedRead, cachedWrite, output }];
}
