import { stripVTControlCharacters } from 'node:util';

/**
 * Titles, agent messages and file names come from anywhere and end up on a person's terminal. Escape
 * sequences, control characters and the marks that reverse the reading direction are taken out; line
 * breaks stay. Rows are made by `columns.ts` only, and everything there goes through here.
 */
const CONTROL = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Far more than any screen shows of one text; what is longer would only cost time at every frame. */
const MOST = 20_000;

const replacement = (character: string): string => {
  if (character === '\n' || character === '\u2028' || character === '\u2029') return '\n';
  return character === '\t' ? ' ' : '';
};

export const harmless = (text: string): string =>
  stripVTControlCharacters(text.slice(0, MOST)).replace(CONTROL, replacement);

/** One line out of any text. */
export const oneLine = (text: string): string => harmless(text).replace(/\s+/gu, ' ').trim();
