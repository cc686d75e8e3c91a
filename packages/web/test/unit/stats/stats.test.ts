import { type NamedStats, NO_SPEND } from '@symphony/domain';
import { expect, test } from 'vitest';
import { dayTick, nameTick, usdTick } from '../../../src/charts/axis.ts';
import { percent } from '../../../src/charts/outcomes.ts';
import {
  ownRange,
  readRange,
  timeOf,
  withoutEmptyBeginning,
  writeRange,
} from '../../../src/screens/stats/range.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-16T12:00:00Z');
const OWN = { kind: 'own', from: '2026-11-01', to: '2026-11-02' } as const;

test.each([
  ['', { kind: 'last', key: '30d' }],
  ['range=24h', { kind: 'last', key: '24h' }],
  ['range=century', { kind: 'last', key: '30d' }],
  ['from=2026-11-01&to=2026-11-02', OWN],
  ['from=2026-11-02&to=2026-11-01', { kind: 'last', key: '30d' }],
  ['from=2026-13-45&to=2026-99-99&range=7d', { kind: 'last', key: '7d' }],
])('the address %j is read as %j', (query, range) => {
  expect(readRange(new URLSearchParams(query))).toEqual(range);
});

test('what is written into the address is read from it, and nothing else is lost', () => {
  const written = writeRange(new URLSearchParams('range=7d&other=1'), OWN);
  expect(readRange(written)).toEqual(OWN);
  expect(written.get('other')).toBe('1');
  expect(written.get('range')).toBeNull();
});

test('own days are whole days; the last days end now', () => {
  expect(timeOf(OWN, NOW)).toEqual({
    from: Date.parse('2026-11-01T00:00:00Z'),
    to: Date.parse('2026-11-03T00:00:00Z'),
  });
  expect(timeOf({ kind: 'last', key: '7d' }, NOW)).toEqual({ from: NOW - 7 * DAY });
  expect(timeOf({ kind: 'last', key: 'all' }, NOW)).toEqual({ from: 0 });
});

test('days as they are typed: turned round, with today for what is missing, and no year of long ago', () => {
  const today = '2026-11-16';
  expect(ownRange('', '', today)).toBeNull();
  expect(ownRange('2026-11-01', '', today)).toEqual({ kind: 'own', from: '2026-11-01', to: today });
  expect(ownRange('2026-11-09', '2026-11-02', today)).toEqual({
    kind: 'own',
    from: '2026-11-02',
    to: '2026-11-09',
  });
  expect(ownRange('0202-11-01', '', today)).toBeNull();
});

const day = (name: string, runs: number): NamedStats => ({
  name,
  runs,
  succeeded: runs,
  failed: 0,
  other: 0,
  spend: NO_SPEND,
  medianMs: null,
  p90Ms: null,
});

test('empty days before the first run are left out, those after it are not', () => {
  const days = Array.from({ length: 20 }, (_, at) => day(String(at), at === 9 ? 1 : 0));
  expect(withoutEmptyBeginning(days)[0]?.name).toBe('9');
  expect(withoutEmptyBeginning(days)).toHaveLength(11);
  const late = Array.from({ length: 20 }, (_, at) => day(String(at), at === 19 ? 1 : 0));
  expect(withoutEmptyBeginning(late)).toHaveLength(7);
  expect(withoutEmptyBeginning([day('0', 0)])).toHaveLength(1);
});

test('axes are written as people say it', () => {
  expect(dayTick('2026-11-06')).toBe('6 Nov');
  expect(dayTick('no day')).toBe('no day');
  expect(usdTick(2)).toBe('$2');
  expect(usdTick(0.02)).toBe('$0.0200');
  expect(nameTick('a'.repeat(40))).toHaveLength(18);
  expect(percent(2, 3)).toBe('67 %');
  expect(percent(0, 0)).toBe('–');
});
