import type { ReviewComment } from '@symphony/domain';
import { type CodeLine, type PatchLine, placeOf } from './patch-lines.ts';
import { placeKey } from './review-draft.ts';

/** What stands in the diff: its lines, with the remarks below the lines they are about. */
export type DiffRow =
  | { readonly kind: 'hunk'; readonly key: string; readonly text: string }
  | { readonly kind: 'code'; readonly key: string; readonly line: CodeLine }
  | { readonly kind: 'remark'; readonly key: string; readonly comment: ReviewComment }
  | { readonly kind: 'box'; readonly key: string; readonly line: CodeLine };

/** `writing`: the key of the place a remark is being written for. */
export function diffRows(
  lines: readonly PatchLine[],
  path: string,
  comments: readonly ReviewComment[],
  writing: string | null,
): readonly DiffRow[] {
  const said = new Map(comments.map((comment) => [placeKey(comment), comment]));
  return lines.flatMap((line, at): DiffRow[] => {
    if (line.kind === 'hunk') return [{ kind: 'hunk', key: `hunk ${at}`, text: line.text }];
    const key = placeKey({ path, ...placeOf(line) });
    const rows: DiffRow[] = [{ kind: 'code', key, line }];
    const comment = said.get(key);
    if (writing === key) rows.push({ kind: 'box', key: `box ${key}`, line });
    else if (comment) rows.push({ kind: 'remark', key: `remark ${key}`, comment });
    return rows;
  });
}

/** The next row that is a line of code, going up or down; null at the end. */
export function neighbouringCode(rows: readonly DiffRow[], from: number, way: 1 | -1): number | null {
  for (let at = from + way; at >= 0 && at < rows.length; at += way) if (rows[at]?.kind === 'code') return at;
  return null;
}
