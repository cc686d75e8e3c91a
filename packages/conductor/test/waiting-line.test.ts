import { trackedItem } from '@symphony/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareItems } from '../src/policy/ordering.ts';
import { type ItemState, newItem } from '../src/state.ts';
import { WaitingLine } from '../src/waiting-line.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** An item in any of the stands that matter to the line; few keys, so that ties are common. */
const anyItem = fc
  .record({
    id: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'),
    identifier: fc.constantFrom('same', 'other'),
    priority: fc.constantFrom(1, 4, 0, null),
    createdAt: fc.constantFrom(1, 2, null),
    state: fc.constantFrom('open', 'queued', 'running', 'handed_off'),
    outcome: fc.constantFrom('none', 'merged'),
    presence: fc.constantFrom('active', 'inactive', 'missing'),
    returned: fc.boolean(),
  })
  .map(
    ({ id, identifier, priority, createdAt, returned, ...stand }): ItemState => ({
      ...newItem(trackedItem(id, { identifier, priority, createdAt })),
      ...(stand as Pick<ItemState, 'state' | 'outcome' | 'presence'>),
      followUp: returned ? { why: 'conflict', head: '', report: '' } : null,
    }),
  );

const mayStart = ({ state, outcome, presence }: ItemState): boolean =>
  state === 'queued' || (state === 'open' && outcome === 'none' && presence === 'active');

test(`C12 the line is the sorted candidates after any change (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 60 }), (changes) => {
      const items = new Map<string, ItemState>();
      const line = new WaitingLine();
      for (const now of changes) {
        line.put(now, true);
        items.set(now.tracked.id, now);
      }
      const candidates = [...items.values()]
        .filter(mayStart)
        .sort((a, b) => compareItems(a, b) || (a.tracked.id < b.tracked.id ? -1 : 1));
      expect([...line]).toEqual(candidates);
      expect([...new WaitingLine(items.values())]).toEqual(candidates);
    }),
    { numRuns: 2_000, seed },
  );
});
