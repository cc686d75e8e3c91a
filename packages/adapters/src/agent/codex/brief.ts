/** How much of one text goes into the log. What an agent prints has no upper bound. */
const TEXT_LIMIT = 64_000;
const LINE_LIMIT = 300;

export const brief = (text: string): string =>
  text.length <= TEXT_LIMIT
    ? text
    : `${text.slice(0, TEXT_LIMIT)}\n… ${text.length - TEXT_LIMIT} characters more`;

/** One line a person can read at a glance. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, LINE_LIMIT * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= LINE_LIMIT ? line : `${line.slice(0, LINE_LIMIT - 1)}…`;
}
