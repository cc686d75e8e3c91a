import { type BoardFrame, compareWork, type ItemView, type StatusView } from '@symphony/domain';
import { busy, item, run, seeded, status } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { applyFrame, groupsOf, listed } from '../src/model/board.ts';

const sorted = (view: StatusView): StatusView => ({ ...view, items: view.items.toSorted(compareWork) });

/** What a conductor would send to somebody who has `before` and is to have `after`. */
function changeBetween(before: StatusView, after: StatusView): BoardFrame {
  const had = new Map(before.items.map((each) => [each.id, each]));
  const has = new Set(after.items.map(({ id }) => id));
  const { seq, at, items, ...rest } = after;
  const { seq: _seq, at: _at, items: _items, ...former } = before;
  return {
    kind: 'change',
    seq,
    at,
    items: items.filter((each) => had.get(each.id) !== each),
    gone: before.items.filter(({ id }) => !has.has(id)).map(({ id }) => id),
    rest: JSON.stringify(rest) === JSON.stringify(former) ? null : rest,
  };
}

describe('the board as the frames add up to it', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => [seed + 1]))(
    'seed %i: whatever frames are left out or put together, the end is the same',
    (seed) => {
      const chance = seeded(seed);
      const upTo = (most: number) => Math.floor(chance() * most);
      const states: StatusView[] = [status({ items: [item('SYM-0')] })];
      for (let at = 0; at < 30; at += 1) states.push(changed(states[at] as StatusView, at, upTo));
      // Any split: some of the states are told one by one, some are passed over, some are told whole.
      let board: StatusView | null = null;
      let told: StatusView | null = null;
      for (const [at, state] of states.entries()) {
        if (at < states.length - 1 && at > 0 && chance() < 0.4) continue;
        const whole = told === null || chance() < 0.1;
        board = applyFrame(board, whole ? { kind: 'board', status: state } : changeBetween(told!, state));
        told = state;
      }
      expect(board).toEqual(sorted(states.at(-1) as StatusView));
    },
  );

  test('a change before the first whole board says nothing', () => {
    expect(
      applyFrame(null, { kind: 'change', seq: 2, at: 2, items: [item('A')], gone: [], rest: null }),
    ).toBe(null);
  });

  test('is grouped by what a person wants to know first, and lists every item once', () => {
    const board = applyFrame(null, { kind: 'board', status: busy }) as StatusView;
    expect(
      groupsOf(board).map(({ group, items }) => [group, items.map(({ identifier }) => identifier)]),
    ).toEqual([
      ['needs-you', ['SYM-3', 'SYM-5', 'SYM-9']],
      ['working', ['SYM-1', 'SYM-2']],
      ['merging', ['SYM-6']],
      ['waiting', ['SYM-4', 'SYM-8']],
      ['done', ['SYM-7']],
    ]);
    expect(listed(board)).toHaveLength(busy.items.length);
  });
});

function changed(before: StatusView, at: number, upTo: (most: number) => number): StatusView {
  const items = new Map(before.items.map((each) => [each.identifier, each] as [string, ItemView]));
  for (let times = upTo(4); times >= 0; times -= 1) {
    const name = `SYM-${upTo(12)}`;
    if (upTo(5) === 0) items.delete(name);
    else
      items.set(
        name,
        item(name, {
          state: upTo(2) === 0 ? 'queued' : 'running',
          run: upTo(2) === 0 ? null : run({ turn: upTo(9) }),
          priority: upTo(5),
          rank: upTo(3) === 0 ? upTo(100) : null,
          returned: upTo(6) === 0,
          createdAt: upTo(1000),
        }),
      );
  }
  return {
    ...before,
    seq: before.seq + 1,
    at: before.at + at,
    items: [...items.values()],
    draining: upTo(8) === 0 ? !before.draining : before.draining,
    problems: upTo(6) === 0 ? [`problem ${at}`] : before.problems,
  };
}
