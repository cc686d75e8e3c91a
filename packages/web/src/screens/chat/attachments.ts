import type { ChatFile } from '@symphony/domain';
import { countWords } from './chat-words.ts';

/** What the daemon takes with one request. */
export const MOST_FILES = 20;
export const MOST_CHARACTERS = 400_000;

export interface Attached {
  readonly files: readonly ChatFile[];
  /** Why something was not taken, in a sentence. */
  readonly refusal: string | null;
}

/** Files with the same name replace each other. What is no text or too much is left out, and said. */
export function attach(before: readonly ChatFile[], fresh: readonly ChatFile[]): Attached {
  let files = before;
  const refused: string[] = [];
  for (const file of fresh) {
    const others = files.filter(({ name }) => name !== file.name);
    const why = whyNot(others, file);
    if (why === null) files = [...others, file];
    else refused.push(`${file.name} ${why}.`);
  }
  return { files, refusal: refused.length === 0 ? null : refused.join(' ') };
}

function whyNot(others: readonly ChatFile[], { text }: ChatFile): string | null {
  if (text.includes('\0') || text.includes('\uFFFD')) return 'is not a text file';
  if (text.trim() === '') return 'is empty';
  if (others.length >= MOST_FILES) return `is one too many: ${MOST_FILES} can be given along`;
  const sum = others.reduce((all, each) => all + each.text.length, text.length);
  return sum > MOST_CHARACTERS
    ? `is too long: all files together may have ${countWords(MOST_CHARACTERS)} characters`
    : null;
}
