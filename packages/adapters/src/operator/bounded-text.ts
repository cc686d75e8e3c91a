/** How much of a diff or a log is passed on: it ends up in prompts and in the log. */
const LONGEST = 200_000;

/** The beginning of a text, to the last whole line that fits, with a word about what is left out. */
export function boundedText(text: string): string {
  if (text.length <= LONGEST) return text;
  const kept = text.slice(0, text.lastIndexOf('\n', LONGEST) + 1 || LONGEST);
  return `${kept.trimEnd()}\n… ${text.length - kept.length} more characters are left out.\n`;
}
