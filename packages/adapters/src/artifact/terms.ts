import type { Term } from '../store/searchable-text.ts';

/**
 * Whole words are looked for first: that is exact, and fast in any number of texts. Only where they
 * find little are words also taken by their beginning, which has to bring together every word that
 * begins so.
 */
const FEW = 20;
/** Shorter beginnings are those of half the dictionary. */
const SHORTEST_BEGINNING = 3;

export const isFew = (found: number): boolean => found < FEW;

export const asWhole = ({ word }: Term): Term => ({ word, whole: true });

export const byBeginning = ({ word, whole }: Term): Term => ({
  word,
  whole: whole || word.length < SHORTEST_BEGINNING,
});
