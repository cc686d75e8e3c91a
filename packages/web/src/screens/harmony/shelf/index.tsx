import { useAtomValue } from 'jotai';
import { Network, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { restAtom } from '../../../live/board-atoms.ts';
import { useAgain } from '../../../live/use-again.ts';
import { useQuery } from '../../../live/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel, Screen } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx';
import { ITEMS } from '../paths.ts';
import { FileProblems } from './file-problems.tsx';
import { MelodyTable } from './melody-table.tsx';
import { NewMelody } from './new-melody.tsx';
import { RunList } from './run-list.tsx';
import { UnsavedList } from './unsaved-list.tsx';

/** All melodies there are, and what is played of them. */
export default function ShelfScreen() {
  const shelf = useQuery('melodies', {}, { every: 10_000 });
  const runs = useAtomValue(restAtom)?.melodies ?? [];
  const [writing, setWriting] = useState(false);
  useAgain(String(runs.length), shelf.again);
  return (
    <Screen
      title="Harmony"
      actions={
        <>
          <Link
            href={ITEMS}
            className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line bg-raised px-3 font-medium hover:border-line-strong"
          >
            <Network className="size-4" aria-hidden />
            Item dependencies
          </Link>
          <Button look="primary" onClick={() => setWriting(true)}>
            <Plus className="size-4" aria-hidden />
            New melody
          </Button>
        </>
      }
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title="Melodies" className="min-w-0">
          {shelf.data ? (
            <>
              <UnsavedList />
              <FileProblems problems={shelf.data.problems} />
              <MelodyTable melodies={shelf.data.melodies} />
            </>
          ) : shelf.error ? (
            <ErrorState error={shelf.error} again={shelf.again} />
          ) : (
            <Loading label="Reading the melodies" />
          )}
        </Panel>
        <Panel title="Runs" className="min-w-0 self-start">
          {runs.length === 0 ? (
            <EmptyState title="Nothing has been played">Open a melody and run it.</EmptyState>
          ) : (
            <RunList runs={runs} />
          )}
        </Panel>
      </div>
      <NewMelody open={writing} onOpenChange={setWriting} taken={shelf.data?.melodies ?? []} />
    </Screen>
  );
}
