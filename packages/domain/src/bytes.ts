const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as a person says them: `1.2 MB`. Thousands, as disks are sold and `df -H` counts. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[unit]}`;
}
