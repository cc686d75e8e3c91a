/** Longer lines are made by programs; a mark stands at the beginning of what people and agents write. */
const LONGEST = 2_000;
const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * The lines a patch without context adds, with their place in the new file. The counts of each hunk
 * tell content from headings, whatever the content looks like.
 */
export function* addedLines(
  patch: string,
): Generator<{ readonly file: string; readonly line: number; readonly text: string }> {
  let file = '';
  let line = 0;
  let removed = 0;
  let added = 0;
  for (const text of linesOf(patch)) {
    if (removed > 0 && text.startsWith('-')) removed -= 1;
    else if (added > 0 && text.startsWith('+')) {
      yield { file, line, text: text.slice(1, LONGEST + 1) };
      line += 1;
      added -= 1;
    } else if (text.startsWith('+++ ')) file = pathIn(text.slice(4));
    else {
      const hunk = HUNK.exec(text);
      if (!hunk) continue;
      removed = Number(hunk[1] ?? 1);
      line = Number(hunk[2]);
      added = Number(hunk[3] ?? 1);
    }
  }
}

/** One by one: a large patch is not held twice. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    yield end === -1 ? text.slice(from) : text.slice(from, end);
    if (end === -1) return;
    from = end + 1;
  }
}

/** `b/name`; in quotes where it holds what git writes as an escape, and with a tab behind it where it holds a blank. */
function pathIn(heading: string): string {
  const name = heading.startsWith('"') ? unquoted(heading) : heading.replace(/\t$/, '');
  return name.replace(/^b\//, '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Bytes are written as three octal digits each, so a character may take several of them. */
function unquoted(name: string): string {
  const inside = name.slice(1, name.lastIndexOf('"'));
  const bytes = inside.replaceAll(/\\([0-7]{3}|.)/g, (_, sign: string) =>
    sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8)) : (ESCAPES[sign] ?? sign),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
