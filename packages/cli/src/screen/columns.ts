import stringWidth from 'string-width';
import { oneLine } from './harmless.ts';
import type { Paint, Style } from './paint.ts';

/** Text measured in terminal cells: a wide character takes two, a combining mark none. */
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export const widthOf = (text: string): number => stringWidth(text);

/** At most `width` cells of one line; what does not fit ends in `…`. */
export function cut(text: string, width: number): string {
  const line = oneLine(text);
  if (width <= 0) return '';
  if (widthOf(line) <= width) return line;
  let taken = '';
  let used = 0;
  for (const { segment } of segments.segment(line)) {
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
  for (const { segment } of segments.segment(word)) {
    const last = parts.at(-1) ?? '';
    if (last !== '' && widthOf(last + segment) > width) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}
