import type { Usage } from '@symphony/domain';
import { type BilledTokens, priceOf } from '../../price/index.ts';
import { amountOf, type Fields, fieldsOf, textOf } from './wire.ts';

/**
 * What the session has used, told while it is being used. Each model call shows its tokens as it goes;
 * the `result` at the end of a turn is the authority, for it also counts what is not shown (calls of
 * sub-agents, summaries) and knows the prices. Told numbers never shrink, because a smaller report
 * would be read as a new session.
 */
export interface Meter {
  /** Up to the last `result`; before the first, what earlier processes of the session reported. */
  readonly settled: Usage;
  /** The calls since then, by the id of their message. */
  readonly calls: ReadonlyMap<string, Call>;
  /** Whose stream the next numbers belong to: the main agent under '', a sub-agent under its tool's id. */
  readonly streaming: ReadonlyMap<string, string>;
}

interface Call {
  readonly model: string;
  readonly tokens: BilledTokens;
}

export const startMeter = (spent: Usage | null): Meter => ({
  settled: spent ?? { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: null },
  calls: new Map(),
  streaming: new Map(),
});

/** An `assistant` line: it shows what was read; what is written is counted by the stream, where there is one. */
export function meterMessage(meter: Meter, said: Fields): Meter {
  const message = fieldsOf(said.message);
  const id = textOf(message?.id);
  const usage = fieldsOf(message?.usage);
  if (!message || id === null || !usage || meter.calls.has(id)) return meter;
  return withCall(meter, id, { model: textOf(message.model) ?? '', tokens: tokensOf(usage) });
}

/** A `stream_event` line; the same meter comes back when it says nothing about usage. */
export function meterStream(meter: Meter, said: Fields): Meter {
  const event = fieldsOf(said.event);
  const stream = textOf(said.parent_tool_use_id) ?? '';
  if (event?.type === 'message_start') {
    const id = textOf(fieldsOf(event.message)?.id);
    if (id === null) return meter;
    return meterMessage({ ...meter, streaming: new Map(meter.streaming).set(stream, id) }, event);
  }
  if (event?.type !== 'message_delta') return meter;
  const id = meter.streaming.get(stream);
  const call = id === undefined ? undefined : meter.calls.get(id);
  const usage = fieldsOf(event.usage);
  if (id === undefined || !call || !usage) return meter;
  // Cumulative for the call; what it does not name stays as it was.
  return withCall(meter, id, { ...call, tokens: most(call.tokens, tokensOf(usage)) });
}

/** The numbers of a `result`. */
export function settle(meter: Meter, result: Fields): Meter {
  const live = usageOf(meter);
  const since = fieldsOf(result.model_usage_since_last_result);
  const grown = since ? plus(meter.settled, totalOf(since)) : meter.settled;
  const session = totalOf(fieldsOf(result.modelUsage) ?? {});
  // The session's own total forgets what a killed process used; ours forgets what a person used
  // who took the session over. The larger one knows of both.
  const known = [grown, session];
  const settled: Usage = {
    inputTokens: Math.max(live.inputTokens, ...known.map((each) => each.inputTokens)),
    cachedTokens: Math.max(live.cachedTokens ?? 0, ...known.map((each) => each.cachedTokens ?? 0)),
    outputTokens: Math.max(live.outputTokens, ...known.map((each) => each.outputTokens)),
    usd: largest(known.map((each) => each.usd)) ?? live.usd,
  };
  return { settled, calls: new Map(), streaming: new Map() };
}

/** Cumulative for the session. */
export function usageOf({ settled, calls }: Meter): Usage {
  let { inputTokens, cachedTokens = 0, outputTokens } = settled;
  for (const { tokens } of calls.values()) {
    inputTokens += tokens.input + tokens.cachedInput + tokens.cacheWrite;
    cachedTokens += tokens.cachedInput;
    outputTokens += tokens.output;
  }
  const price = calls.size === 0 ? null : priceOfAll([...calls.values()]);
  // Without a price it stays at what is known until the `result` tells: a known sum never becomes unknown.
  const usd = price === null ? settled.usd : (settled.usd ?? 0) + price;
  return { inputTokens, cachedTokens, outputTokens, usd };
}

/** Null when the price of one of them is not known. */
function priceOfAll(calls: readonly Call[]): number | null {
  const prices = calls.map(({ model, tokens }) => priceOf(model, tokens)).filter((each) => each !== null);
  return prices.length < calls.length ? null : prices.reduce((sum, each) => sum + each, 0);
}

const withCall = (meter: Meter, id: string, call: Call): Meter => ({
  ...meter,
  calls: new Map(meter.calls).set(id, call),
});

const tokensOf = (usage: Fields): BilledTokens => ({
  input: amountOf(usage.input_tokens),
  cachedInput: amountOf(usage.cache_read_input_tokens),
  cacheWrite: amountOf(usage.cache_creation_input_tokens),
  output: amountOf(usage.output_tokens),
});

const most = (a: BilledTokens, b: BilledTokens): BilledTokens => ({
  input: Math.max(a.input, b.input),
  cachedInput: Math.max(a.cachedInput, b.cachedInput),
  cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
  output: Math.max(a.output, b.output),
});

/** All models of a `modelUsage`; the price is null when it names none. */
function totalOf(byModel: Fields): Usage {
  const models = Object.values(byModel)
    .map(fieldsOf)
    .filter((each) => each !== null);
  return models.map(modelTotal).reduce(plus, { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: null });
}

function modelTotal(model: Fields): Usage {
  const cachedTokens = amountOf(model.cacheReadInputTokens);
  return {
    inputTokens: amountOf(model.inputTokens) + amountOf(model.cacheCreationInputTokens) + cachedTokens,
    cachedTokens,
    outputTokens: amountOf(model.outputTokens),
    usd: typeof model.costUSD === 'number' ? amountOf(model.costUSD) : null,
  };
}

const plus = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedTokens: (a.cachedTokens ?? 0) + (b.cachedTokens ?? 0),
  outputTokens: a.outputTokens + b.outputTokens,
  usd: a.usd === null && b.usd === null ? null : (a.usd ?? 0) + (b.usd ?? 0),
});

const largest = (amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((each) => each !== null);
  return known.length === 0 ? null : Math.max(...known);
};
