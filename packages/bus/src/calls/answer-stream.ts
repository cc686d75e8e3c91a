/**
 * A stream of values at the answering end. A value is only asked of its source when the caller has
 * room for it, so a slow caller slows the source and nothing piles up in between.
 */
export class AnswerStream {
  #credit: number;
  #stopped = false;
  #wake: (() => void) | null = null;
  readonly #values: AsyncIterator<unknown>;
  readonly #send: (value: unknown) => void;

  constructor(values: AsyncIterable<unknown>, credit: number, send: (value: unknown) => void) {
    this.#values = values[Symbol.asyncIterator]();
    this.#credit = credit;
    this.#send = send;
  }

  grant(credit: number): void {
    this.#credit += credit;
    this.#wakeUp();
  }

  /** Rejects with what the source, or sending, threw. Resolves when the source is through or was stopped. */
  async run(): Promise<void> {
    try {
      while (!this.#stopped) {
        while (this.#credit <= 0 && !this.#stopped) await this.#asleep();
        if (this.#stopped) return;
        const next = await this.#values.next();
        if (next.done === true) return;
        if (this.#stopped) return;
        this.#credit -= 1;
        this.#send(next.value);
      }
    } catch (error) {
      if (this.#stopped) return; // what breaks while it is being stopped interests nobody
      this.#stopped = true;
      await this.#values.return?.();
      throw error;
    }
  }

  /** The source is told at once, also while it is being asked for a value. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#wakeUp();
    this.#values.return?.().catch(() => undefined); // as above
  }

  #asleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

export const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
