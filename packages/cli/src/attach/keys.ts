/** What keys mean to somebody who is attached. */

/** Ctrl-], also as terminals write it while a program has asked them for unambiguous keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
const LEAVE = /\u001d|\u001b\[93;5(?::\d)?u|\u001b\[27;5;93~/;
const CTRL_C = '\u0003';

export type Keys =
  /** Whether something was typed before leaving does not matter: it is not sent. */
  { readonly leave: true } | { readonly leave: false; readonly typed: string };

/** Who only looks has nothing else to type, so the usual keys leave too. */
export function readKeys(text: string, write: boolean): Keys {
  const looksOut = !write && (text === 'q' || text === 'Q' || text.includes(CTRL_C));
  if (LEAVE.test(text) || looksOut) return { leave: true };
  return { leave: false, typed: write ? text : '' };
}

/** In a line that is being written Ctrl-C leaves as well: there is no program it could be meant for. */
export const readLineKeys = (text: string): Keys =>
  text.includes(CTRL_C) ? { leave: true } : readKeys(text, true);

/**
 * A program asks its terminal questions, and every viewer's terminal would answer. The conductor's
 * own screen has answered already, so these answers go no further: where the cursor is, what kind
 * of terminal it is, whether it is well, which modes it is in.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ANSWERS = /\u001b\[(?:\?|>|=)?[\d;]*(?:R|c|n|\$y)/g;

export const withoutAnswers = (typed: string): string => typed.replace(ANSWERS, '');
