import type { After } from '../src/index.ts';

/** Time that passes when a test says so. */
export class ManualTimer {
  #now = 0;
  readonly #due = new Set<{ readonly at: number; readonly call: () => void }>();

  readonly after: After = (ms, call) => {
    const entry = { at: this.#now + ms, call };
    this.#due.add(entry);
    return () => this.#due.delete(entry);
  };

  get armed(): number {
    return this.#due.size;
  }

  /** Calls what is due on the way, in order, and lets each settle. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#now = next.at;
      this.#due.delete(next);
      next.call();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = end;
  }
}
