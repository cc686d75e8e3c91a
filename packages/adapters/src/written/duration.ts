const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads `200ms`, `2s`, `1.5m`, `1h` or a number of milliseconds; null when it is none of these. */
export function readDuration(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null;
  if (typeof value !== 'string') return null;
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|)$/.exec(value.trim());
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1) : null;
}
