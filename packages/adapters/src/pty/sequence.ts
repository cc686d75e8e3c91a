/** What a sequence may hold that is not over yet; a longer one is broken and is passed on. */
const LONGEST = 4_096;

/** A sequence at the end of a text that has begun and not ended: control sequences, strings, and the escape itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are spoken to in control characters
const UNFINISHED = /\u001b(?:[ -/]*|\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?)$/;

/** How much of a piece of output can be shown without cutting a sequence in two. */
export function wholeLength(text: string): number {
  const near = text.slice(-LONGEST);
  const match = UNFINISHED.exec(near);
  return match ? text.length - near.length + match.index : text.length;
}
