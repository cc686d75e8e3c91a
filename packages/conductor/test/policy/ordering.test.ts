import { expect, test } from 'vitest';
import { compareItems } from '../../src/policy/ordering.ts';
import type { ItemState } from '../../src/state.ts';
import { type ItemStand, itemAs } from './stands.ts';

const returned = { why: 'conflict', head: 'h', report: '' } as const;
const named = (identifier: string, priority: number | null = null, createdAt: number | null = 5) => ({
  tracked: { identifier, priority, createdAt },
});

/** Each list is in the order of dispatch. */
const LINES: readonly (readonly [rule: string, line: readonly ItemStand[]])[] = [
  ['priority 1 to 4 ascending', [named('D', 1), named('C', 2), named('B', 3), named('A', 4)]],
  ['no priority comes after the lowest', [named('B', 4), named('A', null)]],
  ['oldest first', [named('C', 1, 1), named('B', 1, 2), named('A', 1, 3)]],
  ['no date comes last', [named('B', 1, 9e15), named('A', 1, null)]],
  ['then the identifier', [named('A', 1, 1), named('B', 1, 1), named('C', 1, 1)]],
  ['the identifier also between two without a date', [named('A', 1, null), named('B', 1, null)]],
  ['identifiers by code unit', [named('A-10'), named('A-9'), named('a-1')]],
  ['priority before age', [named('B', 1, 9), named('A', 2, 1)]],
  ['age before the identifier', [named('B', 1, 1), named('A', 1, 2)]],
  ['follow-ups before everything', [{ ...named('Z', null, null), followUp: returned }, named('A', 1, 1)]],
  [
    'follow-ups among themselves by priority',
    [
      { ...named('B', 1), followUp: returned },
      { ...named('A', 2), followUp: returned },
    ],
  ],
];

const names = (line: readonly ItemState[]): string[] => line.map((item) => item.tracked.identifier);

test.each(LINES)('C12 svc-O6 %s', (_rule, stands) => {
  const line = stands.map((stand) => itemAs(stand));
  expect(names([...line].sort(compareItems))).toEqual(names(line));
  expect(names([...line].reverse().sort(compareItems))).toEqual(names(line));
});

test.each([0, 5, 6, -1, 2.5, Number.NaN])(
  'C12 svc-O6 priority %d is no priority: the older goes first',
  (odd) => {
    const line = [itemAs(named('B', null, 2)), itemAs(named('A', odd, 1)), itemAs(named('C', 4, 3))];
    expect(names(line.sort(compareItems))).toEqual(['C', 'A', 'B']);
  },
);
