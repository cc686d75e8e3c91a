import { MemoryStore } from '@symphony/adapters/store/memory';
import type { EntryBatch, Store } from '@symphony/domain';
import { ManualClock, seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { LogDesk, says } from './log-desk.ts';

type Batches = ReturnType<LogDesk['entries']>;

/** Reads on and on, and keeps what came. */
function reading(batches: Batches, between: () => Promise<void> = async () => undefined) {
  const came: EntryBatch[] = [];
  const over = (async () => {
    for (;;) {
      const { done, value } = await batches.next();
      if (done === true) return;
      came.push(value);
      await between();
    }
  })();
  const seqs = () => came.flatMap(({ entries }) => entries.map(({ seq }) => seq));
  return { came, over, seqs };
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('the log at the pace of its reader', () => {
  test('what is there in pages, then what is new as it comes', async () => {
    const clock = new ManualClock();
    const desk = new LogDesk(clock);
    for (let n = 0; n < 1_200; n += 1) desk.record(says('A', `${n}`));
    const batches = desk.entries(0);
    const { came, seqs, over } = reading(batches);
    await clock.settle();
    expect(came.map(({ entries }) => entries.length)).toEqual([500, 500, 201]);
    desk.record(says('A', 'new'));
    await clock.settle();
    expect(seqs()).toEqual(upTo(1_202));
    expect(came.at(-1)?.seq).toBe(1_202);
    await batches.return?.();
    await over;
  });

  test('from the middle', async () => {
    const clock = new ManualClock();
    const desk = new LogDesk(clock);
    for (let n = 0; n < 9; n += 1) desk.record(says('A', `${n}`));
    const { seqs, over } = reading(desk.entries(7, undefined, false));
    await over;
    expect(seqs()).toEqual([8, 9, 10]);
  });

  test('entries that are large are sent in smaller batches', async () => {
    const desk = new LogDesk(new ManualClock());
    for (let n = 0; n < 8; n += 1) desk.record(says('A', 'x'.repeat(400_000)));
    const { came, seqs, over } = reading(desk.entries(0, undefined, false));
    await over;
    expect(seqs()).toEqual(upTo(9));
    expect(Math.max(...came.map((batch) => JSON.stringify(batch).length))).toBeLessThan(1_100_000);
  });

  test('where nobody writes the log any more it ends, told up to the end', async () => {
    const desk = new LogDesk(new ManualClock());
    desk.record(says('A', 'a'), says('B', 'b'), says('C', 'c'));
    const { came, over } = reading(desk.entries(0, { item: 'A' }, false));
    await over;
    expect(came.map(({ seq, entries }) => [seq, entries.length])).toEqual([
      [2, 1],
      [4, 0],
    ]);
    expect(desk.followers).toBe(0);
  });
});

describe('with a filter', () => {
  test('only what fits, and the place goes on, at most once a second', async () => {
    const clock = new ManualClock();
    const desk = new LogDesk(clock);
    const { came } = reading(desk.entries(0, { types: ['drain-changed'] }));
    await clock.settle();
    for (let ms = 0; ms < 3_000; ms += 10) {
      desk.record(says('A', 'chatter'));
      await clock.advance(10);
    }
    expect(came.map(({ entries }) => entries.length)).toEqual([0, 0, 0]);
    expect(came.at(-1)?.seq).toBeGreaterThan(290);
    desk.record({ type: 'drain-changed', draining: true, by: 'ada' });
    await clock.settle();
    expect(came.at(-1)).toMatchObject({ seq: 302, entries: [{ event: { type: 'drain-changed' } }] });
  });

  test('nothing is said while nothing happens', async () => {
    const clock = new ManualClock();
    const { came } = reading(new LogDesk(clock).entries(1));
    await clock.advance(60_000);
    expect(came).toEqual([]);
  });
});

test('a reader that stops is not kept anything for, and hears all of it when it goes on', async () => {
  const clock = new ManualClock();
  let reads = 0;
  const store = new MemoryStore();
  const counted: Store = Object.assign(Object.create(store) as Store, {
    append: store.append.bind(store),
    lastSeq: store.lastSeq.bind(store),
    read: (...asked: Parameters<Store['read']>) => {
      reads += 1;
      return store.read(...asked);
    },
  });
  const desk = new LogDesk(clock, counted);
  const batches = desk.entries(0);
  await batches.next();
  const before = reads;
  for (let n = 0; n < 20_000; n += 1) desk.record(says('A', 'while nobody reads'));
  await clock.advance(5_000);
  expect(reads).toBe(before); // nothing is read, so nothing is kept
  const { seqs } = reading(batches);
  await clock.advance(1);
  expect(seqs()).toEqual(upTo(20_001).slice(1));
});

test.each([1, 2, 3, 4, 5, 6])('law: none lost, none twice, in order (seed %i)', async (seed) => {
  const chance = seeded(seed);
  const clock = new ManualClock();
  const desk = new LogDesk(clock);
  const filter = chance() < 0.5 ? { item: 'A' } : undefined;
  const begin = Math.floor(chance() * 400);
  for (let n = 0; n < 700; n += 1) desk.record(says(chance() < 0.3 ? 'A' : 'B', `${n}`));
  const batches = desk.entries(begin, filter);
  const { came, seqs, over } = reading(batches, () => clock.sleep(chance() * 400));
  for (let round = 0; round < 60; round += 1) {
    const count = Math.floor(chance() * 40);
    desk.record(...Array.from({ length: count }, (_, n) => says(chance() < 0.3 ? 'A' : 'B', `${n}`)));
    await clock.advance(Math.floor(chance() * 500));
  }
  await clock.advance(60_000);
  expect(seqs()).toEqual(desk.store.read(begin, 100_000, filter).map(({ seq }) => seq));
  expect(came.at(-1)?.seq).toBe(desk.store.lastSeq());
  expect(came.every(({ seq }, at) => at === 0 || seq > (came[at - 1]?.seq ?? 0))).toBe(true);
  await batches.return?.();
  await clock.advance(1_000);
  await over;
  expect(desk.followers).toBe(0);
  expect(clock.due).toEqual([]);
});
