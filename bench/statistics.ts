/** The value below which the share `p` of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

/** Of several rounds of one measurement, the middle value of each figure. Every field is a number. */
export function medians<T extends object>(rounds: readonly T[]): T {
  const middle = (key: keyof T): number =>
    percentile(
      rounds.map((round) => round[key] as number),
      0.5,
    );
  const keys = Object.keys(rounds[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as T;
}
