import { createRequire } from 'node:module';
import { oneLine } from './harmless.ts';
import type { Paint, Style } from './paint.ts';

/** Text measured in terminal cells: a wide character takes two, a combining mark none. */

/** Western letters and the signs of our own screens: each takes one cell, whatever stands beside it. */
const PLAIN =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u203a\u2190-\u21ff\u2212\u2264\u2265\u2500-\u25fc✓✗]*$/;
const require = createRequire(import.meta.url);

/** What knows all the others takes a quarter of a command's start to load: that waits for the first of them. */
export const widthOf = (text: string): number =>
  PLAIN.test(text) ? text.length : (require('string-width') as typeof import('string-width')).default(text);

let segmenter: Intl.Segmenter | null = null;

/** What a person sees as one character each. */
function segmentsOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** At most `width` cells of one line; what does not fit ends in `…`. */
export function cut(text: string, width: number): string {
  const line = oneLine(text);
  if (width <= 0) return '';
  if (widthOf(line) <= width) return line;
  let taken = '';
  let used = 0;
  for (const segment of segmentsOf(line)) {
    const next = widthOf(segment);
    if (used + next > width - 1) break;
    taken += segment;
    used += next;
  }
  return `${taken.trimEnd()}…`;
}

/** Exactly `width` cells. */
export function fit(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const line = cut(text, width);
  const space = ' '.repeat(Math.max(0, width - widthOf(line)));
  return align === 'left' ? line + space : space + line;
}

export interface Column {
  /** The widest this column may become. `rest` takes what the others leave. */
  readonly max: number | 'rest';
  readonly align?: 'left' | 'right';
}

export interface Cell {
  readonly text: string;
  readonly style?: Style;
}

/** Rows under each other, no line wider than `width`. An empty column takes no room. */
export function table(
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  width: number,
  paint: Paint,
): string[] {
  const natural = columns.map((_, at) =>
    Math.max(0, ...rows.map((row) => widthOf(oneLine(row[at]?.text ?? '')))),
  );
  const fixed = columns.map((column, at) =>
    column.max === 'rest' ? 0 : Math.min(natural[at] ?? 0, column.max),
  );
  const gaps = natural.filter((each) => each > 0).length - 1;
  const left = width - fixed.reduce((sum, each) => sum + each, 0) - Math.max(0, gaps) * 2;
  const widths = columns.map((column, at) =>
    column.max === 'rest' ? Math.max(0, Math.min(natural[at] ?? 0, left)) : (fixed[at] ?? 0),
  );
  const layout = columns.map(
    (column, at) => ({ align: column.align ?? 'left', width: widths[at] ?? 0 }) as const,
  );
  return rows.map((row) => tableLine(row, layout, paint));
}

function tableLine(
  row: readonly Cell[],
  layout: readonly { readonly align: 'left' | 'right'; readonly width: number }[],
  paint: Paint,
): string {
  const cells = layout.flatMap(({ align, width }, at) => {
    const cell = row[at] ?? { text: '' };
    if (width === 0) return [];
    const text = fit(cell.text, width, align);
    return [cell.style ? paint(cell.style, text) : text];
  });
  return cells.join('  ').trimEnd();
}

/** Paragraphs broken at blanks so that no line is wider than `width`. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(oneLine(paragraph), Math.max(1, width)));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ').flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word wider than the line is broken where it must. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts = [''];
  for (const segment of segmentsOf(word)) {
    const last = parts.at(-1) ?? '';
    if (last !== '' && widthOf(last + segment) > width) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}
