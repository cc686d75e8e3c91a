import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelUsage } from '@symphony/domain';
import type { PriceList } from '../price/index.ts';

/** Adds up the tries of one call. */
export class CallMeter {
  #input = 0;
  #cached = 0;
  #output = 0;
  #usd = 0;
  #unpriced = false;
  tries = 0;
  readonly #prices: Pick<PriceList, 'priceOf'>;

  constructor(prices: Pick<PriceList, 'priceOf'>) {
    this.#prices = prices;
  }

  charge(model: string, { inputTokens, outputTokens }: LanguageModelV4Usage): void {
    const cached = inputTokens.cacheRead ?? 0;
    const written = inputTokens.cacheWrite ?? 0;
    const input = inputTokens.total ?? (inputTokens.noCache ?? 0) + cached + written;
    const output = outputTokens.total ?? (outputTokens.text ?? 0) + (outputTokens.reasoning ?? 0);
    this.#input += input;
    this.#cached += cached;
    this.#output += output;
    if (input + output === 0) return;
    const usd = this.#prices.priceOf(model, {
      input: Math.max(0, input - cached - written),
      cachedInput: cached,
      cacheWrite: written,
      output,
    });
    if (usd === null) this.#unpriced = true;
    else this.#usd += usd;
  }

  read(model: string, latencyMs: number): ModelUsage {
    return {
      model,
      inputTokens: this.#input,
      cachedTokens: this.#cached,
      outputTokens: this.#output,
      usd: this.#unpriced ? null : this.#usd,
      latencyMs,
      tries: this.tries,
    };
  }
}
