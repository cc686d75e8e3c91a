const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Node's timers fire at once beyond 2^31 - 1 ms; a longer wait would mean the opposite of what was asked. */
export const LONGEST_MS = 24 * 86_400_000;

/** `30s`, `5m`, `200ms`, `1.5h`, `2d`, or a number of milliseconds. Null when it is none of them. */
export function parseDuration(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value) : null;
  if (typeof value !== 'string') return null;
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(value.trim());
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : null;
}

/** The shortest exact way to write it: `5m`, `90s`, `250ms`. `parseDuration` reads it back unchanged. */
export function formatDuration(ms: number): string {
  if (ms <= 0) return '0';
  for (const unit of ['d', 'h', 'm', 's']) {
    const size = UNITS[unit] ?? 1;
    if (ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}
