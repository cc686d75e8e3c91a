import type { ChatHead } from '@symphony/domain';

/** Those whose title has all the words, in any order and case. */
export function chatsCalled(heads: readonly ChatHead[], words: string): readonly ChatHead[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return heads;
  return heads.filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
}
