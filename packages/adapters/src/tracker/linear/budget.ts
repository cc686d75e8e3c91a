import type { Instant } from '@symphony/domain';
import type { TrackerBudget } from '../provider.ts';

/**
 * Linear keeps two meters for a key, of requests and of complexity points, each filled again steadily
 * within an hour. Every answer tells both; the one that is nearer its end is the budget.
 */
export class LinearBudget {
  #meters: Readonly<Partial<Record<Meter, Reading>>> = {};
  #spent = { requests: 0, points: 0 };
  /** What was spent when the last rounds of polling began. */
  #rounds: readonly Spent[] = [];

  note(headers: Headers, now: Instant): void {
    const skew = skewOf(headers, now);
    for (const meter of METERS) {
      const limit = numberIn(headers, `x-ratelimit-${meter}-limit`);
      const remaining = numberIn(headers, `x-ratelimit-${meter}-remaining`);
      const reset = numberIn(headers, `x-ratelimit-${meter}-reset`);
      if (limit === null || remaining === null) continue;
      const reading = { limit, remaining, resetAt: reset === null ? now + HOUR_MS : reset - skew };
      this.#meters = { ...this.#meters, [meter]: reading };
    }
    const { requests, points } = this.#spent;
    this.#spent = { requests: requests + 1, points: points + (numberIn(headers, 'x-complexity') ?? 0) };
  }

  /** A poll begins: what is spent until the next one is the cost of a round, refreshes and writes included. */
  beginRound(): void {
    this.#rounds = [...this.#rounds.slice(-ROUNDS), this.#spent];
  }

  view(): TrackerBudget | null {
    const [tightest] = Object.values(this.#meters).toSorted((a, b) => shareOf(a) - shareOf(b));
    if (!tightest) return null;
    const { limit, remaining, resetAt } = tightest;
    return { limit, used: Math.max(0, limit - remaining), remaining, resetAt, spent: this.#spent };
  }

  /**
   * The interval asked for while more than half is left; below that one at which polling takes no more
   * than half of what is filled again: the rest is for what agents and people do with the same key.
   */
  nextPollMs(intervalMs: number): number {
    const [before, last] = [this.#rounds[0], this.#rounds.at(-1)];
    const rounds = this.#rounds.length - 1;
    if (!before || !last || rounds < 1 || Object.values(this.#meters).every(isHalfFull)) return intervalMs;
    const { requests, complexity } = this.#meters;
    const needed = [
      requests && (last.requests - before.requests) / rounds / requests.limit,
      complexity && (last.points - before.points) / rounds / complexity.limit,
    ].map((share) => (share ?? 0) * 2 * HOUR_MS);
    return Math.min(Math.max(intervalMs, ...needed.map(Math.ceil)), Math.max(intervalMs, HOUR_MS));
  }
}

type Meter = (typeof METERS)[number];
type Spent = TrackerBudget['spent'];
interface Reading {
  readonly limit: number;
  readonly remaining: number;
  /** When it is full again, by this machine's clock. */
  readonly resetAt: Instant;
}

const METERS = ['requests', 'complexity'] as const;
const HOUR_MS = 3_600_000;
/** Enough that the price of reading everything from time to time is spread over the looks between. */
const ROUNDS = 30;
const LEAST_REST_MS = 1_000;
const USUAL_REST_MS = 60_000;

const shareOf = ({ limit, remaining }: Reading): number => (limit === 0 ? 0 : remaining / limit);
const isHalfFull = (reading: Reading): boolean => shareOf(reading) >= 0.5;

/**
 * How long to rest after the limit was met: what the answer says, else until the meter that is empty
 * is full again. Reckoned by Linear's own clock, so that a clock that is wrong here does no harm.
 */
export function restAfter(headers: Headers, now: Instant): number {
  const said = numberIn(headers, 'retry-after');
  if (said !== null) return clamp(said * 1_000);
  const resets = METERS.flatMap((meter) => {
    const reset = numberIn(headers, `x-ratelimit-${meter}-reset`);
    const remaining = numberIn(headers, `x-ratelimit-${meter}-remaining`) ?? 0;
    return reset === null ? [] : [{ reset, empty: remaining <= 0 }];
  });
  const empty = resets.filter((each) => each.empty);
  const until = (empty.length > 0 ? empty : resets).map(({ reset }) => reset);
  return until.length === 0 ? USUAL_REST_MS : clamp(Math.max(...until) - skewOf(headers, now) - now);
}

const clamp = (ms: number): number => Math.min(Math.max(Math.ceil(ms), LEAST_REST_MS), HOUR_MS);

/** How far Linear's clock is ahead of ours. Its `Date` counts whole seconds: less than two are none. */
export function skewOf(headers: Headers, now: Instant): number {
  const theirs = Date.parse(headers.get('date') ?? '');
  const ahead = Number.isNaN(theirs) ? 0 : theirs - now;
  return Math.abs(ahead) < 2_000 ? 0 : ahead;
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)?.trim() ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
