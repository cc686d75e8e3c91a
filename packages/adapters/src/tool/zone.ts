/** Wall clocks of time zones, by what the platform knows of them. */

export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError on a zone nobody knows. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function wallTimeAt(instant: number, zone: string): WallTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

const asIfUtc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/**
 * When a wall clock shows this. Of two such instants (when clocks are put back) the first; where there is none
 * (when they are put forward) as much later as was skipped.
 */
export function instantOf(wall: WallTime, zone: string): number {
  const guess = asIfUtc(wall);
  const offsetAt = (instant: number): number => asIfUtc(wallTimeAt(instant, zone)) - instant;
  // The offset that holds a day before is the one that is left when a clock is changed in between.
  const before = guess - offsetAt(guess - 86_400_000);
  if (offsetAt(before) === guess - before) return before;
  const after = guess - offsetAt(guess + 86_400_000);
  return offsetAt(after) === guess - after ? after : before;
}

/** `2026-11-17T23:05:00+01:00` */
export function isoIn(instant: number, zone: string): string {
  const wall = wallTimeAt(instant, zone);
  const offset = Math.round((asIfUtc(wall) - Math.floor(instant / 1_000) * 1_000) / 60_000);
  const two = (value: number): string => String(Math.abs(value)).padStart(2, '0');
  const date = `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`;
  const time = `${two(wall.hour)}:${two(wall.minute)}:${two(wall.second)}`;
  return `${date}T${time}${offset < 0 ? '-' : '+'}${two(Math.trunc(offset / 60))}:${two(offset % 60)}`;
}

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** A date, or a date and time, with an offset or by the clocks of `zone`; null when it is none. */
export function instantIn(written: string, zone: string): number | null {
  const text = written.trim();
  const local = WRITTEN.exec(text);
  if (!local) {
    const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && /^\d{4}-/.test(text);
    const instant = hasOffset ? Date.parse(text) : Number.NaN;
    return Number.isNaN(instant) ? null : instant;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59) return null;
  return instantOf({ year, month, day, hour, minute, second }, zone);
}
