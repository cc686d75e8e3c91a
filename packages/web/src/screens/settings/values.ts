import type { SettingRow } from '@symphony/domain';

/** Every word must be in its name, its value or where it comes from. `own`: only what somebody set. */
export function findRows(rows: readonly SettingRow[], words: string, own: boolean): readonly SettingRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (own && row.source === 'default') return false;
    const text = `${row.path} ${row.value} ${row.source}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
