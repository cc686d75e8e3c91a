import type { Instant } from '@symphony/domain';

export interface Guess {
  readonly id: string;
  readonly probability: number;
}

export interface PredictionStats {
  /** Predictions whose time is over or that came true. */
  readonly made: number;
  readonly correct: number;
  /** How often an instrument was warmed because of one. */
  readonly prewarmed: number;
  /** First uses that found it hot because of that. */
  readonly coldStartsAvoided: number;
}

/** Predictions that are open, each until its time; and what became of the others. */
export class Predictions {
  readonly #open = new Map<string, Instant>();
  #made = 0;
  #correct = 0;
  prewarmed = 0;
  coldStartsAvoided = 0;

  /** One that is open already only lasts longer. */
  open(id: string, until: Instant, now: Instant): void {
    this.#expire(id, now);
    this.#open.set(id, Math.max(until, this.#open.get(id) ?? until));
  }

  used(id: string, now: Instant): void {
    if (this.until(id, now) === null) return;
    this.#open.delete(id);
    this.#made += 1;
    this.#correct += 1;
  }

  /** Until when its use is expected; null when it is not. */
  until(id: string, now: Instant): Instant | null {
    this.#expire(id, now);
    return this.#open.get(id) ?? null;
  }

  stats(now: Instant): PredictionStats {
    for (const id of [...this.#open.keys()]) this.#expire(id, now);
    const { prewarmed, coldStartsAvoided } = this;
    return { made: this.#made, correct: this.#correct, prewarmed, coldStartsAvoided };
  }

  #expire(id: string, now: Instant): void {
    const until = this.#open.get(id);
    if (until === undefined || until > now) return;
    this.#open.delete(id);
    this.#made += 1;
  }
}
