import { Cron } from 'croner';

/** A cron expression of five fields. Throws what croner has against it. */
export function cronOf(expression: string, timezone: string | undefined): Cron {
  const cron = new Cron(expression, {
    mode: '5-part',
    paused: true,
    ...(timezone === undefined ? {} : { timezone }),
  });
  cron.nextRun(new Date(0)); // a time zone that does not exist is noticed only when it is used
  return cron;
}

/**
 * The last time that was due after `lastFired` and not after `now`, or null. Of several that were
 * missed (the machine slept, nothing ran) only the last one counts. Where the clock is set forward,
 * a time that does not exist is due at the jump; where it is set back, a time of day is due once.
 */
export function dueNow(cron: Cron, lastFired: number | null, now: number): number | null {
  if (lastFired === null) return null;
  // Croner counts in seconds and looks strictly before; the second that has begun counts too.
  const [last] = cron.previousRuns(1, new Date((Math.floor(now / 1000) + 1) * 1000));
  return last !== undefined && last.getTime() > lastFired ? last.getTime() : null;
}

/** `2026-11-16T09:00Z` */
export const minuteOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, 16)}Z`;

/** The last time this melody's schedule fired, as its keys tell; null when it never did. */
export function lastFiredOf(melody: string, keys: Iterable<string>): number | null {
  const start = scheduleKey(melody, '');
  let last: number | null = null;
  for (const key of keys) {
    if (!key.startsWith(start)) continue;
    const instant = Date.parse(key.slice(start.length));
    if (!Number.isNaN(instant)) last = Math.max(last ?? instant, instant);
  }
  return last;
}

export const scheduleKey = (melody: string, minute: string): string => `schedule:${melody}:${minute}`;
