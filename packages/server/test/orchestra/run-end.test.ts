import type { ItemView, StatusView } from '@symphony/domain';
import { itemView, statusView } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { judgeEnd } from '../../src/run-end.ts';

const item = (id: string, state: ItemView['state'], outcome: ItemView['outcome'] = 'none'): ItemView =>
  itemView(id.toUpperCase(), { id, title: id, state, outcome });

const status = (items: readonly ItemView[], held: string | null = null): StatusView =>
  statusView({ items, train: { queue: [], trying: [], awaitingApproval: [], held } });

describe('C24 how a run that came to rest is judged', () => {
  test.each([
    ['an empty board', [], null, 0, 'everything'],
    ['everything merged', [item('a', 'open', 'merged')], null, 0, 'everything'],
    ['something waits for approval', [item('a', 'handed_off')], null, 0, 'everything'],
    [
      'something needs a person',
      [item('a', 'open', 'merged'), item('b', 'needs_human')],
      null,
      1,
      'B could not',
    ],
    ['something failed', [item('a', 'failed'), item('b', 'needs_human')], null, 1, 'A, B could not'],
    ['something could not be handed off', [item('a', 'completed')], null, 1, 'A could not be handed off'],
    ['the train is held', [item('a', 'handed_off')], 'dirty', 1, 'the merge train is held: dirty'],
  ] as const)('%s', (_, items, held, code, reason) => {
    const end = judgeEnd(status(items, held), null, null);
    expect(end).toEqual({ code, reason: expect.stringContaining(reason) });
  });

  test.each([
    ['merged', item('a', 'open', 'merged'), 0],
    ['handed off', item('a', 'handed_off'), 0],
    ['cancelled', item('a', 'open', 'cancelled'), 1],
    ['failed', item('a', 'failed'), 1],
    ['never begun', item('a', 'open'), 1],
  ] as const)('one piece of work, %s: only it counts', (_, own, code) => {
    expect(judgeEnd(status([own, item('other', 'failed')]), 'a', null).code).toBe(code);
  });

  test('one piece of work that is not there is not finished', () => {
    expect(judgeEnd(status([]), 'a', null)).toEqual({ code: 1, reason: 'the work was not finished' });
  });
});
