import type { BoardFrame, ItemView, LogEvent, StatusView } from '@symphony/domain';
import { compareWork } from '@symphony/domain';
import { ManualClock, seeded, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { SystemClock } from '../../src/system-clock.ts';
import { LogDesk, says } from './log-desk.ts';

type Frames = ReturnType<LogDesk['board']>;

/** The next frame while time passes, or null when none came within `ms`. */
async function within(clock: ManualClock, frames: Frames, ms: number): Promise<BoardFrame | null> {
  let frame: BoardFrame | null = null;
  void frames.next().then((next) => {
    frame = next.done === true ? null : next.value;
  });
  await clock.advance(ms);
  return frame;
}

async function opened(ids: readonly string[] = ['A', 'B']) {
  const clock = new ManualClock(1_000);
  const desk = new LogDesk(clock);
  for (const id of ids) desk.see(id);
  const frames = desk.board();
  const first = await within(clock, frames, 0);
  return { clock, desk, frames, first };
}

/** A board kept up to date with frames, as a face does it. */
function applied(before: StatusView | null, frame: BoardFrame): StatusView {
  if (frame.kind === 'board') return frame.status;
  if (!before) throw new Error('a change came before the board');
  const items = new Map<string, ItemView>(before.items.map((item) => [item.id, item]));
  for (const item of frame.items) items.set(item.id, item);
  for (const id of frame.gone) items.delete(id);
  return {
    ...before,
    ...frame.rest,
    seq: frame.seq,
    at: frame.at,
    items: [...items.values()].sort(compareWork),
  };
}

describe('the board as it changes', () => {
  test('everything first, then only what is different', async () => {
    const { clock, desk, frames, first } = await opened();
    expect(first).toEqual({ kind: 'board', status: desk.status() });
    desk.see('B', { title: 'Another title' });
    const next = await within(clock, frames, 250);
    expect(next).toMatchObject({
      kind: 'change',
      seq: desk.state.seq,
      gone: [],
      rest: null,
      items: [{ id: 'B', title: 'Another title' }],
    });
  });

  test('what is not about items comes when it differs, and once', async () => {
    const { clock, desk, frames } = await opened();
    desk.record({ type: 'drain-changed', draining: true, by: 'ada' });
    expect(await within(clock, frames, 250)).toMatchObject({ items: [], rest: { draining: true } });
    desk.see('A', { title: 'New' });
    expect(await within(clock, frames, 250)).toMatchObject({ items: [{ id: 'A' }], rest: null });
  });

  test('at most four frames a second', async () => {
    const { clock, desk, frames } = await opened();
    let came = 0;
    const reading = (async () => {
      while ((await frames.next()).done !== true) came += 1;
    })();
    for (let ms = 0; ms < 1_000; ms += 10) {
      desk.see('A', { title: `Title ${ms}` });
      await clock.advance(10);
    }
    expect(came).toBe(4);
    await frames.return?.();
    await reading;
  });

  test('all changes of a quarter of a second are one frame', async () => {
    const { clock, desk, frames } = await opened();
    for (let round = 0; round < 50; round += 1) desk.see('A', { title: `Title ${round}` });
    const frame = await within(clock, frames, 250);
    expect(frame).toMatchObject({ items: [{ id: 'A', title: 'Title 49' }] });
    expect(await within(clock, frames, 10_000)).toBeNull();
  });

  test('the first change after a quiet time does not wait', async () => {
    const { clock, desk, frames } = await opened();
    await clock.advance(5_000);
    desk.see('A', { title: 'At once' });
    expect(await within(clock, frames, 0)).toMatchObject({ items: [{ title: 'At once' }] });
  });

  test('what changes by time alone is seen although nothing is recorded', async () => {
    const { clock, desk, frames } = await opened();
    desk.made.idle = false;
    const frame = await within(clock, frames, 2_500);
    expect(frame).toMatchObject({ items: [], rest: { idle: false } });
  });

  test('merged items are told of although the event names them in a list', async () => {
    const { clock, desk, frames } = await opened(['A', 'B', 'C']);
    desk.record({ type: 'train-landed', attempt: 't', commit: 'c'.repeat(40), items: ['A', 'C'] });
    const frame = await within(clock, frames, 250);
    expect(frame?.kind === 'change' && frame.items.map(({ id }) => id)).toEqual(['A', 'C']);
  });

  test('a conductor for one item shows it alone', async () => {
    const clock = new ManualClock();
    const desk = new LogDesk(clock, undefined, 'A');
    desk.see('A');
    desk.see('B');
    const frames = desk.board();
    const first = await within(clock, frames, 0);
    expect(first?.kind === 'board' && first.status.items.map(({ id }) => id)).toEqual(['A']);
    desk.see('B', { title: 'Not shown' });
    expect(await within(clock, frames, 5_000)).toBeNull();
  });

  test('very many items come in portions, each of them once', async () => {
    const clock = new ManualClock();
    const desk = new LogDesk(clock);
    desk.record(
      ...Array.from({ length: 17_001 }, (_, n): LogEvent => {
        const id = `I-${n}`;
        return { type: 'item-seen', item: id, tracked: trackedItem(id) };
      }),
    );
    const frames = desk.board(false);
    let board: StatusView | null = null;
    const sizes: number[] = [];
    for (;;) {
      const frame = await within(clock, frames, 250);
      if (!frame) break;
      sizes.push(frame.kind === 'board' ? frame.status.items.length : frame.items.length);
      board = applied(board, frame);
    }
    expect(sizes).toEqual([500, ...Array(8).fill(2_000), 501]);
    expect(board).toEqual({ ...desk.status(), at: board?.at });
  });
});

describe('leaving', () => {
  test('ends it at once while it waits, and nothing is held', async () => {
    const { clock, desk, frames } = await opened();
    const waiting = frames.next();
    await clock.settle();
    expect(desk.followers).toBe(1);
    expect(clock.due.length).toBe(1);
    await frames.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(desk.followers).toBe(0);
    expect(clock.due).toEqual([]);
  });

  test('between two frames, too; and one that was never read holds nothing', async () => {
    const { desk, frames } = await opened();
    await frames.return?.();
    expect(await frames.next()).toEqual({ done: true, value: undefined });
    expect(desk.followers).toBe(0);
    await desk.board().return?.();
    expect(desk.followers).toBe(0);
  });
});

test.each([1, 2, 3, 4, 5])('law: frames add up to the status, whatever happened (seed %i)', async (seed) => {
  const chance = seeded(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const ids = Array.from({ length: 30 }, (_, n) => `I-${n}`);
  const clock = new ManualClock(1);
  const desk = new LogDesk(clock);
  const happen = [
    () =>
      desk.see(pick(ids), {
        title: `Title ${Math.floor(chance() * 9)}`,
        priority: pick([null, 1, 4]),
        fields: chance() < 0.5 ? {} : { rank: chance() },
      }),
    () => desk.record(says(pick(ids), 'hello')),
    () => desk.record({ type: 'drain-changed', draining: chance() < 0.5, by: 'x' }),
    () =>
      desk.record({
        type: 'train-landed',
        attempt: 't',
        commit: `${chance()}`,
        items: [pick(ids), pick(ids)],
      }),
    () => desk.record({ type: 'tracker-failed', message: `${Math.floor(chance() * 3)}` }),
  ];
  const frames = desk.board();
  let board: StatusView | null = null;
  const reading = (async () => {
    for (;;) {
      const { done, value } = await frames.next();
      if (done === true) return;
      board = applied(board, value);
      await clock.sleep(chance() * 700); // a reader that is busy now and then
    }
  })();
  for (let round = 0; round < 80; round += 1) {
    for (let n = chance() * 8; n > 0; n -= 1) pick(happen)();
    await clock.advance(Math.floor(chance() * 200));
  }
  await clock.advance(5_000);
  expect(board).not.toBeNull();
  expect({ ...(board as StatusView | null), at: 0 }).toEqual({ ...desk.status(), at: 0 });
  await frames.return?.();
  await clock.advance(1_000);
  await reading;
});

test('a frame costs what changed: ten thousand items, ten thousand entries in a second', async () => {
  const clock = new SystemClock(0);
  const desk = new LogDesk(clock);
  const ids = Array.from({ length: 10_000 }, (_, n) => `I-${n}`);
  desk.record(
    ...ids.map((id, n): LogEvent => {
      const blockedBy = n % 3 === 0 ? [{ id: `I-${n + 1}`, identifier: null, state: null }] : [];
      return { type: 'item-seen', item: id, tracked: trackedItem(id, { blockedBy } as object) };
    }),
  );
  const frames = desk.board();
  for (let told = 0; told < ids.length; ) {
    const { value } = await frames.next();
    told += (value?.kind === 'board' ? value.status.items : (value?.items ?? [])).length;
  }
  const { boards } = desk.made;
  let frameMs = 0;
  for (let round = 0; round < 4; round += 1) {
    desk.record(...Array.from({ length: 2_500 }, (_, n) => says(`I-${(n * 7 + round) % 500}`, 'x')));
    const asked = performance.now();
    const busy = process.cpuUsage();
    const { value } = await frames.next();
    const { user, system } = process.cpuUsage(busy);
    frameMs = Math.max(frameMs, (user + system) / 1_000);
    expect(performance.now() - asked).toBeLessThan(2_000);
    expect(value).toMatchObject({ kind: 'change' });
    expect(value?.kind === 'change' && value.items.length).toBe(500);
  }
  await frames.return?.();
  expect(desk.made.boards).toBe(boards); // never the whole board again
  expect(frameMs).toBeLessThan(150);
});
