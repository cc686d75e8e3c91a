export type Resource = 'core' | 'graphql';

interface Window {
  limit: number;
  used: number;
  resetAt: number;
}

const HOUR_MS = 3_600_000;

/** The hourly limits of the one account there is, and everything that was asked. */
export class Meter {
  readonly #now: () => number;
  readonly #windows: Record<Resource, Window>;
  /** Since the server was opened. */
  readonly counted = { requests: 0, unchanged: 0, core: 0, graphql: 0 };

  constructor(now: () => number) {
    this.#now = now;
    const fresh = (): Window => ({ limit: 5_000, used: 0, resetAt: now() + HOUR_MS });
    this.#windows = { core: fresh(), graphql: fresh() };
  }

  window(resource: Resource): Readonly<Window> {
    const window = this.#windows[resource];
    if (window.resetAt <= this.#now()) Object.assign(window, { used: 0, resetAt: this.#now() + HOUR_MS });
    return window;
  }

  /** As if others had used the account meanwhile. */
  use(resource: Resource, points: number): void {
    this.#windows[resource].used += points;
  }

  spend(resource: Resource, points: number): void {
    this.window(resource);
    this.#windows[resource].used += points;
    this.counted.requests += 1;
    this.counted[resource] += points;
    if (points === 0) this.counted.unchanged += 1;
  }

  headers(resource: Resource, skewMs: number): Record<string, string> {
    const { limit, used, resetAt } = this.window(resource);
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-used': String(used),
      'x-ratelimit-remaining': String(Math.max(0, limit - used)),
      'x-ratelimit-reset': String(Math.ceil((resetAt + skewMs) / 1000)),
      'x-ratelimit-resource': resource,
    };
  }
}
