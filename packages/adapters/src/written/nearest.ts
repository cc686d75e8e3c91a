import { closest } from 'fastest-levenshtein';

/** The known word most like the one given, for "did you mean"; empty where nothing is known. */
export const nearest = (word: string, known: readonly string[]): string =>
  known.length === 0 ? '' : closest(word, known);
