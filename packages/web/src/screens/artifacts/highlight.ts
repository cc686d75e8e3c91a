import type { Highlight } from '@symphony/domain';
import { plainText } from '../../ui/plain-text.ts';

/** A piece of a text; `marked` where it is what was looked for. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** As much before the first mark as leaves the mark in sight. */
const BEFORE = 24;

/** The highlight cut where its marks begin and end. Marks that overlap, or lie outside, do no harm. */
export function piecesOf({ text, marks }: Highlight): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, marked: boolean): void => {
    // Made plain piece by piece: taking something out would move the marks behind it.
    const plain = plainText(text.slice(from, to)).replace(/\s+/gu, ' ');
    if (plain !== '') pieces.push({ text: plain, marked });
  };
  const first = Math.min(...marks.map(([from]) => from));
  let at = first > BEFORE && first < text.length ? first - BEFORE : 0;
  if (at > 0) pieces.push({ text: '…', marked: false });
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const begin = Math.min(Math.max(from, at), text.length);
    const end = Math.min(Math.max(to, begin), text.length);
    add(at, begin, false);
    add(begin, end, true);
    at = end;
  }
  add(at, text.length, false);
  return pieces;
}
