import { diffArrays } from 'diff';

/** What one side did to the lines of a text: those from `from` up to `to` gave way to `lines`. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function editsBetween(before: string, after: string): readonly Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let open: Edit | null = null;
  for (const { added, removed, value } of diffArrays(linesOf(before), linesOf(after))) {
    if (!added && !removed) {
      if (open) edits.push(open);
      open = null;
      at += value.length;
      continue;
    }
    const edit: Edit = open ?? { from: at, to: at, lines: [] };
    open = added ? { ...edit, lines: [...edit.lines, ...value] } : { ...edit, to: edit.to + value.length };
    if (removed) at += value.length;
  }
  return open ? [...edits, open] : edits;
}

/** The lines `after` has and `before` has not, with their number in `after`. */
export function addedLinesOf(before: string, after: string): readonly { line: number; text: string }[] {
  let shift = 0;
  return editsBetween(before, after).flatMap(({ from, to, lines }) => {
    const first = from + shift + 1;
    shift += lines.length - (to - from);
    return lines.map((text, at) => ({ line: first + at, text }));
  });
}

/** Whether both changes of a file can be had: one side left it, both did the same, or they are apart. */
export function goTogether(
  before: string | undefined,
  mine: string | undefined,
  theirs: string | undefined,
): boolean {
  if (mine === theirs || mine === before || theirs === before) return true;
  if (before === undefined || mine === undefined || theirs === undefined) return false;
  const others = editsBetween(before, theirs);
  return editsBetween(before, mine).every((a) =>
    others.every((b) => a.to < b.from || b.to < a.from || isSame(a, b)),
  );
}

/** Lines that only touch count as one place, as git has it. */
const isSame = (a: Edit, b: Edit): boolean =>
  a.from === b.from && a.to === b.to && a.lines.join('\n') === b.lines.join('\n');
