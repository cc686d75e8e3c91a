import { type BoardFrame, compareWork, type ItemView, type StatusView } from '@symphony/domain';
import { groupOf } from '@symphony/protocol/words';
import { itemView, seeded, statusView } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { BoardModel, type Columns, GROUPS } from '../../src/live/board-model.ts';

const STATES = ['open', 'queued', 'running', 'handed_off', 'needs_human', 'failed'] as const;

/** What the columns must be, worked out from the whole status. */
function columnsOf(status: StatusView): Columns {
  return Object.fromEntries(
    GROUPS.map((group) => {
      const inIt = status.items.filter((item) => groupOf(item, status) === group);
      const newest = (a: ItemView, b: ItemView) => b.changedAt - a.changedAt || compareWork(a, b);
      return [group, inIt.sort(group === 'done' ? newest : compareWork).map(({ id }) => id)];
    }),
  ) as unknown as Columns;
}

test('frames add up to the board that the whole status would show, whatever changes (seeded)', () => {
  const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const chance = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  const model = new BoardModel();
  let items = new Map<string, ItemView>();
  let inbox: StatusView['inbox'] = [];
  let approving: readonly string[] = [];
  const status = (seq: number): StatusView =>
    statusView({
      seq,
      at: seq,
      items: [...items.values()],
      inbox,
      train: { queue: [], trying: [], awaitingApproval: approving, held: null },
    });
  model.apply({ kind: 'board', status: status(0) });
  for (let seq = 1; seq < 400; seq++) {
    const changed = Array.from({ length: Math.floor(chance() * 4) }, () => {
      const state = pick(STATES);
      return itemView(`S-${Math.floor(chance() * 30)}`, {
        state,
        outcome: state === 'open' ? pick(['none', 'merged', 'closed'] as const) : 'none',
        priority: pick([null, 1, 2, 3]),
        rank: pick([null, 5, 9]),
        createdAt: Math.floor(chance() * 10),
        changedAt: Math.floor(chance() * 10),
        returned: chance() < 0.2,
      });
    });
    const gone = chance() < 0.1 ? [...items.keys()].slice(0, 1) : [];
    items = new Map([...items, ...changed.map((item): [string, ItemView] => [item.id, item])]);
    for (const id of gone) items.delete(id);
    const told = chance() < 0.3;
    if (told) {
      const some = [...items.values()].filter(() => chance() < 0.2);
      inbox = some.map(({ identifier }) => question(identifier));
      approving = [...items.values()].filter(() => chance() < 0.2).map(({ identifier }) => identifier);
    }
    const whole = status(seq);
    const { seq: _seq, at, items: _items, ...rest } = whole;
    const frame: BoardFrame =
      chance() < 0.05
        ? { kind: 'board', status: whole }
        : {
            kind: 'change',
            seq,
            at,
            items: changed.filter(({ id }) => !gone.includes(id)),
            gone,
            rest: told ? rest : null,
          };
    model.apply(frame);
    expect(model.columns, `seed ${seed}, frame ${seq}`).toEqual(columnsOf(whole));
  }
});

const question = (item: string): StatusView['inbox'][number] => ({
  item,
  run: 'run-1',
  askedAt: 0,
  question: { id: 'q', text: 'Which?', choices: [], defaultAnswer: null, defaultAfterMs: null },
});
