import {
  formatUsd,
  type NamedRuntimeStats,
  type RuntimeStatsRow,
  type RuntimeStatsView,
} from '@symphony/domain';
import { NamedNumbers } from '../../charts/numbers-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { took } from '../../ui/took.ts';
import { Figure } from './headline.tsx';

/** How Symphony's own agent did: what was asked of it in chats, by whom it was answered, and with what. */
export function RuntimeSection({ stats }: { readonly stats: RuntimeStatsView }) {
  const { totals } = stats;
  if (totals.count === 0) return null;
  // What a request cost is summed up without what has no price: where there is such a thing, nobody knows which it was.
  const routes = totals.usd === null ? stats.byRoute.map((row) => ({ ...row, usd: null })) : stats.byRoute;
  return (
    <section aria-labelledby="runtime-stats" className="space-y-4">
      <h2 id="runtime-stats" className="pt-2 text-lg font-semibold">
        Chats
      </h2>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <Figure name="Requests" value={totals.count.toLocaleString('en-US')} note="to Symphony’s own agent" />
        <Figure
          name="Answered"
          value={rateOf(totals)}
          note={`${totals.succeeded} succeeded, ${totals.failed} failed`}
        />
        <Figure name="Cost" value={usdOf(totals)} note={`${totals.tokens.toLocaleString('en-US')} tokens`} />
        <Figure name="Median time" value={timeOf(totals.medianMs)} note="half of the requests were quicker" />
        <Figure name="90th percentile" value={timeOf(totals.p90Ms)} note="nine of ten were quicker" />
      </dl>
      <div className="grid gap-4 lg:grid-cols-2">
        <Numbers title="Requests by route" of="Route" counts="Requests" rows={routes} />
        <Numbers title="Calls of tools" of="Tool" counts="Calls" rows={stats.byTool} free />
        <Numbers title="Calls of models" of="Model" counts="Calls" rows={stats.byModel} />
      </div>
    </section>
  );
}

interface NumbersProps {
  readonly title: string;
  readonly of: string;
  readonly counts: string;
  readonly rows: readonly NamedRuntimeStats[];
  /** It costs nothing by itself. */
  readonly free?: boolean;
}

const Numbers = ({ title, of, counts, rows, free = false }: NumbersProps) => (
  <Panel title={title} className="min-w-0">
    <div className="px-4 py-2">
      {rows.length === 0 ? (
        <p className="py-1 text-sm text-ink-soft">None in this time.</p>
      ) : (
        <NamedNumbers
          of={of}
          caption={title}
          unseen={false}
          heads={[counts, 'Success', ...(free ? [] : ['Tokens', 'Cost']), 'Median', '90th percentile']}
          rows={rows.map((row) => ({
            name: row.name,
            cells: [
              row.count.toLocaleString('en-US'),
              rateOf(row),
              ...(free ? [] : [row.tokens.toLocaleString('en-US'), usdOf(row)]),
              timeOf(row.medianMs),
              timeOf(row.p90Ms),
            ],
          }))}
        />
      )}
    </div>
  </Panel>
);

const rateOf = ({ succeeded, failed }: RuntimeStatsRow): string =>
  succeeded + failed === 0 ? '–' : `${Math.round((succeeded / (succeeded + failed)) * 100)} %`;

const usdOf = ({ usd, tokens }: RuntimeStatsRow): string =>
  usd === null ? (tokens === 0 ? '–' : '$?') : formatUsd(usd);

const timeOf = (ms: number | null): string => (ms === null ? '–' : took(ms));
