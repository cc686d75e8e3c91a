import type { StatsView } from '@symphony/domain';
import { lazy } from 'react';
import { ChartPanel } from '../../charts/chart-panel.tsx';
import { Legend } from '../../charts/legend.tsx';
import { NumbersTable } from '../../charts/numbers-table.tsx';
import { withoutEmptyBeginning } from './range.ts';

const load = () => import('../../charts/index.ts');
const OutcomesByDay = lazy(() => load().then((charts) => ({ default: charts.OutcomesByDay })));
const CostByDay = lazy(() => load().then((charts) => ({ default: charts.CostByDay })));
const BarsByName = lazy(() => load().then((charts) => ({ default: charts.BarsByName })));

/** A name for each of thousands of melodies cannot be read: the most played are drawn, the table has all. */
const MOST_BARS = 12;

export function Charts({ stats }: { readonly stats: StatsView }) {
  const days = withoutEmptyBeginning(stats.byDay);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ChartPanel
        title="Runs by day"
        note="Runs that ended, by UTC day"
        legend={<Legend />}
        table={(unseen) => <NumbersTable of="Day" caption="Runs by day" rows={days} unseen={unseen} />}
      >
        <OutcomesByDay days={days} />
      </ChartPanel>
      <ChartPanel
        title="Cost by day"
        note="US dollars, by UTC day"
        table={(unseen) => <NumbersTable of="Day" caption="Cost by day" rows={days} unseen={unseen} />}
      >
        <CostByDay days={days} />
      </ChartPanel>
      <ByName title="By player" of="Player" rows={stats.byPlayer} />
      <ByName title="By melody" of="Melody" rows={stats.byMelody} />
    </div>
  );
}

interface ByNameProps {
  readonly title: string;
  readonly of: string;
  readonly rows: StatsView['byPlayer'];
}

const ByName = ({ title, of, rows }: ByNameProps) => (
  <ChartPanel
    title={title}
    note={rows.length > MOST_BARS ? `Runs; the ${MOST_BARS} with the most of ${rows.length}` : 'Runs'}
    legend={rows.length > 0 && <Legend />}
    table={(unseen) => <NumbersTable of={of} caption={title} rows={rows} unseen={unseen} />}
  >
    {rows.length === 0 ? (
      <p className="py-2 text-sm text-ink-soft">None was played in this time.</p>
    ) : (
      <BarsByName rows={rows.slice(0, MOST_BARS)} />
    )}
  </ChartPanel>
);
