import { ChartNoAxesCombined } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useQuery } from '../../live/use-query.ts';
import { Screen } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { Charts } from './charts.tsx';
import { Headline } from './headline.tsx';
import { readRange, timeOf, writeRange } from './range.ts';
import { RangeChoice } from './range-choice.tsx';
import { RuntimeSection } from './runtime-section.tsx';

const EVERY_MS = 15_000;

/** How it went, in numbers counted from the log. */
export default function StatsScreen() {
  const [query, setQuery] = useSearchParams();
  const range = useMemo(() => readRange(query), [query]);
  const time = useMemo(() => timeOf(range, Date.now()), [range]);
  const { data, error, again } = useQuery('stats', time, { every: EVERY_MS });
  const runtime = useQuery('runtime-stats', time, { every: EVERY_MS });
  const empty = data && data.totals.runs === 0 && data.byMelody.length === 0;
  return (
    <Screen
      title="Stats"
      actions={
        <RangeChoice
          range={range}
          onChange={(next) => setQuery((before) => writeRange(before, next), { replace: true })}
        />
      }
    >
      {error && <ErrorState error={error} again={again} />}
      {!data && !error && <Loading />}
      {empty && (runtime.data?.totals.count ?? 0) === 0 && (
        <EmptyState icon={ChartNoAxesCombined} title="No run ended in this time">
          Choose a longer time, or come back when work is done.
        </EmptyState>
      )}
      {data && !empty && (
        <div className="space-y-4">
          <Headline totals={data.totals} />
          <Charts stats={data} />
        </div>
      )}
      {runtime.error && !error && <ErrorState error={runtime.error} again={runtime.again} />}
      {runtime.data && <RuntimeSection stats={runtime.data} />}
    </Screen>
  );
}
