/** How long to wait before trying again: twice as long each time, up to a most, never quite the same. */
export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
  /** How many failures in a row are borne. */
  readonly tries: number;
}

export const DEFAULT_BACKOFF: Backoff = { baseMs: 100, maxMs: 5_000, tries: 10 };

/** `failures` counts from 1; `chance` lies between 0 and 1 and takes up to half of the wait away. */
export function backoffMs({ baseMs, maxMs }: Backoff, failures: number, chance: number): number {
  const full = Math.min(maxMs, baseMs * 2 ** (failures - 1));
  return full * (1 - chance / 2);
}
