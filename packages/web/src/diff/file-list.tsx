import type { ChangedFile } from '@symphony/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { FolderTree, List } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { TextInput } from '../ui/field.tsx';
import { plainText } from '../ui/plain-text.ts';
import type { FileOrder, FileRow } from './file-rows.ts';

interface FileListProps {
  readonly rows: readonly FileRow[];
  readonly current: string | null;
  onSelect(path: string): void;
  readonly words: string;
  onWords(words: string): void;
  readonly order: FileOrder;
  onOrder(order: FileOrder): void;
  /** How many remarks were written about a file. */
  remarksOf(path: string): number;
}

const ROW_PX = 28;

/** What was changed: thousands of files are no more work than ten. */
export function FileList(props: FileListProps) {
  const { rows, current, onSelect, words, onWords, order, onOrder, remarksOf } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const place = rows.findIndex((row) => row.kind === 'file' && row.file.path === current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown when another file is chosen, not when it is scrolled away.
  useEffect(() => {
    if (place >= 0) list.scrollToIndex(place, { align: 'auto' });
  }, [place]);
  const other: FileOrder = order === 'folders' ? 'list' : 'folders';
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 border-b border-line p-2">
        <TextInput
          type="search"
          aria-label="Filter the files"
          placeholder="Filter the files"
          value={words}
          onChange={(event) => onWords(event.target.value)}
          className="!h-7 text-sm"
        />
        <IconButton
          size="sm"
          label={other === 'folders' ? 'Put them under their folders' : 'Show them as a list'}
          onClick={() => onOrder(other)}
        >
          {other === 'folders' ? (
            <FolderTree className="size-4" aria-hidden />
          ) : (
            <List className="size-4" aria-hidden />
          )}
        </IconButton>
      </div>
      {rows.length === 0 && <p className="p-3 text-sm text-ink-soft">No file is called like that.</p>}
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto py-1">
        <ul aria-label="Changed files" className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <li
                key={row.kind === 'file' ? row.file.path : `folder ${row.path}`}
                style={{ transform: `translateY(${start}px)` }}
                className="absolute top-0 left-0 h-7 w-full"
              >
                {row.kind === 'folder' ? (
                  <span
                    className="block truncate px-3 pt-1.5 font-mono text-xs text-ink-faint"
                    title={plainText(row.path)}
                  >
                    {plainText(row.path)}
                  </span>
                ) : (
                  <FileButton
                    file={row.file}
                    name={row.name}
                    current={row.file.path === current}
                    remarks={remarksOf(row.file.path)}
                    onSelect={() => onSelect(row.file.path)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

const CHANGES: Readonly<Record<ChangedFile['change'], { letter: string; words: string; colour: string }>> = {
  added: { letter: 'A', words: 'added', colour: 'text-good' },
  modified: { letter: 'M', words: 'modified', colour: 'text-ink-soft' },
  deleted: { letter: 'D', words: 'deleted', colour: 'text-bad' },
  renamed: { letter: 'R', words: 'renamed', colour: 'text-accent' },
  copied: { letter: 'C', words: 'copied', colour: 'text-accent' },
  type: { letter: 'T', words: 'of another type now', colour: 'text-warn' },
};

interface FileButtonProps {
  readonly file: ChangedFile;
  readonly name: string;
  readonly current: boolean;
  readonly remarks: number;
  onSelect(): void;
}

function FileButton({ file, name, current, remarks, onSelect }: FileButtonProps) {
  const { letter, words, colour } = CHANGES[file.change];
  const moved = file.oldPath === null ? '' : `, before ${plainText(file.oldPath)}`;
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={onSelect}
      title={`${plainText(file.path)} (${words}${moved})`}
      className={classes(
        'flex h-7 w-full items-center gap-2 px-3 text-left text-sm',
        current ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className={classes('w-3 shrink-0 font-mono text-xs', colour)} aria-hidden>
        {letter}
      </span>
      <span className="sr-only">{words}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-xs">{plainText(name)}</span>
      {remarks > 0 && (
        <span className="rounded-full bg-warn-soft px-1.5 text-xs text-warn">
          {remarks}
          <span className="sr-only"> remarks</span>
        </span>
      )}
      <Counts added={file.added} removed={file.removed} />
    </button>
  );
}

export function Counts({
  added,
  removed,
}: {
  readonly added: number | null;
  readonly removed: number | null;
}) {
  if (added === null || removed === null)
    return <span className="shrink-0 text-xs text-ink-faint">not text</span>;
  return (
    <span className="shrink-0 text-xs tabular-nums">
      <span className="text-good">+{added}</span> <span className="text-bad">−{removed}</span>
    </span>
  );
}
