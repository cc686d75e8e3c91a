import { NO_SPEND } from '@symphony/domain';
import { expect, test } from 'vitest';
import { countSlots, holdsSlot, take } from '../../src/policy/slots.ts';
import type { ItemState } from '../../src/state.ts';
import { itemAs, runAs, runningAs, stateOf } from './stands.ts';

test.each<readonly [why: string, item: ItemState, holds: boolean]>([
  ['at work', runningAs(), true],
  [
    'queued, its item being read again',
    itemAs({ state: 'queued', run: runAs({ phase: 'refreshing' }) }),
    true,
  ],
  ['stopped, its agent still ending', itemAs({ state: 'open', run: runAs({ phase: 'ending' }) }), true],
  ['paused', runningAs({}, { state: 'paused' }), false],
  ['queued', itemAs({ state: 'queued' }), false],
  ['handed off', itemAs({ state: 'handed_off' }), false],
])('C11 who holds a slot: %s', (_why, item, holds) => {
  expect(holdsSlot(item)).toBe(holds);
  expect(countSlots(stateOf([item])).total).toBe(holds ? 1 : 0);
});

const plain = (map: ReadonlyMap<string, number>) => Object.fromEntries(map);

test('C11 svc-O7 slots are counted by state, repository and player, without the item that asks', () => {
  const tracked = { state: 'In Progress', repository: 'app' };
  const items = [
    runningAs({}, { tracked }, 'A'),
    runningAs({}, { tracked: { ...tracked, state: ' in progress' } }, 'B'),
    runningAs({ player: 'second' }, {}, 'C'),
    runningAs({}, { tracked }, 'D'),
  ];
  const count = countSlots(stateOf(items), 'D');
  expect(count.total).toBe(3);
  expect(plain(count.byState)).toEqual({ 'in progress': 2, todo: 1 });
  expect(plain(count.byRepository)).toEqual({ app: 2 });
  expect(plain(count.byPlayer)).toEqual({ first: 2, second: 1 });
});

test.each([
  [5, 0, 5],
  [5, 2, 3],
  [5, 7, 0], // what it spent beyond its reservation is in the day's total already
])('C15 of a reservation of %d, with %d spent, %d is still reserved', (reservedUsd, usd, left) => {
  const item = runningAs({ reservedUsd, spend: { ...NO_SPEND, usd } });
  expect(countSlots(stateOf([item])).reservedUsd).toBe(left);
});

test('C15 a run that is given away holds its whole estimate', () => {
  const count = countSlots(stateOf([runningAs({ reservedUsd: 1 })]));
  take(count, itemAs({ tracked: { repository: 'app' } }, 'B'), 'second', 2);
  expect(count).toMatchObject({ total: 2, reservedUsd: 3 });
  expect(plain(count.byPlayer)).toEqual({ first: 1, second: 1 });
  expect(plain(count.byRepository)).toEqual({ app: 1 });
});
