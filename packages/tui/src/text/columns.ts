import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { harmless, oneLine } from './harmless.ts';

/** Text measured in terminal cells: a wide character takes two, a combining mark none. */
export const widthOf = (text: string): number => stringWidth(text);

/** At most `width` cells of one line; what does not fit ends in `…`. */
export function cut(text: string, width: number): string {
  if (width <= 0) return '';
  const line = oneLine(text);
  // Cutting costs much more than measuring, and what is shown at most needs a few cells per character.
  return widthOf(line) <= width ? line : cliTruncate(line, width, { preferTruncationOnSpace: false });
}

/** Exactly `width` cells. */
export function fit(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const line = cut(text, width);
  const space = ' '.repeat(Math.max(0, width - widthOf(line)));
  return align === 'left' ? line + space : space + line;
}

/** Paragraphs broken at blanks, and inside words where they must, so that no line is wider than `width`. */
export function wrap(text: string, width: number): string[] {
  return harmless(text)
    .split('\n')
    .flatMap((paragraph) => wrapAnsi(oneLine(paragraph), Math.max(2, width), { hard: true }).split('\n'));
}

/** No more than `most` lines; the last one says that there was more. */
export function wrapUpTo(text: string, width: number, most: number): string[] {
  const lines = wrap(text, width);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]} …${'.'.repeat(width)}`, width)];
}
