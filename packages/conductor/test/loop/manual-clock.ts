import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@symphony/domain';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** Time that stands still until the test lets it pass. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  #soon: (() => void)[] = [];
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  soon(call: () => void): void {
    this.#soon.push(call);
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How long from now each timer is due, soonest first. */
  get due(): readonly number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** Does what was to happen soon. Answers false when there was nothing. */
  pass(): boolean {
    const calls = this.#soon.splice(0);
    for (const call of calls) call();
    return calls.length > 0;
  }

  /** Until nothing happens any more without time passing. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      await nextTurn();
      quiet = this.pass() ? 0 : quiet + 1;
    }
  }

  /** Lets time pass, timer by timer, and everything settle at each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
      await this.settle();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    const due = [...this.#timers].filter(({ at }) => at <= end);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}
