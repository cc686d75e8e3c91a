import type { Chance, Instant } from '@symphony/domain';

/**
 * What was seen of one choice, as the two counts of a Beta distribution. They fade with time, because what a tool did
 * last year says less than what it did today, and with every new observation, because a tool that worked a thousand
 * times and has just broken must not need a thousand failures to be left.
 */
export type Counts = {
  /** Faded, as of `at`. */
  readonly successes: number;
  readonly failures: number;
  readonly at: Instant;
  /** Never faded: what a person is shown. */
  readonly used: number;
  readonly succeeded: number;
  readonly lastUsed: Instant;
  /** Mean over those whose time is known. */
  readonly latencyMs: number;
  readonly timed: number;
};

export interface Observation {
  readonly success: boolean;
  readonly at: Instant;
  readonly latencyMs?: number;
  /** How much it counts; usually 1. */
  readonly weight?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** After so long an observation counts half. */
export const HALF_LIFE_MS = 30 * DAY_MS;
/** So many observations are remembered at most: each new one lets the others fade by this share. */
export const MEMORY = 100;
const MOST_WEIGHT = 5;

export const NOTHING_SEEN: Counts = {
  successes: 0,
  failures: 0,
  at: 0,
  used: 0,
  succeeded: 0,
  lastUsed: 0,
  latencyMs: 0,
  timed: 0,
};

const fading = (elapsed: number, halfLifeMs: number): number => 2 ** (-Math.max(0, elapsed) / halfLifeMs);

export function fadedTo(counts: Counts, now: Instant, halfLifeMs = HALF_LIFE_MS): Counts {
  if (now <= counts.at) return counts;
  const left = fading(now - counts.at, halfLifeMs);
  return { ...counts, successes: counts.successes * left, failures: counts.failures * left, at: now };
}

/** An observation that comes late counts as much as it would have by now. */
export function noted(counts: Counts, seen: Observation, halfLifeMs = HALF_LIFE_MS): Counts {
  const now = fadedTo(counts, seen.at, halfLifeMs);
  const weight = Math.min(MOST_WEIGHT, Math.max(0, seen.weight ?? 1)) * fading(now.at - seen.at, halfLifeMs);
  const left = 1 - weight / MEMORY;
  const timed = seen.latencyMs === undefined ? now.timed : now.timed + 1;
  return {
    successes: now.successes * left + (seen.success ? weight : 0),
    failures: now.failures * left + (seen.success ? 0 : weight),
    at: now.at,
    used: now.used + 1,
    succeeded: now.succeeded + (seen.success ? 1 : 0),
    lastUsed: Math.max(now.lastUsed, seen.at),
    latencyMs:
      seen.latencyMs === undefined ? now.latencyMs : now.latencyMs + (seen.latencyMs - now.latencyMs) / timed,
    timed,
  };
}

/** How likely the next one succeeds: the mean of Beta(successes + 1, failures + 1). Nothing seen: 0.5. */
export function confidenceOf(counts: Counts, now: Instant, halfLifeMs = HALF_LIFE_MS): number {
  const { successes, failures } = fadedTo(counts, now, halfLifeMs);
  return (successes + 1) / (successes + failures + 2);
}

/** How much of what was seen still counts. */
export function weightOf(counts: Counts, now: Instant, halfLifeMs = HALF_LIFE_MS): number {
  const { successes, failures } = fadedTo(counts, now, halfLifeMs);
  return successes + failures;
}

/** One draw of what the success rate may be: the less was seen, the wider it is spread. */
export function drawRate(counts: Counts, now: Instant, chance: Chance, halfLifeMs = HALF_LIFE_MS): number {
  const { successes, failures } = fadedTo(counts, now, halfLifeMs);
  const won = drawGamma(successes + 1, chance);
  return won / (won + drawGamma(failures + 1, chance));
}

/** Marsaglia and Tsang's method; `shape` is at least 1 here, which it needs. */
function drawGamma(shape: number, chance: Chance): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(chance);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    const u = 1 - chance();
    if (Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

const drawNormal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
