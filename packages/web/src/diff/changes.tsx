import type { ChangesView } from '@symphony/domain';
import { counted } from '@symphony/protocol/words';
import { FileDiff, WrapText } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAgain } from '../live/use-again.ts';
import { useQuery } from '../live/use-query.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { plainText } from '../ui/plain-text.ts';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { useKey } from '../ui/use-key.ts';
import { Counts, FileList } from './file-list.tsx';
import { FilePatch } from './file-patch.tsx';
import { type FileOrder, fileRows, neighbouringFile, tallyOf } from './file-rows.ts';
import { ReviewBar } from './review-bar.tsx';
import { useReviewDraft } from './use-review-draft.ts';

interface ChangesProps {
  readonly item: { readonly id: string; readonly identifier: string };
  /** Differs when what the item changes may be different. */
  readonly mark: string;
  /** Its agent is at work, which is not told file by file. */
  readonly atWork: boolean;
  /** Remarks can be sent. */
  readonly reviewable: boolean;
  readonly file: string | null;
  onFile(path: string): void;
}

const WHILE_AT_WORK_MS = 5_000;

/** What the item changes, file by file, with remarks that become its agent's next turn. */
export function Changes({ item, mark, atWork, reviewable, file, onFile }: ChangesProps) {
  const { data, error, again } = useQuery(
    'changes',
    { id: item.identifier },
    atWork ? { every: WHILE_AT_WORK_MS } : {},
  );
  useAgain(mark, again);
  if (!data)
    return error ? <ErrorState error={error} again={again} /> : <Loading label="Reading the changes" />;
  if (data.files.length === 0)
    return (
      <EmptyState icon={FileDiff} title={data.why ? 'There is nothing to compare' : 'Nothing is changed yet'}>
        {data.kind === 'none'
          ? (data.why ?? 'There is nothing to compare: nobody has worked on it, or its work is gone.')
          : 'The files its agent changes are shown here.'}
      </EmptyState>
    );
  return (
    <ChangedFiles
      item={item}
      changes={data}
      file={file}
      onFile={onFile}
      mark={mark}
      reviewable={reviewable}
    />
  );
}

interface ChangedFilesProps extends Omit<ChangesProps, 'atWork'> {
  readonly changes: ChangesView;
}

function ChangedFiles({ item, changes, file, onFile, mark, reviewable }: ChangedFilesProps) {
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<FileOrder>('folders');
  const [wrap, setWrap] = useState(false);
  const review = useReviewDraft(item.id);
  const wanted = useDeferredValue(words);
  const rows = useMemo(() => fileRows(changes.files, wanted, order), [changes, wanted, order]);
  const remarks = useMemo(() => countByPath(review.draft.comments), [review.draft]);
  const shown = changes.files.find(({ path }) => path === file) ?? neighbouringFile(rows, null, 1);
  const tally = useMemo(() => tallyOf(changes.files), [changes]);
  useKey((key) => {
    const way = key === ']' ? 1 : key === '[' ? -1 : null;
    const next = way === null ? null : neighbouringFile(rows, shown?.path ?? null, way);
    if (next) onFile(next.path);
    return next !== null;
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 md:flex-row md:gap-4">
      <div className="flex max-h-48 min-h-0 flex-col rounded-lg border border-line bg-panel md:max-h-none md:w-72 md:shrink-0">
        <p className="flex items-center justify-between px-3 pt-2 text-sm text-ink-soft">
          <span>
            {counted(changes.files.length + changes.more, 'file')} <KindWords kind={changes.kind} />
          </span>
          {changes.more === 0 && <Counts {...tally} />}
        </p>
        {changes.more > 0 && (
          <p className="px-3 text-sm text-warn">
            The first {changes.files.length} are listed, {changes.more} more are not.
          </p>
        )}
        <FileList
          rows={rows}
          current={shown?.path ?? null}
          onSelect={onFile}
          words={words}
          onWords={setWords}
          order={order}
          onOrder={setOrder}
          remarksOf={(path) => remarks.get(path) ?? 0}
        />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col rounded-lg border border-line bg-panel">
        <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1">
          <h2 className="min-w-0 flex-1 truncate font-mono text-sm" title={plainText(shown?.path ?? '')}>
            {shown?.oldPath && <span className="text-ink-faint">{plainText(shown.oldPath)} → </span>}
            {plainText(shown?.path ?? '')}
          </h2>
          <span className="hidden text-xs text-ink-faint sm:inline">
            <Kbd>[</Kbd> <Kbd>]</Kbd> from file to file
          </span>
          <Button size="sm" look="quiet" aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
            <WrapText className="size-4" aria-hidden />
            {wrap ? 'Do not wrap' : 'Wrap'}
          </Button>
        </header>
        {shown && (
          <FilePatch
            key={shown.path}
            item={item.identifier}
            file={shown}
            mark={mark}
            wrap={wrap}
            comments={review.draft.comments}
            onRemark={review.remark}
          />
        )}
        {reviewable && <ReviewBar item={item.identifier} review={review} onShow={onFile} />}
      </div>
    </div>
  );
}

const KINDS: Readonly<Record<ChangesView['kind'], string>> = {
  live: 'so far',
  kept: 'on its branch',
  merged: 'merged',
  none: '',
};

const KindWords = ({ kind }: { readonly kind: ChangesView['kind'] }) => <>{KINDS[kind]}</>;

function countByPath(comments: readonly { readonly path: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of comments) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}
