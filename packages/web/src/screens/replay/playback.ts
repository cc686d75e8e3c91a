import type { Entry, Instant } from '@symphony/domain';

/** How much faster than it happened. */
export const SPEEDS = [1, 10, 60, 600] as const;
export type Speed = (typeof SPEEDS)[number];

/** Nobody wants to watch a night: a quiet time is passed within this, whatever the speed. */
export const LONGEST_WAIT_MS = 1_500;

/** Where the needle is. */
export interface Playhead {
  readonly seq: number;
  /** The time that is shown, which goes on between two entries. */
  readonly clock: Instant;
}

/** An entry that comes, as far as playing needs it. */
export type Coming = Pick<Entry, 'seq' | 'at'>;

/**
 * The needle `passedMs` later, and what then still lies ahead of it. `waitedMs` is how long nothing has
 * happened for the one who watches.
 */
export function advance(
  head: Playhead,
  ahead: readonly Coming[],
  passedMs: number,
  waitedMs: number,
  speed: Speed,
): { readonly head: Playhead; readonly ahead: readonly Coming[]; readonly waitedMs: number } {
  const next = ahead[0];
  if (!next) return { head, ahead, waitedMs };
  const waited = waitedMs + passedMs;
  const wanted = head.clock + passedMs * speed;
  const clock = wanted < next.at && waited >= LONGEST_WAIT_MS ? next.at : wanted;
  let reached = 0;
  while (reached < ahead.length && (ahead[reached] as Coming).at <= clock) reached += 1;
  const last = ahead[reached - 1];
  if (!last) return { head: { ...head, clock }, ahead, waitedMs: waited };
  return {
    // What lies ahead may not be known whole: the clock does not run on past the last that is.
    head: { seq: last.seq, clock: reached === ahead.length ? last.at : clock },
    ahead: ahead.slice(reached),
    waitedMs: 0,
  };
}
