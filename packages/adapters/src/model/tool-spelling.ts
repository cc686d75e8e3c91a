import { createHash } from 'node:crypto';

/**
 * Providers take letters, digits, `_` and `-`, at most 64 of them, so the dot of `domain.tool` is spelled `__`.
 * Names for which that could be misread, or that are too long, end in `___` and a digest: no plain spelling has
 * three underscores in a row, so no two names are spelled alike.
 */
const LONGEST = 64;
const DIGEST = 10;
const MISREAD = /__|_\.|\._|[^\w.-]|^\.|\.$|\.\./;

const known = new Map<string, string>();
/** Names come from tools, of which there are few; whoever makes up names must not fill the memory. */
const MOST_KNOWN = 10_000;

export function spelled(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const made = spell(name);
  if (known.size < MOST_KNOWN) known.set(name, made);
  return made;
}

function spell(name: string): string {
  if (!MISREAD.test(name)) {
    const plain = name.replaceAll('.', '__');
    if (plain.length <= LONGEST && plain !== '') return plain;
  }
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST);
  const stem = name.replaceAll(/[^A-Za-z0-9-]+/g, '_').replaceAll(/^_|_$/g, '');
  return `${stem.slice(0, LONGEST - DIGEST - 3)}___${digest}`;
}

/** Back to the name, among those that were offered. A model may also write what nobody offered: that stays readable. */
export function unspelled(written: string, offered: ReadonlyMap<string, string>): string {
  return offered.get(written) ?? written.replaceAll('__', '.');
}
