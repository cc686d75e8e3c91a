import type { Instant, Json } from '@symphony/domain';

/**
 * A way of asking that is known (R8): `*` stands for one or more words. Which role answers, and with which
 * parameters, follows without a model.
 */
export interface Pattern {
  readonly id: string;
  readonly trigger: string;
  /** One for each `*`, in order. */
  readonly variables: readonly PatternVariable[];
  readonly route: string;
  /** Values as they stand, or templates: `${name}` is what a variable caught. Whole, it keeps its type. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly examples: readonly string[];
  readonly counts: PatternCounts;
}

export interface PatternVariable {
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'array' | 'duration' | 'time';
  /** What it catches must be one of these. */
  readonly choices?: readonly string[];
}

/** Successes and failures, fading with time: what was true a season ago says less than what was true today. */
export interface PatternCounts {
  readonly right: number;
  readonly wrong: number;
  /** When they were last true. */
  readonly at: Instant;
}

const HALF_LIFE_MS = 60 * 86_400_000;

export function fade({ right, wrong, at }: PatternCounts, now: Instant): PatternCounts {
  const left = 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);
  return { right: right * left, wrong: wrong * left, at: Math.max(at, now) };
}

/** The mean of a Beta distribution that begins undecided: rises with success, falls with failure, never 0 or 1. */
export function trustIn(counts: PatternCounts, now: Instant): number {
  const { right, wrong } = fade(counts, now);
  return (right + 1) / (right + wrong + 2);
}

export function judged(counts: PatternCounts, right: boolean, now: Instant): PatternCounts {
  const faded = fade(counts, now);
  return right ? { ...faded, right: faded.right + 1 } : { ...faded, wrong: faded.wrong + 1 };
}

/** Counts of a pattern somebody vouches for: as if it had been tried ten times. */
export function vouched(confidence: number, at: Instant): PatternCounts {
  const tries = 10;
  const right = Math.min(tries, Math.max(0, confidence * (tries + 2) - 1));
  return { right, wrong: tries - right, at };
}
