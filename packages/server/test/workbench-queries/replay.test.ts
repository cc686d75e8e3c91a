import { emptyState, fold, statusView } from '@symphony/conductor';
import type { Entry } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { melodyOf, TIDY } from '../../../conductor/test/melody.ts';
import { ITEMS, stormyStep } from '../../../conductor/test/storm.ts';
import { World } from '../../../conductor/test/world.ts';
import { Checkpoints } from '../../src/workbench/queries/log/checkpoints.ts';
import { Past } from '../../src/workbench/queries/log/past.ts';
import { longHistory, merged, opening, played } from './history.ts';
import { expectRefused, openRoom, type Room } from './reading-room.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));

let room: Room;
beforeEach(() => {
  room = openRoom();
});
afterEach(() => room.close());

/** A history with a melody in it, recorded in the room's log. */
function stormIn(place: Room, worldSeed: number, steps: number): World {
  const world = new World(ITEMS, SETTINGS, worldSeed);
  world.command({ name: 'melody-run', melody: melodyOf(TIDY), parameters: { floor: 'x' }, by: 'law' });
  for (let step = 0; step < steps; step += 1) stormyStep(world, 0.2);
  for (const { at, event } of world.log) place.store.append(at, [event]);
  return world;
}

/** The board the plain way: everything up to `seq`, from the beginning. */
function boardAt(log: readonly Entry[], seq: number) {
  const state = emptyState();
  for (const entry of log.slice(0, seq)) fold(state, entry);
  return statusView(state, log[Math.max(0, seq - 1)]?.at ?? 0, null, false);
}

describe('replay', () => {
  test('shows the board as it was, with the time it had', async () => {
    room.record(...opening([trackedItem('A')]), ...played({ item: 'A', run: 'r' }));
    const handedOver = room.store.lastSeq();
    const at = room.now();
    room.record(...merged('A'));
    const before = await room.queries.replay({ seq: handedOver });
    expect(before).toMatchObject({ seq: handedOver, at, idle: false, items: [{ state: 'completed' }] });
    const after = await room.queries.replay({ seq: room.store.lastSeq() });
    expect(after.items).toMatchObject([{ state: 'open', outcome: 'merged' }]);
    expect(await room.queries.replay({ seq: handedOver })).toEqual(before);
  });

  test('before the first entry the board is empty; beyond the last there is none', async () => {
    expect(await room.queries.replay({ seq: 0 })).toMatchObject({ seq: 0, at: room.now(), items: [] });
    room.record(...opening([trackedItem('A')]));
    expect((await room.queries.replay({ seq: 0 })).at).toBe(room.store.read(0, 1)[0]?.at);
    await expectRefused(room.queries.replay({ seq: 4 }), 'invalid', /^The log has no entry 4\.$/);
    await expectRefused(room.queries.replay({ seq: -1 }), 'invalid', /no entry -1/);
    await expectRefused(room.queries.replay({ seq: 1.5 }), 'invalid', /no entry 1\.5/);
  });

  test(`of the last entry is what is there now, for any history (seed ${seed})`, async () => {
    let busy = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 150 }), async (worldSeed, steps) => {
        const place = openRoom();
        try {
          const { state, log } = stormIn(place, worldSeed, steps);
          const last = log.at(-1) as Entry;
          const live = statusView(state, last.at, null, false);
          expect(await place.queries.replay({ seq: last.seq })).toEqual(live);
          busy += live.slots.used + live.melodies.length;
        } finally {
          place.close();
        }
      }),
      { seed, numRuns: 25 },
    );
    expect(busy).toBeGreaterThan(0);
  });

  test(`of any moments in any order is the same as from the beginning (seed ${seed})`, async () => {
    const { log } = stormIn(room, seed, 200);
    const checkpoints = new Checkpoints({ spacing: 16, most: 5, mostItems: 1e9 });
    const past = new Past(room.store, checkpoints);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(log.length), { minLength: 1, maxLength: 6 }), async (places) => {
        // All at once: they must not disturb each other.
        const seen = await Promise.all(
          places.map((seq) =>
            past.visit(seq, ({ state, at }) => statusView(state, at ?? log[0]?.at ?? 0, null, false)),
          ),
        );
        expect(seen).toEqual(places.map((seq) => boardAt(log, seq)));
        expect(checkpoints.size).toBeLessThanOrEqual(5);
      }),
      { seed, numRuns: 40 },
    );
    expect(checkpoints.size).toBeGreaterThan(1);
  });
});

describe('checkpoints', () => {
  const at = (seq: number) => ({ state: { ...emptyState(), seq }, at: seq });

  test('become fewer and farther apart, never too many', () => {
    const checkpoints = new Checkpoints({ spacing: 10, most: 4, mostItems: 1e9 });
    for (let seq = 1; seq <= 1_000; seq += 1) checkpoints.pass(at(seq));
    expect(checkpoints.size).toBeLessThanOrEqual(4);
    expect(checkpoints.size).toBeGreaterThanOrEqual(2);
    const near = checkpoints.before(700);
    expect(near).toBeGreaterThan(0);
    expect(near).toBeLessThanOrEqual(700);
    expect(checkpoints.restore(near)).toMatchObject({ at: near, state: { seq: near } });
    expect(checkpoints.restore(near + 1)).toBeNull();
    expect(checkpoints.before(5)).toBe(0);
  });

  test('never hold more items than they may', () => {
    const state = emptyState();
    for (let seq = 1; seq <= 20; seq += 1) {
      const tracked = trackedItem(`i-${seq}`, { identifier: `I-${seq}` });
      fold(state, { seq, at: seq, event: { type: 'item-seen', item: tracked.id, tracked } });
    }
    const checkpoints = new Checkpoints({ spacing: 10, most: 1_000, mostItems: 100 });
    for (let seq = 20; seq <= 1_000; seq += 10) checkpoints.pass({ state: { ...state, seq }, at: seq });
    expect(checkpoints.size).toBeGreaterThan(1);
    expect(checkpoints.size * 20).toBeLessThanOrEqual(100);
  });

  test('are not changed by what is folded into a state that was taken from them', () => {
    const checkpoints = new Checkpoints({ spacing: 10, most: 5, mostItems: 1e9 });
    checkpoints.pass(at(10));
    const taken = checkpoints.restore(10);
    const tracked = trackedItem('late', { identifier: 'LATE' });
    if (taken) fold(taken.state, { seq: 11, at: 11, event: { type: 'item-seen', item: 'late', tracked } });
    expect([taken?.state.items.size, checkpoints.restore(10)?.state.items.size]).toEqual([1, 0]);
  });
});

test('100,000 entries are replayed while everybody else goes on', { timeout: 60_000 }, async () => {
  for (const events of longHistory(1_000, 100_000)) room.recordAt(room.now() + 60_000, events);
  const last = room.store.lastSeq();
  let longest = 0;
  let since = used();
  let asked = true;
  const beat = () => {
    longest = Math.max(longest, used() - since);
    since = used();
    if (asked) setImmediate(beat);
  };
  setImmediate(beat);
  const from = performance.now();
  await room.queries.replay({ seq: last });
  const first = performance.now() - from;
  const again = performance.now();
  await room.queries.replay({ seq: Math.floor(last / 2) + 999 });
  const second = performance.now() - again;
  asked = false;
  // A third of the whole would show that it began anew; a slow machine is slow in both.
  expect(second).toBeLessThan(first / 3);
  expect(longest).toBeLessThan(80);
});

/** Milliseconds this thread has worked: others on the machine do not count. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
