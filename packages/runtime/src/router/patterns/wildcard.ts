/** Lower case, single blanks, no punctuation at the end: how triggers and requests are compared. */
export const plainly = (text: string): string => tidy(text).toLowerCase();

/** The same with the letters as they were written. */
export const tidy = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.!?,;:]+$/u, '');

/**
 * What each `*` of a trigger catches, or null when the request is another one. A `*` catches as little as it can and
 * at least one word. Takes time in proportion to the request, whatever the trigger.
 */
export function caught(trigger: string, request: string): string[] | null {
  const spoken = tidy(request);
  const lower = spoken.toLowerCase();
  // Some letters change their length in lower case; then what is caught is lower case too.
  const written = lower.length === spoken.length ? spoken : lower;
  const pieces = plainly(trigger).split('*');
  const first = pieces[0]!;
  const last = pieces[pieces.length - 1]!;
  if (pieces.length === 1) return lower === first ? [] : null;
  if (!lower.startsWith(first) || !lower.endsWith(last)) return null;
  const end = lower.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const next = lower.indexOf(piece, at + 1);
    if (next < 0 || next + piece.length > end) return null;
    values.push(written.slice(at, next).trim());
    at = next + piece.length;
  }
  if (at >= end) return null;
  values.push(written.slice(at, end).trim());
  return values.every((value) => value !== '') ? values : null;
}
