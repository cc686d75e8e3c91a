import type { Clock, StopSignal } from '@symphony/domain';

/**
 * A stop signal of our own, below another one: falls with it, with `stop`, or when its time is up. Pure code has no
 * AbortController; whoever needs a real AbortSignal makes one from this.
 */
export class Cancellation implements StopSignal {
  #listeners: Set<() => void> | null = null;
  #aborted = false;
  #reason: unknown = undefined;
  readonly #release: (() => void) | null;
  readonly #callOff: (() => void) | null;

  constructor(
    above: StopSignal | null,
    limit?: { readonly clock: Clock; readonly ms: number; reason(): unknown },
  ) {
    if (above?.aborted) {
      this.#aborted = true;
      this.#reason = above.reason;
    }
    const fall = (): void => this.stop(above?.reason);
    above?.addEventListener('abort', fall, { once: true });
    this.#release = above ? () => above.removeEventListener('abort', fall) : null;
    this.#callOff =
      limit && !this.#aborted ? limit.clock.after(limit.ms, () => this.stop(limit.reason())) : null;
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  stop(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    this.release();
    const listeners = this.#listeners;
    this.#listeners = null;
    for (const listener of listeners ?? []) listener();
  }

  /** It is over and nothing of it waits any more. */
  release(): void {
    this.#release?.();
    this.#callOff?.();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#aborted) return;
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }
}

/** Settles with `work`, or rejects with the signal's reason as soon as it falls; `work` is not waited for then. */
export function orStopped<T>(signal: StopSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fall = (): void => reject(stopReason(signal));
    // `work` is listened to in any case: one that fails unheard would end the process.
    if (signal.aborted) fall();
    else signal.addEventListener('abort', fall, { once: true });
    const done = (): void => signal.removeEventListener('abort', fall);
    work.then(
      (value) => {
        done();
        resolve(value);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}

export const stopReason = (signal: StopSignal): unknown => signal.reason ?? new Error('It was stopped.');
