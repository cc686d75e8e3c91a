import { parse } from 'csv-parse/sync';

/** A table of values: its rows as JSON lines, each with the names of its columns. */
export function tableOf(text: string): { readonly text: string; readonly rows: number } {
  const first = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'));
  const count = (mark: string): number => first.split(mark).length;
  const delimiter = [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  const rows: unknown[] = parse(text, {
    columns: true,
    delimiter,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  return { text: rows.map((row) => JSON.stringify(row)).join('\n'), rows: rows.length };
}
