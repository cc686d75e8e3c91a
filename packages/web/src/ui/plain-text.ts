import stripAnsi from 'strip-ansi';

/** Control characters, and the marks that reverse the reading direction and so can disguise a text. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * What agents, commands and trackers wrote, as text to be read: without what would have moved a
 * terminal's cursor, painted or hidden something. Line breaks and tabs stay.
 */
export const plainText = (text: string): string =>
  stripAnsi(text.replace(/\r\n/g, '\n')).replace(UNSEEN, (character) =>
    character === '\n' || character === '\t' ? character : '',
  );

/** One line of at most so many characters. */
export function plainLine(text: string, most = 400): string {
  // A summary can be a whole file: only as much as can be shown is looked at.
  const line = plainText(text.slice(0, most * 4))
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
