import type { Journal, ModelUsage, Usage } from '@symphony/domain';

/** What a session has used, over all its processes. Told numbers never shrink. */
export class Ledger {
  #input = 0;
  #cached = 0;
  #output = 0;
  #usd = 0;
  #unpriced = false;

  /** The journal knows of calls nobody lived to report; who reports knows of journals that are gone. */
  static open(journal: Journal, spent: Usage | null): Ledger {
    const ledger = new Ledger();
    for (const { event } of journal.readAll(0, Number.MAX_SAFE_INTEGER, ['model-called']))
      if (event.type === 'model-called') ledger.add(event.usage);
    if (spent === null) return ledger;
    ledger.#input = Math.max(ledger.#input, spent.inputTokens);
    ledger.#cached = Math.max(ledger.#cached, spent.cachedTokens ?? 0);
    ledger.#output = Math.max(ledger.#output, spent.outputTokens);
    ledger.#usd = Math.max(ledger.#usd, spent.usd ?? 0);
    return ledger;
  }

  add({ inputTokens, cachedTokens, outputTokens, usd }: ModelUsage): void {
    this.#input += inputTokens;
    this.#cached += cachedTokens;
    this.#output += outputTokens;
    if (usd !== null) this.#usd += usd;
    else if (inputTokens + outputTokens > 0) this.#unpriced = true;
  }

  get empty(): boolean {
    return this.#input + this.#output === 0;
  }

  read(): Usage {
    return {
      inputTokens: this.#input,
      cachedTokens: this.#cached,
      outputTokens: this.#output,
      usd: this.#unpriced ? null : this.#usd,
    };
  }
}
