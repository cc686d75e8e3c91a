import type { Instant } from '@symphony/domain';

const two = (value: number): string => String(value).padStart(2, '0');

/** The local time of day: `17:28:05`. */
export const clockTime = (at: Instant): string => parts(at).time;

/** The day too, for anything that may be older than today: `2026-11-16 17:28:05`. */
export function dayAndTime(at: Instant): string {
  const { day, time } = parts(at);
  return `${day} ${time}`;
}

/** By hand: the first use of one of the platform's formatters holds a page up for some 40 ms, and the form is fixed. */
function parts(at: Instant): { readonly day: string; readonly time: string } {
  // biome-ignore lint/style/noRestrictedGlobals: an instant is taken apart; the time of now is not asked for.
  const local = new Date(at);
  return {
    day: `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
    time: `${two(local.getHours())}:${two(local.getMinutes())}:${two(local.getSeconds())}`,
  };
}

/** `45s`, `3m 10s`, `2h 05m`, `3d 4h`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
  return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3600)}h`;
}
