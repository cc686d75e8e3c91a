import type { Highlight } from '@symphony/domain';
import { type Term, wordsOf } from '../store/searchable-text.ts';

/** Pieces of a text around the words that were looked for, so that a person sees why it was found. */

const MOST = 3;
/** Characters shown before a word, and after it. */
const AROUND = 60;
/** How far a word is looked for that only matches with its accents off. */
const LOOKED_THROUGH = 16_384;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

export function highlightsOf(text: string, terms: readonly Term[]): readonly Highlight[] {
  const lower = text.toLowerCase();
  const highlights: Highlight[] = [];
  let shownTo = -1;
  for (const place of terms.map((term) => placeOf(text, lower, term)).sort((a, b) => a - b)) {
    if (place <= shownTo || highlights.length === MOST) continue;
    const from = Math.max(0, place - AROUND);
    shownTo = Math.min(text.length, place + AROUND);
    const piece = text.slice(from, shownTo);
    highlights.push({ text: piece, marks: marksIn(piece, terms) });
  }
  return highlights;
}

/** Where the first word stands that meets the term, or -1. */
function placeOf(text: string, lower: string, term: Term): number {
  for (let at = lower.indexOf(term.word); at >= 0; at = lower.indexOf(term.word, at + 1)) {
    const start = wordStart(lower, at);
    if (start === at && meets(wordAt(lower, at), term)) return at;
  }
  for (const { 0: word, index } of text.slice(0, LOOKED_THROUGH).matchAll(WORD))
    if (meets(word, term)) return index;
  return -1;
}

const wordStart = (text: string, at: number): number =>
  at > 0 && /[\p{L}\p{N}\p{M}]/u.test(text[at - 1] ?? '') ? at - 1 : at;

const wordAt = (text: string, at: number): string => text.slice(at, at + 100).match(WORD)?.[0] ?? '';

const meets = (word: string, { word: wanted, whole }: Term): boolean =>
  wordsOf(word).some((each) => (whole ? each === wanted : each.startsWith(wanted)));

const marksIn = (piece: string, terms: readonly Term[]): Highlight['marks'] =>
  [...piece.matchAll(WORD)]
    .filter(({ 0: word }) => terms.some((term) => meets(word, term)))
    .map(({ 0: word, index }) => [index, index + word.length] as const);
