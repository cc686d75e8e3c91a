import type { Instant, NamedStats } from '@symphony/domain';

const DAY_MS = 86_400_000;

/** The times that are one click away. */
export const RANGES = [
  { key: '24h', name: '24 hours', ms: DAY_MS },
  { key: '7d', name: '7 days', ms: 7 * DAY_MS },
  { key: '30d', name: '30 days', ms: 30 * DAY_MS },
  { key: 'all', name: 'All', ms: null },
] as const;

export type RangeKey = (typeof RANGES)[number]['key'];

/** What is looked at: one of those, or from one day to another, both whole and in UTC. */
export type Range =
  | { readonly kind: 'last'; readonly key: RangeKey }
  | { readonly kind: 'own'; readonly from: string; readonly to: string };

const DEFAULT: Range = { kind: 'last', key: '30d' };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** As it stands in the address; what makes no sense is the usual range. */
export function readRange(query: URLSearchParams): Range {
  const from = query.get('from');
  const to = query.get('to');
  if (from !== null && to !== null && isDay(from) && isDay(to) && from <= to)
    return { kind: 'own', from, to };
  const key = RANGES.find((each) => each.key === query.get('range'))?.key;
  return key === undefined ? DEFAULT : { kind: 'last', key };
}

export function writeRange(before: URLSearchParams, range: Range): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const name of ['range', 'from', 'to']) next.delete(name);
  if (range.kind === 'own') {
    next.set('from', range.from);
    next.set('to', range.to);
  } else next.set('range', range.key);
  return next;
}

/** What to ask for. Without an end it is now, whenever that is. */
export function timeOf(range: Range, now: Instant): { readonly from: Instant; readonly to?: Instant } {
  if (range.kind === 'own') return { from: startOf(range.from), to: startOf(range.to) + DAY_MS };
  const ms = RANGES.find(({ key }) => key === range.key)?.ms ?? null;
  return { from: ms === null ? 0 : Math.max(0, now - ms) };
}

/**
 * The range between two days as they are typed; null while there is none yet. A year that is half typed
 * is one of long ago.
 */
export function ownRange(from: string, to: string, today: string): Range | null {
  const days = [from || today, to || today].sort();
  const [first, last] = days as [string, string];
  if ((from === '' && to === '') || first < EARLIEST || !isDay(first) || !isDay(last)) return null;
  return { kind: 'own', from: first, to: last };
}

const EARLIEST = '2000-01-01';

export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** Fewer would look like a chart of nothing. */
const FEWEST_DAYS = 7;

/** Of all times most days come before the first run: they are left out. */
export function withoutEmptyBeginning(days: readonly NamedStats[]): readonly NamedStats[] {
  const first = days.findIndex(({ runs }) => runs > 0);
  const start = first < 0 ? days.length : first;
  return days.slice(Math.max(0, Math.min(start, days.length - FEWEST_DAYS)));
}

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(startOf(text));
const startOf = (day: string): Instant => Date.parse(`${day}T00:00:00Z`);
