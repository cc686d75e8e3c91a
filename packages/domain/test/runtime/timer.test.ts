import {
  afterRinging,
  dueTimers,
  nextDue,
  spokenDuration,
  type Timer,
  timerRecord,
  timersIn,
} from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);
const timer = (more: Partial<Timer> = {}): Timer => ({
  id: 't',
  label: 'tea',
  dueAt: 1_000,
  setAt: 0,
  session: null,
  everyMs: null,
  ...more,
});

describe('R9 timers', () => {
  test('those that are due, the next one first; what is no timer is passed over', () => {
    const records = [
      timerRecord(timer({ id: 'late', dueAt: 3_000 })),
      timerRecord(timer({ id: 'soon', dueAt: 500 })),
      timerRecord(timer()),
      { drawer: 'timers', key: 'x', value: { id: 'x', dueAt: 'never' }, at: 0 },
    ];
    expect(timersIn(records).map(({ id }) => id)).toEqual(['soon', 't', 'late']);
    expect(dueTimers(records, 1_000).map(({ id }) => id)).toEqual(['soon', 't']);
    expect(nextDue(records)).toBe(500);
    expect(nextDue([])).toBeNull();
  });

  test(`one that repeats rings next after now, in its own rhythm (seed ${SEED})`, () => {
    expect(afterRinging(timer(), 1_000)).toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e9 }), (everyMs, late) => {
        const now = 1_000 + late;
        const next = afterRinging(timer({ everyMs }), now)?.dueAt as number;
        expect(next).toBeGreaterThan(now);
        expect(next - now).toBeLessThanOrEqual(everyMs);
        expect((next - 1_000) % everyMs).toBe(0);
      }),
      { seed: SEED },
    );
  });
});

describe('R9 lengths of time as people say them', () => {
  const MIN = 60_000;
  test.each<[string, number | null]>([
    ['10 minutes', 10 * MIN],
    ['ten minutes', 10 * MIN],
    ['twenty five minutes', 25 * MIN],
    ['1h 30m', 90 * MIN],
    ['1h30m', 90 * MIN],
    ['1.5 hours', 90 * MIN],
    ['an hour and a half', 90 * MIN],
    ['half an hour', 30 * MIN],
    ['an hour', 60 * MIN],
    ['one hour and 15 minutes', 75 * MIN],
    ['90 seconds', 90_000],
    ['in 2 days', 2 * 24 * 60 * MIN],
    ['a week', 7 * 24 * 60 * MIN],
    ['PT1H30M', 90 * MIN],
    ['P1DT0.5S', 24 * 60 * MIN + 500],
    ['', null],
    ['soon', null],
    ['10', null],
    ['10 bananas', null],
    ['minutes', null],
    ['5 minutes 3', null],
    ['p', null],
  ])('%s', (said, ms) => {
    expect(spokenDuration(said)).toBe(ms);
  });
});
