import { seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Predictions } from '../../src/pool/predictions.ts';
import { TimeHabits } from '../../src/pool/time-habits.ts';
import { WorkflowHabits } from '../../src/pool/workflow-habits.ts';
import { stageOf } from './stage.ts';
import { replayTrace } from './usage-trace.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = 4 * DAY;
const HALF_HOUR = HOUR / 2;

describe.each([1, 2, 3])('P1 on three weeks of habits (seed %d)', (seed) => {
  test('hit rate above 80 %, cold starts halved, more than 70 % of the predictions right', async () => {
    const foreseen = await replayTrace(50, seed, { prewarm: {} });
    const { made, correct, prewarmed, coldStartsAvoided } = foreseen.predictions;
    expect(foreseen.hitRate).toBeGreaterThan(0.8);
    expect(correct / made).toBeGreaterThan(0.7);
    expect(coldStartsAvoided).toBeLessThanOrEqual(prewarmed);
    // Against the same pool without prewarming, and against one that keeps all it can.
    for (const idleMs of [600_000, Number.POSITIVE_INFINITY]) {
      const plain = await replayTrace(50, seed, { idleMs });
      expect(plain.predictions.made).toBe(0);
      expect(foreseen.misses).toBeLessThanOrEqual(plain.misses / 2);
    }
  });
});

test('P1 time: what was used at this hour on most working days is expected, and not at weekends', () => {
  const habits = new TimeHabits(HALF_HOUR);
  const at = (day: number, hour: number) => MONDAY + day * DAY + hour * HOUR;
  for (let day = 0; day < 5; day++) {
    habits.record('daily', at(day, 9.2));
    habits.record('daily', at(day, 9.3)); // twice on a day is one day
    if (day === 2) habits.record('once', at(day, 9.2));
  }
  expect(habits.predict(at(7, 9), 0.6).map(({ id }) => id)).toEqual(['daily']);
  expect(habits.predict(at(7, 9), 0.6)[0]?.probability).toBeCloseTo(0.8, 1);
  expect(habits.predict(at(7, 9.5), 0.1)).toEqual([]);
  expect(habits.predict(at(5, 9), 0.1)).toEqual([]);
  expect(habits.predict(at(7, 9), 0.1).map(({ id }) => id)).toEqual(['daily', 'once']);
});

test('P1 time: one day makes no habit, and an old habit fades', () => {
  const habits = new TimeHabits(HALF_HOUR);
  habits.record('once', MONDAY + 9 * HOUR);
  expect(habits.predict(MONDAY + DAY + 9 * HOUR, 0.6)).toEqual([]);
  for (let day = 0; day < 12; day++)
    habits.record('daily', MONDAY + (day + 2 * Math.floor(day / 5)) * DAY + 9 * HOUR);
  const later = (weeks: number) =>
    habits.predict(MONDAY + (14 + 7 * weeks) * DAY + 9 * HOUR, 0).find(({ id }) => id === 'daily');
  expect(later(1)?.probability).toBeGreaterThan(later(2)?.probability ?? 1);
  expect(later(3)?.probability).toBeLessThan(0.3);
});

test('P1 time: parts of the day begin where people’s hours do', () => {
  const habits = new TimeHabits(HALF_HOUR, 2 * HOUR);
  expect(habits.nextPart(MONDAY + 22 * HOUR - 1)).toBe(MONDAY + 22 * HOUR);
  expect(habits.nextPart(MONDAY + 22 * HOUR)).toBe(MONDAY + 22.5 * HOUR);
  habits.record('late', MONDAY + 23 * HOUR); // Tuesday, one o'clock
  habits.record('late', MONDAY + DAY + 23 * HOUR);
  expect(habits.predict(MONDAY + 2 * DAY + 23 * HOUR, 0.6).map(({ id }) => id)).toEqual(['late']);
});

test('P1 workflow: what usually follows is expected, in each workflow for itself', () => {
  const habits = new WorkflowHabits();
  for (let run = 0; run < 10; run++) {
    habits.record('plan', `x${run}`);
    habits.record('plan', `y${run}`);
    habits.record('plan', `x${run}`); // another turn is no step
    habits.record(run === 0 ? 'test' : 'code', `x${run}`);
    habits.record('review', `y${run}`);
  }
  const guesses = habits.predict('plan', 0.3);
  expect(guesses.map(({ id }) => id)).toEqual(['review', 'code']);
  expect(guesses[1]?.probability).toBeCloseTo(9 / 21, 6);
  expect(habits.predict('review', 0)).toEqual([]);
});

test('P1 workflow: rows stay short and new habits show', () => {
  const habits = new WorkflowHabits();
  for (let n = 0; n < 1000; n++) {
    habits.record('a', `w${n}`);
    habits.record(`f${n}`, `w${n}`);
  }
  expect(habits.predict('a', 0).length).toBeLessThanOrEqual(16);
  for (let n = 0; n < 400; n++) {
    habits.record('a', `v${n}`);
    habits.record('new', `v${n}`);
  }
  expect(habits.predict('a', 0.6).map(({ id }) => id)).toEqual(['new']);
});

test('P1 a prediction counts once its time is over or it came true', () => {
  const predictions = new Predictions();
  predictions.open('a', 100, 0);
  predictions.open('a', 150, 50); // the same one, longer
  predictions.open('b', 100, 0);
  expect(predictions.stats(99)).toMatchObject({ made: 0, correct: 0 });
  predictions.used('a', 140);
  predictions.used('b', 100); // too late
  predictions.used('c', 1);
  expect(predictions.stats(200)).toMatchObject({ made: 2, correct: 1 });
});

test('P1 predicting for 1,000 instruments takes less than a millisecond', () => {
  const times = new TimeHabits(HALF_HOUR);
  const workflows = new WorkflowHabits();
  const chance = seeded(1);
  for (let day = 0; day < 5; day++)
    for (let n = 0; n < 1000; n++) {
      times.record(`i${n}`, MONDAY + day * DAY + 9 * HOUR);
      for (let follower = 0; follower < 4; follower++) {
        workflows.record(`i${n}`, 'w');
        workflows.record(`i${Math.floor(chance() * 1000)}`, 'w');
      }
    }
  const predictAll = () => {
    const began = performance.now();
    const found = times.predict(MONDAY + 7 * DAY + 9 * HOUR, 0.6).length + workflows.predict('i1', 0).length;
    expect(found).toBeGreaterThan(1000);
    return performance.now() - began;
  };
  const took = Array.from({ length: 50 }, predictAll).sort((a, b) => a - b);
  expect(took[25]).toBeLessThan(1);
});

test('P1 what is foreseen is warmed before it is asked for, and its first use counts as avoided', async () => {
  const { pool, lease, clock, statesOf } = stageOf(
    { a: 100, b: 100 },
    { prewarm: { atLeast: 0.6 }, idleMs: 60_000 },
  );
  const run = async (workflow: string) => {
    for (const id of ['a', 'b']) {
      const asked = pool.acquire(id, { workflow });
      await clock.advance(200);
      (await asked).release();
    }
    pool.cool('a');
    pool.cool('b');
    await clock.advance(1000);
  };
  await run('1');
  await run('2');
  (await lease('a')).release();
  await clock.advance(200);
  expect(statesOf('a', 'b')).toEqual(['hot', 'hot']);
  expect(pool.history().at(-1)).toMatchObject({ id: 'b', to: 'hot', reason: 'predictive-prewarm' });
  await clock.advance(70_000); // longer than idle ones are kept, but b is expected
  expect(statesOf('a', 'b')).toEqual(['cold', 'hot']);
  expect(pool.acquire('b')).not.toBeInstanceOf(Promise);
  expect(pool.stats().predictions).toMatchObject({ prewarmed: 1, coldStartsAvoided: 1 });
});

test('P1 for what is only foreseen nobody who asked has to wait, and nothing expected is cooled', async () => {
  const { pool, clock, lease, statesOf } = stageOf({ a: 100, b: 200, c: 200 }, { prewarm: { atLeast: 0.6 } });
  for (const workflow of ['1', '2', '3'])
    for (const id of ['a', 'b']) {
      const asked = pool.acquire(id, { workflow });
      await clock.advance(400);
      (await asked).release();
      await clock.advance(400);
    }
  const c = await lease('c'); // takes the room of b
  (await lease('a')).release(); // foresees b
  await clock.advance(1000);
  expect(statesOf('a', 'b', 'c')).toEqual(['hot', 'cold', 'hot']);
  c.release();
  await clock.advance(1000);
  expect(statesOf('a', 'b', 'c')).toEqual(['hot', 'hot', 'cold']);
});

test('P1 room is made by what is not expected, even if it was used later', async () => {
  const { pool, clock, lease, statesOf } = stageOf(
    { a: 100, b: 100, d: 100, e: 100 },
    { prewarm: { atLeast: 0.6 } },
  );
  for (const workflow of ['1', '2', '3'])
    for (const id of ['a', 'b']) {
      const asked = pool.acquire(id, { workflow });
      await clock.advance(200);
      (await asked).release();
    }
  (await lease('d')).release();
  (await lease('a')).release(); // b is expected now, and longest unused
  await lease('e');
  expect(statesOf('a', 'b', 'd', 'e')).toEqual(['hot', 'hot', 'cold', 'hot']);
});
