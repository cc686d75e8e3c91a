/** What a personal key may use in an hour: https://linear.app/developers/rate-limiting, read in September 2026. */
export const KEY_LIMITS: Limits = { requests: 2_500, complexity: 3_000_000 };

export interface Limits {
  readonly requests: number;
  readonly complexity: number;
}

type MeterName = keyof Limits;
export const METERS = ['requests', 'complexity'] as const satisfies readonly MeterName[];

const HOUR_MS = 3_600_000;

/** Linear's two leaky buckets: what was used runs out of them steadily, all of it within an hour. */
export class Meter {
  readonly limits: Limits;
  readonly #now: () => number;
  #used: Limits = { requests: 0, complexity: 0 };
  #at: number;

  constructor(limits: Limits, now: () => number) {
    this.limits = limits;
    this.#now = now;
    this.#at = now();
  }

  /** False: one of them is full, and the request is refused. */
  take(points: number): boolean {
    const { requests, complexity } = this.#level();
    if (requests + 1 > this.limits.requests || complexity + points > this.limits.complexity) return false;
    this.#used = { requests: requests + 1, complexity: complexity + points };
    return true;
  }

  remaining(meter: MeterName): number {
    return Math.floor(this.limits[meter] - this.#level()[meter]);
  }

  /** When it will be empty. */
  resetAt(meter: MeterName): number {
    return Math.ceil(this.#now() + (HOUR_MS * this.#level()[meter]) / this.limits[meter]);
  }

  #level(): Limits {
    const past = Math.max(0, this.#now() - this.#at) / HOUR_MS;
    const left = (meter: MeterName): number => Math.max(0, this.#used[meter] - past * this.limits[meter]);
    this.#used = { requests: left('requests'), complexity: left('complexity') };
    this.#at = this.#now();
    return this.#used;
  }
}
