import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@symphony/domain';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** Time that stands still until the test lets it pass. */
export class ManualClock implements Clock {
  #now: number;
  #soon: (() => void)[] = [];
  readonly #timers = new Set<Timer>();

  constructor(now = 0) {
    this.#now = now;
  }

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

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
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

  /** Lets time pass, timer by timer, and everything settle before and at each. */
  advance(ms: number): Promise<void> {
    return this.advanceTo(this.#now + ms);
  }

  async advanceTo(end: number): Promise<void> {
    await this.settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
      await this.settle();
    }
    this.#now = end;
  }

  /** The machine slept: the time is another, and only then timers are called. */
  jumpTo(instant: number): Promise<void> {
    this.#now = instant;
    return this.advanceTo(instant);
  }

  #next(end: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers)
      if (timer.at <= end && (first === null || timer.at < first.at)) first = timer;
    return first;
  }
}
