import type { ModelUsage, RuntimeEvent, RuntimeMetrics } from '@symphony/domain';

/** Adds up what a session took. Only what was heard counts. */
export class Meter {
  #modelCalls = 0;
  #toolCalls = 0;
  #input = 0;
  #output = 0;
  #usd = 0;
  #unpriced = false;
  #cacheHits = 0;

  hear(event: RuntimeEvent): void {
    if (event.type === 'model-called') this.#charge(event.usage);
    else if (event.type === 'tool-ended') this.#toolCalls += 1;
    else if (event.type === 'routed' && event.decision.by === 'pattern') this.#cacheHits += 1;
  }

  #charge({ inputTokens, outputTokens, usd }: ModelUsage): void {
    this.#modelCalls += 1;
    this.#input += inputTokens;
    this.#output += outputTokens;
    if (usd === null) this.#unpriced ||= inputTokens + outputTokens > 0;
    else this.#usd += usd;
  }

  get tokens(): number {
    return this.#input + this.#output;
  }

  /** What is known of it: the real cost is at least this. */
  get usd(): number {
    return this.#usd;
  }

  read(duration: number): RuntimeMetrics {
    return {
      duration,
      modelCalls: this.#modelCalls,
      toolCalls: this.#toolCalls,
      tokens: { input: this.#input, output: this.#output },
      cost: this.#unpriced ? null : this.#usd,
      cacheHits: this.#cacheHits,
    };
  }
}
