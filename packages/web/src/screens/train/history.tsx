import { History as Clock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useEntries } from '../../live/use-entries.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loading } from '../../ui/states.tsx';
import { JourneyRow } from './journey.tsx';
import { journeysOf, TRAIN_TYPES } from './journeys.ts';

const PAGE = 30;
const FILTER = { types: TRAIN_TYPES };

/** What the train tried, the newest first. */
export function History() {
  const { entries, caughtUp, cut } = useEntries(0, FILTER);
  const journeys = useMemo(() => [...journeysOf(entries)].reverse(), [entries]);
  const [most, setMost] = useState(PAGE);
  return (
    <Panel title="History">
      {!caughtUp && <Loading label="Reading the log" />}
      {caughtUp && journeys.length === 0 && (
        <EmptyState icon={Clock} title="The train has not left yet">
          Work that is proved is merged together, proved again and landed. What does not fit is found and sent
          back to its author.
        </EmptyState>
      )}
      <ol aria-label="History of the train" className="divide-y divide-line">
        {journeys.slice(0, most).map((journey) => (
          <JourneyRow key={journey.attempt} journey={journey} />
        ))}
      </ol>
      {journeys.length > most ? (
        <Button look="quiet" onClick={() => setMost(most + PAGE)}>
          Show older
        </Button>
      ) : (
        cut && <p className="px-4 py-3 text-sm text-ink-faint">Older journeys are in the log.</p>
      )}
    </Panel>
  );
}
