import type { ReviewComment } from '@symphony/domain';
import gitdiff, { type Change, type File, type Hunk } from 'gitdiff-parser';
import { visibleLine } from './visible-text.ts';

/** A line of a patch as it is shown. */
export type PatchLine =
  | { readonly kind: 'hunk'; readonly text: string }
  | {
      readonly kind: 'added' | 'removed' | 'same';
      /** Its number before the change; null for what was not there. */
      readonly old: number | null;
      readonly new: number | null;
      readonly text: string;
      /** Characters that were left out at its end. */
      readonly more: number;
    };

export type CodeLine = Exclude<PatchLine, { kind: 'hunk' }>;

/** Its types speak of an ES module, and it is none: the default import is the parser itself. */
const parser = gitdiff as unknown as { parse(patch: string): File[] };

/** Null for what is no unified diff. */
export function readPatch(patch: string): readonly PatchLine[] | null {
  try {
    return parser.parse(patch).flatMap(({ hunks }) => hunks.flatMap(linesOf));
  } catch {
    return null; // the parser throws at what it does not know; it is shown as it is
  }
}

const linesOf = (hunk: Hunk): PatchLine[] => [
  { kind: 'hunk', text: visibleLine(hunk.content).text },
  ...hunk.changes.map(lineOf),
];

function lineOf(change: Change): CodeLine {
  const { text, more } = visibleLine(change.content);
  switch (change.type) {
    case 'insert':
      return { kind: 'added', old: null, new: change.lineNumber, text, more };
    case 'delete':
      return { kind: 'removed', old: change.lineNumber, new: null, text, more };
    case 'normal':
      return { kind: 'same', old: change.oldLineNumber, new: change.newLineNumber, text, more };
  }
}

/** Where a remark about this line belongs: what was removed is only in the file as it was before. */
export const placeOf = (line: CodeLine): Pick<ReviewComment, 'side' | 'line'> =>
  line.new === null ? { side: 'old', line: line.old ?? 0 } : { side: 'new', line: line.new };

/** How wide the longest line is, in characters. */
export const widthOf = (lines: readonly PatchLine[]): number =>
  lines.reduce((most, line) => Math.max(most, line.text.length), 0);
