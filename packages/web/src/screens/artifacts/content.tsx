import type { ArtifactView } from '@symphony/domain';
import { FileDigit } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Loading } from '../../ui/states.tsx';
import { LOOK_NAMES, type Look, linesOf, looksOf } from './content-lines.ts';
import { LineList } from './line-list.tsx';

const Prose = lazy(() => import('../../ui/prose.tsx').then(({ Prose: default_ }) => ({ default: default_ })));

/** What is in it, in the way that suits it best, or as it is. */
export function Content({ view }: { readonly view: ArtifactView }) {
  const { artifact, text, cut } = view;
  const looks = looksOf(artifact);
  const [chosen, setChosen] = useState<Look | null>(null);
  const look = chosen !== null && looks.includes(chosen) ? chosen : (looks[0] as Look);
  const lines = useMemo(() => (text === null || look === 'prose' ? [] : linesOf(text, look)), [text, look]);
  if (text === null)
    return (
      <EmptyState icon={FileDigit} title="This is no text">
        Download it to open it with the program it is for.
      </EmptyState>
    );
  return (
    <div className="flex min-h-64 flex-1 flex-col">
      <div className="flex items-center gap-1 px-3 py-1.5">
        {looks.length > 1 &&
          looks.map((each) => (
            <Button
              key={each}
              size="sm"
              look={each === look ? 'plain' : 'quiet'}
              aria-pressed={each === look}
              onClick={() => setChosen(each)}
            >
              {LOOK_NAMES[each]}
            </Button>
          ))}
        {cut && <span className="ml-auto text-xs text-warn">Only its beginning is shown</span>}
      </div>
      {look === 'prose' ? (
        <div className="min-h-0 flex-1 overflow-auto px-4 pb-4">
          <Suspense fallback={<Loading />}>
            <Prose text={text} />
          </Suspense>
        </div>
      ) : (
        <LineList lines={lines} label={`Content of ${artifact.name.slice(0, 200)}`} />
      )}
    </div>
  );
}
