import type { LogEvent } from '@symphony/domain';

/**
 * What a search looks at. Words are cut here and not by the database, so that every store, and the
 * part of a log that is not in the index yet, answers alike: case, accents and width make no
 * difference, a word is found by its beginning, a number only whole (12 is not 123).
 */

/** The fields in which people and agents speak; everything else is ids, numbers and states. */
const SPOKEN = new Set([
  'answer',
  'branch',
  'by',
  'choices',
  'command',
  'description',
  'detail',
  'error',
  'identifier',
  'labels',
  'message',
  'name',
  'outputTail',
  'player',
  'reason',
  'report',
  'summary',
  'text',
  'title',
  'where',
  'why',
]);

/** What one entry may add to the index: the end of a long output is in the entry, not in the search. */
const MAX_TEXT = 8_000;
const MAX_TERMS = 16;

/** Everything the event says, or an empty string when it says nothing to a person. */
export function textOf(event: LogEvent): string {
  const said: string[] = [];
  collect(event, false, said);
  return said.join('\n').slice(0, MAX_TEXT);
}

function collect(value: unknown, spoken: boolean, said: string[]): void {
  if (typeof value === 'string') {
    if (spoken && value !== '') said.push(value);
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, spoken, said);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) collect(each, SPOKEN.has(key), said);
  }
}

const NOT_ASCII = /[\u0080-\uffff]/;

export function wordsOf(text: string): readonly string[] {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKD').replace(/\p{M}+/gu, '') : text;
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export interface Term {
  readonly word: string;
  readonly whole: boolean;
}

/** What a person typed, as terms that must all be found. None when there is no letter or digit in it. */
export const termsOf = (typed: string): readonly Term[] =>
  [...new Set(wordsOf(typed))].slice(0, MAX_TERMS).map((word) => ({ word, whole: /^\p{N}+$/u.test(word) }));

export function says(event: LogEvent, terms: readonly Term[]): boolean {
  const words = wordsOf(textOf(event));
  return terms.every(({ word, whole }) =>
    words.some((each) => (whole ? each === word : each.startsWith(word))),
  );
}
