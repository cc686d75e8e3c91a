import type { Instant } from '@symphony/domain';

const two = (value: number): string => String(value).padStart(2, '0');

/** Swedish writes days and times as `2026-11-16 17:28:05`. Made at the first use, in the zone of the reader. */
const made = new Map<'short' | undefined, Intl.DateTimeFormat>();
function format(dateStyle: 'short' | undefined): Intl.DateTimeFormat {
  const known = made.get(dateStyle);
  if (known) return known;
  const fresh = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', ...(dateStyle && { dateStyle }) });
  made.set(dateStyle, fresh);
  return fresh;
}

/** The local time of day. */
export const clockTime = (at: Instant): string => format(undefined).format(at);

/** The day too, for anything that may be older than today. */
export const dayAndTime = (at: Instant): string => format('short').format(at);

/** `45s`, `3m 10s`, `2h 05m`, `3d 4h`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
  return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3600)}h`;
}
