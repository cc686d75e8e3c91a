import { compareWork, type ItemView } from '@symphony/domain';
import { itemView, seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { arrange, arranged, isPlaced, sideAt, step } from '../../../src/screens/board/arrange.ts';

const at = (id: string, createdAt: number, change: Partial<ItemView> = {}): ItemView =>
  itemView(id, { id, createdAt, ...change });

/** The order everybody sees once the placements are recorded. */
function after(line: readonly ItemView[], ...move: [string, string, 'before' | 'after']): string[] {
  const items = new Map([...line].sort(compareWork).map((item) => [item.id, item]));
  const placements = new Map(arrange([...items.values()], ...move).map((each) => [each.id, each]));
  return [...arranged([...items.keys()], items, placements)];
}

const names = (...items: ItemView[]): string[] => items.map(({ id }) => id);

describe('arranging the line', () => {
  const [a, b, c, d] = [at('A', 1_000), at('B', 2_000), at('C', 3_000), at('D', 4_000)];
  const line = [a, b, c, d] as ItemView[];

  test('an item is put before, after, first and last, with one change', () => {
    expect(after(line, 'D', 'B', 'before')).toEqual(['A', 'D', 'B', 'C']);
    expect(after(line, 'A', 'C', 'after')).toEqual(['B', 'C', 'A', 'D']);
    expect(after(line, 'D', 'A', 'before')).toEqual(['D', 'A', 'B', 'C']);
    expect(after(line, 'A', 'D', 'after')).toEqual(['B', 'C', 'D', 'A']);
    expect(arrange(line, 'D', 'B', 'before')).toHaveLength(1);
  });

  test('where it stands already, beside itself and beside what is not there, nothing changes', () => {
    expect(arrange(line, 'B', 'A', 'after')).toEqual([]);
    expect(arrange(line, 'B', 'C', 'before')).toEqual([]);
    expect(arrange(line, 'A', 'B', 'before')).toEqual([]);
    expect(arrange(line, 'A', 'A', 'before')).toEqual([]);
    expect(arrange(line, 'A', 'X', 'before')).toEqual([]);
    expect(arrange(line, 'X', 'A', 'before')).toEqual([]);
  });

  test('beside another priority it takes that priority', () => {
    const mixed = [at('A', 1, { priority: 1 }), at('B', 2, { priority: 1 }), at('C', 3), at('D', 4)];
    expect(arrange(mixed, 'D', 'B', 'before')[0]).toMatchObject({ priority: 1 });
    expect(after(mixed, 'D', 'B', 'before')).toEqual(['A', 'D', 'B', 'C']);
    expect(arrange(mixed, 'A', 'D', 'after')[0]).toMatchObject({ priority: null });
  });

  test('at the border of two priorities it keeps its own', () => {
    const mixed = [at('A', 1, { priority: 1 }), at('B', 2, { priority: 3 }), at('C', 3, { priority: 3 })];
    expect(arrange(mixed, 'C', 'B', 'before')[0]).toMatchObject({ priority: 3 });
    expect(after(mixed, 'C', 'A', 'after')).toEqual(['A', 'C', 'B']);
  });

  test('items of the same age make room', () => {
    const same = ['A', 'B', 'C', 'D'].map((id) => at(id, 5_000));
    expect(after(same, 'D', 'B', 'before')).toEqual(['A', 'D', 'B', 'C']);
    expect(after(same, 'A', 'C', 'after')).toEqual(['B', 'C', 'A', 'D']);
  });

  test('what came back from the train stays first', () => {
    const back = at('R', 9_000, { returned: true });
    expect(arrange([back, a, b] as ItemView[], 'B', 'R', 'before')).toEqual([]);
    expect(after([back, a, b] as ItemView[], 'B', 'R', 'after')).toEqual(['R', 'B', 'A']);
  });

  test('law: any move among any items leads to where it was dropped', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const pick = (count: number): number => Math.floor(random() * count);
      const items = Array.from({ length: 2 + pick(8) }, (_, n) =>
        at(`I${n}`, 1_000 * pick(4), { priority: [null, 1, 2][pick(3)] ?? null }),
      ).sort(compareWork);
      const order = names(...items);
      const moved = order[pick(order.length)] as string;
      const others = order.filter((id) => id !== moved);
      const target = others[pick(others.length)] as string;
      const side = random() < 0.5 ? 'before' : 'after';
      others.splice(others.indexOf(target) + (side === 'before' ? 0 : 1), 0, moved);
      expect(after(items, moved, target, side), `seed ${seed}`).toEqual(others);
    }
  });
});

test('a step leads to the neighbour among those that are shown', () => {
  expect(step(['A', 'C'], 'C', -1)).toEqual({ target: 'A', side: 'before' });
  expect(step(['A', 'C'], 'A', 1)).toEqual({ target: 'C', side: 'after' });
  expect(step(['A', 'C'], 'A', -1)).toBeNull();
  expect(step(['A', 'C'], 'X', 1)).toBeNull();
});

test('the nearer edge of a card is meant', () => {
  expect(sideAt(104, { top: 100, height: 10 })).toBe('before');
  expect(sideAt(106, { top: 100, height: 10 })).toBe('after');
});

test('a placement is waited for until the board says the same', () => {
  const wanted = { id: 'A', priority: 1, rank: 5 };
  expect(isPlaced(at('A', 1), wanted)).toBe(false);
  expect(isPlaced(at('A', 1, { priority: 1, rank: 5 }), wanted)).toBe(true);
  expect(isPlaced(undefined, wanted)).toBe(true);
});
