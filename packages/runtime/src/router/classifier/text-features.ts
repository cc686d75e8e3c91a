/**
 * What a text is compared by: its words, pairs of words next to each other and one apart, and pieces of four
 * letters, so that a misspelled or inflected word still looks like itself. Numbers count by their length only:
 * "5 minutes" and "7 minutes" ask for the same.
 */
export function featuresOf(text: string): string[] {
  const words = wordsOf(text);
  const features = words.map((word) => `w${word}`);
  const framed = ['^', ...words, '$'];
  for (let at = 0; at + 1 < framed.length; at += 1) {
    features.push(`b${framed[at]} ${framed[at + 1]}`);
    if (at + 2 < framed.length) features.push(`s${framed[at]} ${framed[at + 2]}`);
  }
  for (const word of words) {
    const whole = `<${word}>`;
    for (let at = 0; at + PIECE <= whole.length; at += 1) features.push(`c${whole.slice(at, at + PIECE)}`);
  }
  return features;
}

/** How much each kind of feature counts, known by its first letter. */
export const KIND_WEIGHT: Readonly<Record<string, number>> = { w: 1, b: 0.7, s: 0.5, c: 0.6 };

/** Lower case, no punctuation; `#2` stands for a number of two digits. */
export function wordsOf(text: string): string[] {
  const found = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return found.slice(0, MOST_WORDS).map((word) => (DIGIT.test(word) ? `#${Math.min(word.length, 5)}` : word));
}

const PIECE = 4;
/** Longer requests are not for a quick answer; their first words decide as well as all of them. */
const MOST_WORDS = 250;
const WORD = /\p{L}+(?:['’]\p{L}+)?|\p{N}+/gu;
const DIGIT = /^\p{N}/u;
