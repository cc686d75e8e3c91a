import type { NamedRuntimeStats, NamedStats, RuntimeStatsView, StatsView } from '@symphony/domain';
import { costOf, duration } from '@symphony/protocol/words';
import { type Cell, table } from './columns.ts';
import type { Frame } from './frame.ts';

/** How it went, in tables: one for each thing that is counted. */
export function statsLines(work: StatsView | null, runtime: RuntimeStatsView, frame: Frame): string[] {
  const parts = [
    ...(work === null ? [] : [section('By player', work.byPlayer.map(workRow), frame)]),
    ...(work === null ? [] : [section('By melody', work.byMelody.map(workRow), frame)]),
    section('Requests by route', runtime.byRoute.map(runtimeRow), frame),
    section('By tool', runtime.byTool.map(runtimeRow), frame),
    section('By model', runtime.byModel.map(runtimeRow), frame),
  ].filter((lines) => lines.length > 0);
  if (parts.length === 0) return ['Nothing was played or asked in this time.'];
  return parts.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

type Row = readonly Cell[];

function section(title: string, rows: readonly Row[], { columns, paint }: Frame): string[] {
  if (rows.length === 0) return [];
  const heads = ['', 'count', 'succeeded', 'cost', 'median', 'p90'].map((text) => ({
    text,
    style: 'dim' as const,
  }));
  return [
    paint('strong', title),
    ...table(
      [heads, ...rows],
      [
        { max: 32 },
        { max: 8, align: 'right' },
        { max: 10, align: 'right' },
        { max: 12, align: 'right' },
        { max: 10, align: 'right' },
        { max: 10, align: 'right' },
      ],
      columns,
      paint,
    ),
  ];
}

const workRow = ({ name, runs, succeeded, spend, medianMs, p90Ms }: NamedStats): Row =>
  cells(name, runs, succeeded, costOf(spend), medianMs, p90Ms);

const runtimeRow = ({ name, count, succeeded, usd, tokens, medianMs, p90Ms }: NamedRuntimeStats): Row =>
  cells(name, count, succeeded, costWords(usd, tokens), medianMs, p90Ms);

const costWords = (usd: number | null, tokens: number): string =>
  usd === null ? '$?' : tokens === 0 && usd === 0 ? '' : `$${usd.toFixed(4)}`;

const cells = (
  name: string,
  count: number,
  succeeded: number,
  cost: string,
  medianMs: number | null,
  p90Ms: number | null,
): Row => [
  { text: name, style: 'accent' },
  { text: String(count) },
  { text: count === 0 ? '' : `${Math.round((100 * succeeded) / count)} %` },
  { text: cost },
  { text: msWords(medianMs) },
  { text: msWords(p90Ms) },
];

const msWords = (ms: number | null): string =>
  ms === null ? '' : ms < 1_000 ? `${Math.round(ms)} ms` : duration(ms);
