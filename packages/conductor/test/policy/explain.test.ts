import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { explainView } from '../../src/projections/explain.ts';
import type { ItemState } from '../../src/state.ts';
import { ORDER } from './check-order.ts';
import { CHAMBER, type ItemStand, itemAs, NOW, runningAs, stateOf } from './stands.ts';

const blockedBy = (id: string) => ({ tracked: { blockedBy: [{ id, identifier: id, state: 'Todo' }] } });

describe('C11 explain shows the checks up to the first refusal, and says what happens next', () => {
  const explain = (item: ItemState, others: readonly ItemState[] = []) =>
    explainView(stateOf([item, ...others], { settings: SETTINGS }), 'A', NOW, null);

  test.each<readonly [item: ItemStand, last: string, next: string]>([
    [{}, 'budget', 'It starts at the next opportunity.'],
    [
      { presence: 'inactive', tracked: { state: 'Ice' } },
      'tracker state',
      'It does not start: Ice is not one of the active states (Todo, In Progress).',
    ],
    [{ state: 'queued', dueAt: NOW + 20_000 }, 'retry time', 'It waits 20 s before it is tried again.'],
    [
      { outcome: 'cancelled', reason: 'no longer on the tracker', presence: 'missing', chamber: CHAMBER },
      'tracker state',
      'It is cancelled: no longer on the tracker. Its work is kept: `symphony chamber diff A`.',
    ],
    [
      { outcome: 'closed', reason: 'killed by ada' },
      'outcome',
      'It is closed: killed by ada. `symphony retry A` plays it again.',
    ],
    [{ outcome: 'merged' }, 'outcome', 'It is merged; nothing more happens.'],
    [
      { state: 'needs_human', reason: 'no commits' },
      'outcome',
      'It needs you: no commits. Then `symphony retry A` or `symphony kill A`.',
    ],
  ])('%j', (item, last, next) => {
    const view = explain(itemAs(item));
    expect(view?.next).toBe(next);
    expect(view?.checks.map((check) => check.name)).toEqual(ORDER.slice(0, ORDER.indexOf(last) + 1));
  });

  test('the slot an item holds itself is not held against it', () => {
    const view = explain(runningAs(), [runningAs({}, {}, 'B'), runningAs({}, {}, 'C')]);
    expect(view?.checks.at(-1)).toMatchObject({ name: 'outcome', reason: 'it is running' });
  });

  test('items that wait for each other are told so', () => {
    const [a, b] = [itemAs(blockedBy('B')), itemAs(blockedBy('A'), 'B')];
    expect(explain(a, [b])?.next).toMatch(
      /^It waits for itself: A → B → A\. |^It waits for itself: B → A → B\. /,
    );
  });
});
