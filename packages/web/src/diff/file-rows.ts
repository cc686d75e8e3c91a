import type { ChangedFile } from '@symphony/domain';

/** What stands in the list of files. */
export type FileRow =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly file: ChangedFile; readonly name: string };

export type FileOrder = 'folders' | 'list';

/** Those whose path holds the words, in the order of their paths; `folders` puts each under its own. */
export function fileRows(files: readonly ChangedFile[], words: string, order: FileOrder): readonly FileRow[] {
  const wanted = words.trim().toLowerCase();
  const fitting = files
    .filter(({ path }) => path.toLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        (order === 'folders' ? compareText(folderOf(a.path), folderOf(b.path)) : 0) ||
        compareText(a.path, b.path),
    );
  if (order === 'list') return fitting.map((file) => ({ kind: 'file', file, name: file.path }));
  return fitting.flatMap((file, at): FileRow[] => {
    const folder = folderOf(file.path);
    const before = fitting[at - 1];
    const row: FileRow = { kind: 'file', file, name: file.path.slice(folder.length) };
    const isFirst = before === undefined || folderOf(before.path) !== folder;
    return isFirst && folder !== '' ? [{ kind: 'folder', path: folder }, row] : [row];
  });
}

/** With the slash at its end; empty at the top. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The file after (1) or before (-1) the one that is looked at, as they stand in the list. */
export function neighbouringFile(
  rows: readonly FileRow[],
  path: string | null,
  way: 1 | -1,
): ChangedFile | null {
  const files = rows.flatMap((row) => (row.kind === 'file' ? [row.file] : []));
  const at = files.findIndex((file) => file.path === path);
  return files[at + way] ?? null;
}

export interface Tally {
  readonly added: number;
  readonly removed: number;
}

export const tallyOf = (files: readonly ChangedFile[]): Tally =>
  files.reduce(
    (sum, { added, removed }) => ({
      added: sum.added + (added ?? 0),
      removed: sum.removed + (removed ?? 0),
    }),
    { added: 0, removed: 0 },
  );
