import type { Clock, StopSignal } from '@symphony/domain';

/**
 * Ends a wait that nobody wants any more: because the caller's signal fell, or because nothing was heard for too
 * long. One timer for a whole try, however many parts it has; while the caller is busy with a part nothing counts.
 */
export class Watch {
  readonly #controller = new AbortController();
  readonly #above: StopSignal;
  readonly #clock: Clock;
  readonly #stallMs: number;
  readonly #stalled: () => Error;
  #waitingSince: number | null = null;
  #give: ((error: unknown) => void) | null = null;
  #callOff: () => void;

  constructor(above: StopSignal, clock: Clock, stallMs: number, stalled: () => Error) {
    this.#above = above;
    this.#clock = clock;
    this.#stallMs = stallMs;
    this.#stalled = stalled;
    this.#callOff = clock.after(stallMs, this.#look);
    above.addEventListener('abort', this.#fall, { once: true });
  }

  /** A real one, for those who need it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles as `work` does, or rejects first. What `work` does afterwards is nobody's business any more. */
  wait<T>(work: PromiseLike<T>): Promise<T> {
    if (this.#above.aborted) {
      work.then(undefined, () => undefined); // begun before it was known; nobody waits for how it ends
      return Promise.reject(reasonOf(this.#above));
    }
    this.#waitingSince ??= this.#clock.now();
    return new Promise<T>((resolve, reject) => {
      this.#give = reject;
      work.then(resolve, reject);
    });
  }

  /** Something was heard that counts: a provider may say for ever that it is still there. */
  heard(): void {
    this.#waitingSince = null;
  }

  /** `whole`: there is nothing left that would have to be called off. */
  end(whole: boolean): void {
    this.#callOff();
    this.#above.removeEventListener('abort', this.#fall);
    this.#give = null;
    if (!whole) this.#controller.abort();
  }

  readonly #fall = (): void => this.#stop(reasonOf(this.#above));

  readonly #look = (): void => {
    const since = this.#waitingSince;
    const waited = since === null ? 0 : this.#clock.now() - since;
    if (waited >= this.#stallMs) this.#stop(this.#stalled());
    else this.#callOff = this.#clock.after(this.#stallMs - waited, this.#look);
  };

  #stop(reason: unknown): void {
    this.#give?.(reason);
    this.#controller.abort(reason);
  }
}

export const reasonOf = (signal: StopSignal): unknown => signal.reason ?? new Error('It was stopped.');

/** Resolves after `ms`; rejects with the signal's reason as soon as it falls. */
export function pause(clock: Clock, ms: number, signal: StopSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(reasonOf(signal));
  return new Promise((resolve, reject) => {
    const fall = (): void => {
      callOff();
      reject(reasonOf(signal));
    };
    const callOff = clock.after(ms, () => {
      signal.removeEventListener('abort', fall);
      resolve();
    });
    signal.addEventListener('abort', fall, { once: true });
  });
}
