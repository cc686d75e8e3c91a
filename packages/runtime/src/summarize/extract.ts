import { contentWords } from '../learning/wording.ts';
import { sentencesOf } from './chunks.ts';
import { type Form, SIZES } from './form.ts';

const MOST_SENTENCES = 5_000;

/**
 * Without a model: the sentences that hold most of the words the text is about, in their order, as they stand. The
 * same text always gives the same ones.
 */
export function extracted(content: string, { format, length, focus }: Form): string {
  const sentences = sentencesOf(content).slice(0, MOST_SENTENCES);
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of new Set(contentWords(sentence))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const wanted = new Set(focus === null ? [] : contentWords(focus));
  const chosen = sentences
    .map((sentence, index) => ({ sentence, index, worth: worthOf(sentence, index, counts, wanted) }))
    .sort((a, b) => b.worth - a.worth || a.index - b.index)
    .filter(uniqueSentence())
    .slice(0, SIZES[length].sentences)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
  switch (format) {
    case 'summary':
    case 'analysis':
      return chosen.join(' ');
    case 'bullet_points':
      return chosen.map((sentence) => `- ${sentence}`).join('\n');
    case 'itinerary':
      return chosen.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n');
    case 'report':
    case 'structured':
      return `## Key sentences\n\n${chosen.map((sentence) => `- ${sentence}`).join('\n')}`;
  }
}

/** Words that come up often count; long sentences do not win by being long; what opens a text weighs a little more. */
function worthOf(
  sentence: string,
  index: number,
  counts: ReadonlyMap<string, number>,
  wanted: ReadonlySet<string>,
): number {
  const words = contentWords(sentence);
  if (words.length === 0) return 0;
  const common = words.reduce((sum, word) => sum + Math.log1p((counts.get(word) ?? 1) - 1), 0);
  const asked = words.filter((word) => wanted.has(word)).length;
  return (common + 5 * asked) / Math.sqrt(words.length) + 1 / (index + 1);
}

function uniqueSentence(): (each: { readonly sentence: string }) => boolean {
  const said = new Set<string>();
  return ({ sentence }) => {
    const key = sentence.toLowerCase();
    if (said.has(key)) return false;
    said.add(key);
    return true;
  };
}

/** Numbers a summary gives that its text does not: the plainest sign that something was made up. */
export function foreignNumbers(summary: string, content: string): readonly string[] {
  const numbers = (text: string): readonly string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const plain = (number: string): string => number.replace(/[.,]/g, '');
  const known = new Set(numbers(content).map(plain));
  // Points of a list are counted by the summary itself.
  const said = summary.replace(/^\s*(?:#+\s*)?\d+[.)]\s/gm, '');
  return [...new Set(numbers(said))].filter((number) => number.length > 1 && !known.has(plain(number)));
}
