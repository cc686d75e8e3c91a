/** As much of one line as a person reads; a minified file has lines of megabytes. */
export const MOST_CHARACTERS = 1_000;

const HIDDEN = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export interface VisibleLine {
  readonly text: string;
  /** How many characters were left out at its end. */
  readonly more: number;
}

/**
 * A line of a file for somebody who judges it. What cannot be seen, or makes a line read in another
 * order than it runs, is written out: it may be there to deceive.
 */
export function visibleLine(line: string): VisibleLine {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
  const shown = whole.slice(0, MOST_CHARACTERS).replace(HIDDEN, nameOfHidden);
  return { text: shown, more: Math.max(0, whole.length - MOST_CHARACTERS) };
}

const nameOfHidden = (character: string): string =>
  character === '\t'
    ? character
    : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
