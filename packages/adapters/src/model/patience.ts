import type { ModelFailure } from './failure.ts';

/** How much is borne before a call is given up. */
export interface Patience {
  /** Of each model of a chain. */
  readonly tries: number;
  readonly baseMs: number;
  readonly maxMs: number;
  /** A provider that wants a longer rest is left at once, for the next one. */
  readonly longestRestMs: number;
  /** Without any part of an answer. Models that think before they speak take minutes. */
  readonly stallMs: number;
}

export const USUAL_PATIENCE: Patience = {
  tries: 3,
  baseMs: 1_000,
  maxMs: 30_000,
  longestRestMs: 60_000,
  stallMs: 180_000,
};

/** How long to wait after the try with this number; null: it is not tried again. */
export function waitBefore(
  { tries, baseMs, maxMs, longestRestMs }: Patience,
  tried: number,
  { failure }: ModelFailure,
  chance: number,
): number | null {
  if (tried >= tries) return null;
  const rest = failure.retryAfterMs ?? 0;
  if (rest > longestRestMs) return null;
  // Full jitter: those who failed together must not come back together.
  return rest + chance * Math.min(maxMs, baseMs * 2 ** (tried - 1));
}
