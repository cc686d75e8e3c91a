/** What a pace needs of the page: its clock and a timer that can be taken back. */
export interface Timing {
  now(): number;
  after(ms: number, call: () => void): () => void;
}

/**
 * Asks as soon as it may: never more often than every so many milliseconds, never twice at once. However
 * often it is wanted meanwhile, it is asked once more, so that the last answer is about the last wish.
 */
export class PacedAsking {
  readonly #ask: () => Promise<unknown>;
  readonly #everyMs: number;
  readonly #timing: Timing;
  #begunAt = Number.NEGATIVE_INFINITY;
  #underWay = false;
  #wanted = false;
  #cancel: (() => void) | null = null;
  #over = false;

  /** `ask` tells of its own failures; it never rejects. */
  constructor(ask: () => Promise<unknown>, everyMs: number, timing: Timing) {
    this.#ask = ask;
    this.#everyMs = everyMs;
    this.#timing = timing;
  }

  want(): void {
    this.#wanted = true;
    if (this.#underWay || this.#cancel || this.#over) return;
    const wait = this.#begunAt + this.#everyMs - this.#timing.now();
    if (wait <= 0) return this.#begin();
    this.#cancel = this.#timing.after(wait, () => {
      this.#cancel = null;
      this.#begin();
    });
  }

  /** Nothing is asked any more. */
  end(): void {
    this.#over = true;
    this.#cancel?.();
  }

  #begin(): void {
    this.#wanted = false;
    this.#underWay = true;
    this.#begunAt = this.#timing.now();
    void this.#ask().then(() => {
      this.#underWay = false;
      if (this.#wanted) this.want();
    });
  }
}

export const PAGE_TIMING: Timing = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = window.setTimeout(call, ms);
    return () => window.clearTimeout(timer);
  },
};
