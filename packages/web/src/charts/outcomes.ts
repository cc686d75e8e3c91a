import type { StatsRow } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';

/** How a run ended, in the order it is stacked and told. */
export interface OutcomeKind {
  readonly key: 'succeeded' | 'failed' | 'other';
  readonly name: string;
  readonly tone: Extract<Tone, 'good' | 'bad' | 'dim'>;
  readonly fill: string;
}

/** Failures are hatched: nobody has to tell red from green. */
export const OUTCOMES: readonly OutcomeKind[] = [
  { key: 'succeeded', name: 'Succeeded', tone: 'good', fill: 'var(--good)' },
  { key: 'failed', name: 'Failed', tone: 'bad', fill: 'url(#hatched-bad)' },
  { key: 'other', name: 'Stopped or handed to a person', tone: 'dim', fill: 'var(--line-strong)' },
];

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

export const successRate = (row: Pick<StatsRow, 'runs' | 'succeeded'>): string =>
  percent(row.succeeded, row.runs);
