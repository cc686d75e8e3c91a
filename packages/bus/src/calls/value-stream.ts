interface Puller {
  readonly resolve: (result: IteratorResult<unknown, undefined>) => void;
  readonly reject: (error: Error) => void;
}

interface StreamSignals {
  grant(credit: number): void;
  cancel(): void;
}

/**
 * The values of a stream at the caller's end. States: open → over; what came before the end is
 * still given out, then the end or its error. At most `window` values are ever kept: the other
 * side may send that many, and more only as they are taken. Leaving the loop calls the stream off.
 */
export class ValueStream implements AsyncIterableIterator<unknown, undefined> {
  readonly #values: unknown[] = [];
  readonly #pullers: Puller[] = [];
  #end: { readonly error: Error | null } | null = null;
  #taken = 0;
  readonly #window: number;
  readonly #signals: StreamSignals;

  constructor(window: number, signals: StreamSignals) {
    this.#window = window;
    this.#signals = signals;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** False when the other side had no credit left for it. */
  hear(value: unknown): boolean {
    if (this.#values.length + this.#taken >= this.#window) return false;
    const puller = this.#pullers.shift();
    if (puller) {
      puller.resolve({ done: false, value });
      this.#tookOne();
    } else this.#values.push(value);
    return true;
  }

  finish(error: Error | null): void {
    if (this.#end) return;
    this.#end = { error };
    for (const puller of this.#pullers.splice(0)) this.#tellEnd(puller);
  }

  next(): Promise<IteratorResult<unknown, undefined>> {
    if (this.#values.length > 0) {
      const value = this.#values.shift();
      this.#tookOne();
      return Promise.resolve({ done: false, value });
    }
    return new Promise((resolve, reject) => {
      if (this.#end) this.#tellEnd({ resolve, reject });
      else this.#pullers.push({ resolve, reject });
    });
  }

  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.#values.length = 0;
    if (!this.#end) {
      this.finish(null);
      this.#signals.cancel();
    }
    return { done: true, value: undefined };
  }

  /** The error is told once; who asks on hears that it is over. */
  #tellEnd({ resolve, reject }: Puller): void {
    const error = this.#end?.error ?? null;
    this.#end = { error: null };
    if (error) reject(error);
    else resolve({ done: true, value: undefined });
  }

  /** Credit goes back in halves of the window: one message for many values, and never a full stop. */
  #tookOne(): void {
    if (this.#end) return;
    this.#taken += 1;
    if (this.#taken * 2 < this.#window) return;
    const credit = this.#taken;
    this.#taken = 0;
    this.#signals.grant(credit);
  }
}
