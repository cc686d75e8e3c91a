/**
 * Codex tells a command as it hands it to the system: `/bin/bash -lc "git status"`. Rules of a
 * policy and people are about the inner line, so it is taken out again.
 */

const SHELL = /(^|\/)(ba|z|da|k)?sh$/;
const RUNS_ITS_ARGUMENT = /^-l?c$/;

/** The line given to the shell, or the command as it is when it is not exactly one shell with one line. */
export function innerCommand(command: string): string {
  const words = shellWords(command);
  const [shell = '', flag = '', line = ''] = words ?? [];
  return words?.length === 3 && SHELL.test(shell) && RUNS_ITS_ARGUMENT.test(flag) ? line : command;
}

/** Bare characters, '…' as it is, "…" with its backslashes: the three ways codex quotes a word. */
const PIECE = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)|(\s+)/y;

/** Null when the text is not made of whole words: then nothing is known about it. */
function shellWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const piece = PIECE.exec(text);
    if (piece === null) return null;
    const [, single, double, escaped, bare, gap] = piece;
    if (gap === undefined) {
      word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? bare ?? '');
    } else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}
