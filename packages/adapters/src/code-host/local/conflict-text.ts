/** Cutting the conflicts out of a file that merge has marked. */

const MAX_SHOWN_BYTES = 4 * 1024;

const CONTEXT_LINES = 3;
const STARTS = /^<{7,}( |$)/;
const ENDS = /^>{7,}( |$)/;

/** The marked conflicts with some lines around them, bounded; null when there are none to show. */
export function conflictHunks(bytes: Buffer | null): string | null {
  if (bytes === null || bytes.includes(0)) return null;
  const lines = bytes.toString('utf8').split('\n');
  const shown = shownLines(lines);
  if (shown.length === 0) return null;
  const parts: string[] = [];
  let last = -1;
  for (const at of shown) {
    if (at !== last + 1) parts.push('…');
    parts.push((lines[at] ?? '').replace(/\r$/, ''));
    last = at;
  }
  if (last < lines.length - 1 && lines.slice(last + 1).join('') !== '') parts.push('…');
  return cutText(parts.join('\n'));
}

function shownLines(lines: readonly string[]): number[] {
  const shown = new Set<number>();
  let start: number | null = null;
  lines.forEach((line, at) => {
    if (start === null && STARTS.test(line)) start = at;
    if (start === null || !(ENDS.test(line) || at === lines.length - 1)) return;
    for (
      let each = Math.max(0, start - CONTEXT_LINES);
      each <= Math.min(lines.length - 1, at + CONTEXT_LINES);
      each += 1
    )
      shown.add(each);
    start = null;
  });
  return [...shown].sort((a, b) => a - b);
}

/** At most MAX_SHOWN_BYTES once encoded, ending between characters, and saying so when cut. */
export function cutText(text: string): string {
  const bytes = Buffer.from(text.trimEnd(), 'utf8');
  if (bytes.length <= MAX_SHOWN_BYTES) return bytes.toString('utf8');
  let end = MAX_SHOWN_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.subarray(0, end).toString('utf8')}\n… (cut)`;
}
