import type { StatsRow } from '@symphony/domain';
import { tokensOf } from '@symphony/domain';
import { costOf, duration } from '@symphony/protocol/words';
import { successRate } from '../../charts/outcomes.ts';

/** The figures one looks for first. */
export function Headline({ totals }: { readonly totals: StatsRow }) {
  const { runs, succeeded, failed, other, spend, medianMs, p90Ms } = totals;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      <Figure name="Runs" value={runs.toLocaleString('en-US')} note="that ended in this time" />
      <Figure
        name="Success rate"
        value={successRate(totals)}
        note={`${succeeded} succeeded, ${failed} failed, ${other} other`}
      />
      <Figure
        name="Cost"
        value={costOf(spend) || '$0'}
        note={`${tokensOf(spend).toLocaleString('en-US')} tokens${spend.unpriced ? ', some without a known price' : ''}`}
      />
      <Figure name="Median time" value={timeOf(medianMs)} note="half of the runs were quicker" />
      <Figure name="90th percentile" value={timeOf(p90Ms)} note="nine of ten were quicker" />
    </dl>
  );
}

export const Figure = (props: { readonly name: string; readonly value: string; readonly note: string }) => (
  <div className="rounded-lg border border-line bg-panel px-4 py-3">
    <dt className="text-sm text-ink-soft">{props.name}</dt>
    <dd className="text-xl font-semibold tabular-nums">{props.value}</dd>
    <dd className="text-xs text-ink-faint">{props.note}</dd>
  </div>
);

const timeOf = (ms: number | null): string => (ms === null ? '–' : duration(ms));
