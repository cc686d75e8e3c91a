const DAY = 86_400_000;
const HOUR = 3_600_000;

/** `3 days`, `1 hour`, `12 minutes`. */
export function lengthOf(ms: number): string {
  if (ms >= DAY) return counted(Math.floor(ms / DAY), 'day');
  if (ms >= HOUR) return counted(Math.floor(ms / HOUR), 'hour');
  return counted(Math.floor(ms / 60_000), 'minute');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
