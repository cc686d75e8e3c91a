/**
 * Cuts a text into pieces of at most `most` characters, between paragraphs where it can, else between sentences, else
 * between words. Joined they are the text again.
 */
export function chunksOf(text: string, most: number): readonly string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = text.length - from <= most ? text.length : cutBefore(text, from, from + most);
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks;
}

/** Never so early that pieces become tiny. */
function cutBefore(text: string, from: number, limit: number): number {
  const least = from + Math.floor((limit - from) / 2);
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(mark, limit - mark.length);
    if (at >= least) return at + mark.length;
  }
  // Not in the middle of a character that takes two places.
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff && limit - 1 > from ? limit - 1 : limit;
}

export const sentencesOf = (text: string): readonly string[] =>
  (text.replace(/\s+/g, ' ').match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?]+|$)/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
