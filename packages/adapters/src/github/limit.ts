/** What an answer says about GitHub's limits. Times are read off GitHub's own clock: ours may be wrong. */

export type Headers = Readonly<Record<string, string | number | undefined>>;

/** GitHub's advice where a secondary limit names no time. */
const SECONDARY_WAIT_MS = 60_000;
const LEAST_WAIT_MS = 1_000;

export interface LimitHeaders {
  readonly resource: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly resetsInMs: number;
}

const wholeOf = (value: string | number | undefined): number | null => {
  const number = Number(value);
  return value === undefined || value === '' || !Number.isInteger(number) ? null : number;
};

export function readLimit(headers: Headers, now: number): LimitHeaders | null {
  const limit = wholeOf(headers['x-ratelimit-limit']);
  const remaining = wholeOf(headers['x-ratelimit-remaining']);
  const reset = wholeOf(headers['x-ratelimit-reset']);
  if (limit === null || remaining === null || reset === null) return null;
  return {
    resource: String(headers['x-ratelimit-resource'] ?? 'core'),
    limit,
    used: wholeOf(headers['x-ratelimit-used']) ?? limit - remaining,
    remaining,
    resetsInMs: Math.max(0, reset * 1000 - serverTime(headers, now)),
  };
}

const serverTime = (headers: Headers, now: number): number => {
  const date = Date.parse(String(headers.date ?? ''));
  return Number.isNaN(date) ? now : date;
};

export interface LimitReached {
  readonly kind: 'primary' | 'secondary';
  readonly retryAfterMs: number;
}

/** Whether a refusal is a limit, and how long it says to wait. */
export function limitReached(
  status: number,
  headers: Headers,
  message: string,
  now: number,
): LimitReached | null {
  if (status !== 403 && status !== 429 && status !== 200) return null;
  const after = wholeOf(headers['retry-after']);
  if (after !== null && status !== 200)
    return { kind: 'secondary', retryAfterMs: Math.max(LEAST_WAIT_MS, after * 1000) };
  const limit = readLimit(headers, now);
  if (limit?.remaining === 0)
    return { kind: 'primary', retryAfterMs: Math.max(LEAST_WAIT_MS, limit.resetsInMs) };
  if (status === 200) return null;
  const secondary = status === 429 || /secondary rate limit|abuse detection/i.test(message);
  return secondary ? { kind: 'secondary', retryAfterMs: SECONDARY_WAIT_MS } : null;
}
