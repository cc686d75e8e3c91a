import { type EndedRun, emptyLedger, foldStats, type Ledger, STATS_TYPES } from '@symphony/conductor';
import {
  addSpend,
  type Instant,
  type NamedStats,
  NO_SPEND,
  type StatsRow,
  type StatsView,
} from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import type { Handlers, QueryParts } from './handlers.ts';
import { FoldedLog } from './log/folded-log.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** The most days that are told one by one: the newest ones. All others count as well. */
export const MOST_DAYS = 400;

export function openStats({ store, now }: Pick<QueryParts, 'store' | 'now'>): Pick<Handlers, 'stats'> {
  const log = new FoldedLog(store, { types: STATS_TYPES, state: emptyLedger(), fold: foldStats });
  return {
    stats: async ({ from, to = now() }) => {
      const since = from ?? to - DEFAULT_DAYS * DAY_MS;
      if (since > to)
        throw new RequestError('invalid', 'The time asked for ends before it begins.', 'Turn it round.');
      return log.read((ledger) => statsView(ledger, since, to));
    },
  };
}

/** Of what ended at `from` or later and before `to`. */
export function statsView(ledger: Ledger, from: Instant, to: Instant): StatsView {
  const within = ({ endedAt }: EndedRun): boolean => endedAt >= from && endedAt < to;
  const runs = ledger.runs.filter(within);
  return {
    from,
    to,
    totals: rowOf(runs),
    byPlayer: named(Map.groupBy(runs, ({ name }) => name)),
    byMelody: named(Map.groupBy(ledger.melodies.filter(within), ({ name }) => name)),
    byDay: daily(runs, from, to),
  };
}

function daily(runs: readonly EndedRun[], from: Instant, to: Instant): readonly NamedStats[] {
  const days = Map.groupBy(runs, ({ endedAt }) => dayOf(endedAt));
  const last = dayOf(Math.max(from, to - 1));
  const first = Math.max(dayOf(from), last - MOST_DAYS + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    name: new Date((first + at) * DAY_MS).toISOString().slice(0, 10),
    ...rowOf(days.get(first + at) ?? []),
  }));
}

const dayOf = (at: Instant): number => Math.floor(at / DAY_MS);

const named = (groups: ReadonlyMap<string, readonly EndedRun[]>): readonly NamedStats[] =>
  [...groups]
    .map(([name, runs]) => ({ name, ...rowOf(runs) }))
    .sort((a, b) => b.runs - a.runs || (a.name < b.name ? -1 : 1));

function rowOf(runs: readonly EndedRun[]): StatsRow {
  const count = { succeeded: 0, failed: 0, other: 0 };
  let spend = NO_SPEND;
  for (const run of runs) {
    count[run.verdict] += 1;
    spend = addSpend(spend, run.spend);
  }
  // Typed, because it sorts numbers as numbers and many times faster.
  const times = Float64Array.from(runs, ({ startedAt, endedAt }) => Math.max(0, endedAt - startedAt)).sort();
  return { runs: runs.length, ...count, spend, medianMs: medianOf(times), p90Ms: p90Of(times) };
}

/** Exact; of an even number the middle between the two in the middle. */
function medianOf(sorted: Float64Array): number | null {
  const half = sorted.length >> 1;
  const upper = sorted[half];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

/** Exact: the shortest time that nine of ten runs did not pass. */
const p90Of = (sorted: Float64Array): number | null => sorted[Math.ceil(sorted.length * 0.9) - 1] ?? null;
