import { itemView, run } from '@symphony/testkit';
import { expect, test } from 'vitest';
import {
  type BoardFilter,
  isNarrowed,
  labelsOf,
  narrowed,
  readFilter,
  sameColumns,
  writeFilter,
} from '../../../src/screens/board/filter.ts';

const ALL: BoardFilter = { text: '', label: '', player: '', mine: false };
const ITEMS = new Map(
  [
    itemView('S-1', { title: 'Fix the parser', labels: ['bug'] }),
    itemView('S-2', { title: 'Write docs', labels: ['docs', 'bug'], state: 'running', run: run() }),
    itemView('S-3', { title: 'Ask me', state: 'needs_human' }),
  ].map((item) => [item.id, item]),
);
const [one, two, three] = [...ITEMS.keys()] as [string, string, string];
const COLUMNS = { waiting: [one], working: [two], 'needs-you': [three], merging: [], done: [] };

const found = (change: Partial<BoardFilter>): readonly string[] =>
  Object.values(narrowed(COLUMNS, ITEMS, { ...ALL, ...change })).flat();

test('the filter lives in the query and leaves the rest of it alone', () => {
  const filter = { text: 'a b', label: 'bug', player: 'claude', mine: true };
  const query = writeFilter(new URLSearchParams('new=1'), filter);
  expect(readFilter(query)).toEqual(filter);
  expect(query.get('new')).toBe('1');
  expect(writeFilter(query, ALL).toString()).toBe('new=1');
});

test.each([
  [{ text: 'PARSER fix' }, [one]],
  [{ text: 's-2' }, [two]],
  [{ text: 'parser docs' }, []],
  [{ label: 'bug' }, [one, two]],
  [{ player: 'claude' }, [two]],
  [{ mine: true }, [three]],
  [{ mine: true, label: 'bug' }, []],
  [{ text: '  ' }, [one, two, three]],
])('%j', (change, expected) => {
  expect(found(change)).toEqual(expected);
});

test('nothing is made anew while nothing is filtered out', () => {
  expect(isNarrowed(ALL)).toBe(false);
  expect(narrowed(COLUMNS, ITEMS, ALL)).toBe(COLUMNS);
  expect(narrowed(COLUMNS, ITEMS, { ...ALL, label: 'bug' }).waiting).toBe(COLUMNS.waiting);
  expect(sameColumns(COLUMNS, { ...COLUMNS, done: [] })).toBe(true);
  expect(sameColumns(COLUMNS, { ...COLUMNS, done: [one] })).toBe(false);
});

test('labels are offered by how much they are used', () => {
  expect(labelsOf(ITEMS.values(), 10)).toEqual(['bug', 'docs']);
  expect(labelsOf(ITEMS.values(), 1)).toEqual(['bug']);
});
