import type { Clock } from '@symphony/domain';

/** Rung by what happens, heard by the one who waits, until it is hushed: a ring in between is not lost. */
export class Bell {
  readonly #clock: Clock;
  #rung = false;
  #wake: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  get rung(): boolean {
    return this.#rung;
  }

  /** Resolves when it is rung, when `ms` are over, or when the reader leaves. */
  async heard(left: AbortSignal, ms: number): Promise<void> {
    if (this.#rung) return;
    await within(this.#clock, ms, left, (done) => {
      this.#wake = done;
    });
    this.#wake = null;
  }

  /** What rang until now has been seen to. */
  hush(): void {
    this.#rung = false;
  }
}

/** Resolves when `ms` are over, or when the reader leaves. */
export const pause = (clock: Clock, ms: number, left: AbortSignal): Promise<void> =>
  within(clock, ms, left, () => undefined);

function within(
  clock: Clock,
  ms: number,
  left: AbortSignal,
  begin: (done: () => void) => void,
): Promise<void> {
  if (left.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      left.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    left.addEventListener('abort', done);
    begin(done);
  });
}
