import type { ChangedFile, ReviewComment } from '@symphony/domain';
import { FileQuestion } from 'lucide-react';
import { useMemo } from 'react';
import { useAgain } from '../live/use-again.ts';
import { useQuery } from '../live/use-query.ts';
import { plainText } from '../ui/plain-text.ts';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { DiffView } from './diff-view.tsx';
import { readPatch } from './patch-lines.ts';

interface FilePatchProps {
  readonly item: string;
  readonly file: ChangedFile;
  readonly mark: string;
  readonly wrap: boolean;
  readonly comments: readonly ReviewComment[];
  onRemark(comment: ReviewComment): void;
}

/** The changes of one file, or why they are not shown. */
export function FilePatch({ item, file, mark, wrap, comments, onRemark }: FilePatchProps) {
  const { data, error, again } = useQuery('patch', { id: item, path: file.path });
  useAgain(`${mark} ${file.added} ${file.removed}`, again);
  const lines = useMemo(() => (data ? readPatch(data.patch) : null), [data]);
  if (!data)
    return error ? <ErrorState error={error} again={again} /> : <Loading label="Reading the patch" />;
  const empty = lines !== null && !lines.some(({ kind }) => kind !== 'hunk');
  if (empty && data.cut)
    return (
      <EmptyState icon={FileQuestion} title="Its lines are too long to be shown">
        They are in the chamber, on its branch.
      </EmptyState>
    );
  if (empty)
    return (
      <EmptyState
        icon={FileQuestion}
        title={file.added === null ? 'This is not text' : 'Its text did not change'}
      >
        {file.added === null
          ? 'Its content is not shown. It is in the chamber, on its branch.'
          : 'It was moved, or what it may do was changed.'}
      </EmptyState>
    );
  return (
    <>
      {data.cut && (
        <p role="status" className="bg-warn-soft px-3 py-1 text-sm text-warn">
          The patch is longer than is shown here: this is its beginning.
        </p>
      )}
      {lines === null ? (
        <pre className="min-h-0 flex-1 overflow-auto p-3 font-mono text-xs">{plainText(data.patch)}</pre>
      ) : (
        <DiffView path={file.path} lines={lines} wrap={wrap} comments={comments} onRemark={onRemark} />
      )}
    </>
  );
}
