import { ManualClock } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { scheduleClean } from '../../src/clean/index.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

function open(options: { readonly lastAt?: number; readonly fails?: boolean } = {}) {
  const clock = new ManualClock(1_000 * DAY);
  const notices: string[] = [];
  const hall = { clock, quiet: true, runs: 0, notices, work: Promise.resolve() };
  const schedule = scheduleClean({
    clock,
    everyMs: DAY,
    lastAt: options.lastAt ?? 0,
    isQuiet: () => hall.quiet,
    run: async () => {
      hall.runs += 1;
      if (options.fails) throw new Error('the disk is full');
      await hall.work;
    },
    notice: (message) => notices.push(message),
  });
  return Object.assign(hall, { schedule });
}

test('P5 once a day, however long it is quiet', async () => {
  const hall = open();
  await hall.clock.advance(3 * DAY + 10 * MINUTE);
  expect(hall.runs).toBe(4);
});

test('P5 not while something runs, and not in a moment between two items', async () => {
  const hall = open();
  hall.quiet = false;
  await hall.clock.advance(2 * DAY);
  expect(hall.runs).toBe(0);
  hall.quiet = true;
  await hall.clock.advance(MINUTE);
  expect(hall.runs).toBe(0);
  await hall.clock.advance(MINUTE);
  expect(hall.runs).toBe(1);
});

test('P5 a restart does not clean again the same day', async () => {
  const hall = open({ lastAt: 1_000 * DAY - 3600_000 });
  await hall.clock.advance(DAY / 2);
  expect(hall.runs).toBe(0);
  await hall.clock.advance(DAY / 2);
  expect(hall.runs).toBe(1);
});

test('P5 a failure is told and tried again the next day', async () => {
  const hall = open({ fails: true });
  await hall.clock.advance(DAY / 2);
  expect(hall.notices).toEqual(['Cleaning failed: the disk is full']);
  await hall.clock.advance(DAY);
  expect(hall.notices.length).toBe(2);
});

test('P5 stop waits for a cleaning under way and leaves no timer', async () => {
  const hall = open();
  const work = Promise.withResolvers<void>();
  hall.work = work.promise;
  await hall.clock.advance(3 * MINUTE);
  expect(hall.runs).toBe(1);
  let stopped = false;
  const stopping = hall.schedule.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  work.resolve();
  await stopping;
  expect(hall.clock.due).toEqual([]);
  await hall.clock.advance(5 * DAY);
  expect(hall.runs).toBe(1);
});
