import { stripVTControlCharacters } from 'node:util';

/**
 * Titles, agent messages and file names come from anywhere and end up on a person's terminal.
 * Every renderer passes what it was given through here first: escape sequences, control characters
 * and the marks that reverse the reading direction are taken out; line breaks stay.
 */
const CONTROL = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const replacement = (character: string): string => {
  if (character === '\n') return '\n';
  if (character === '\u2028' || character === '\u2029') return '\n';
  return character === '\t' ? ' ' : '';
};

const harmlessText = (text: string): string => stripVTControlCharacters(text).replace(CONTROL, replacement);

/** A copy of any JSON-like value in which no text can command the terminal. */
export function harmless<T>(value: T): T {
  if (typeof value === 'string') return harmlessText(value) as T;
  if (Array.isArray(value)) return value.map(harmless) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [harmlessText(key), harmless(each)]),
  ) as T;
}

/** One line out of any text. */
export const oneLine = (text: string): string => harmlessText(text).replace(/\s+/gu, ' ').trim();

/**
 * JSON as text for a terminal or a file. `JSON.stringify` escapes the first control characters only;
 * the others appear inside strings alone, so writing them as escapes keeps the value the same.
 */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
