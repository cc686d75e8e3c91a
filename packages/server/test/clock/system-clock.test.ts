import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastInstant, SystemClock } from '../../src/system-clock.ts';

const HOUR = 3_600_000;

/** A machine whose wall clock and tick counter are set by hand. */
function machine(floor = 0, wall = 10 * HOUR) {
  const at = { wall, ticks: 500 };
  const clock = new SystemClock(
    floor,
    () => at.wall,
    () => at.ticks,
  );
  const pass = (ms: number): void => {
    at.wall += ms;
    at.ticks += ms;
  };
  return { at, clock, pass };
}

describe('C8 the clock', () => {
  test('is the wall clock while that behaves', () => {
    const { clock, at, pass } = machine();
    pass(1_234);
    expect(clock.now()).toBe(at.wall);
  });

  test('set back: it goes on from what was known, at the pace of time', () => {
    const { clock, at, pass } = machine();
    const before = clock.now();
    at.wall -= HOUR;
    expect(clock.now()).toBe(before);
    pass(5_000);
    expect(clock.now()).toBe(before + 5_000);
    pass(2 * HOUR);
    expect(clock.now()).toBe(before + 5_000 + 2 * HOUR);
  });

  test('set ahead, or asleep while the ticks stood still: the wall clock is followed', () => {
    const { clock, at } = machine();
    at.wall += HOUR;
    expect(clock.now()).toBe(at.wall);
  });

  test('set ahead and corrected: no instant is given twice in the other order', () => {
    const { clock, at, pass } = machine();
    at.wall += HOUR;
    const ahead = clock.now();
    at.wall -= HOUR;
    pass(10);
    expect(clock.now()).toBe(ahead + 10);
  });

  test('never below the newest instant of the log', () => {
    const { clock, pass } = machine(12 * HOUR, 10 * HOUR);
    expect(clock.now()).toBe(12 * HOUR);
    pass(1_000);
    expect(clock.now()).toBe(12 * HOUR + 1_000);
  });

  test('law: whatever the wall does, it never goes back and never loses time that passed', () => {
    const steps = fc.array(
      fc.record({ passed: fc.nat(HOUR), jumped: fc.integer({ min: -HOUR, max: HOUR }) }),
    );
    fc.assert(
      fc.property(steps, fc.nat(20 * HOUR), (list, floor) => {
        const { clock, at, pass } = machine(floor);
        let last = clock.now();
        for (const { passed, jumped } of list) {
          pass(passed);
          at.wall += jumped;
          const now = clock.now();
          expect(now).toBeGreaterThanOrEqual(last + passed);
          expect(now).toBeGreaterThanOrEqual(at.wall);
          expect(Number.isInteger(now)).toBe(true);
          last = now;
        }
      }),
    );
  });

  test('whole milliseconds, although ticks have fractions', () => {
    const { clock, at } = machine();
    at.ticks += 0.7;
    expect(Number.isInteger(clock.now())).toBe(true);
  });
});

describe('timers', () => {
  test('soon and after call back once, in that order', async () => {
    const clock = new SystemClock(0);
    const heard: string[] = [];
    await new Promise<void>((resolve) => {
      clock.after(5, () => {
        heard.push('after');
        resolve();
      });
      clock.soon(() => heard.push('soon'));
    });
    expect(heard).toEqual(['soon', 'after']);
  });

  test('a wait that is called off never calls, one in the past calls at once', async () => {
    const clock = new SystemClock(0);
    let called = false;
    clock.after(1, () => {
      called = true;
    })();
    await new Promise<void>((resolve) => clock.after(-HOUR, resolve));
    await new Promise<void>((resolve) => clock.after(20, resolve));
    expect(called).toBe(false);
  });

  test('a wait longer than the system’s timers take is not cut short', async () => {
    const clock = new SystemClock(0);
    let called = false;
    const cancel = clock.after(2 ** 31 + 1_000, () => {
      called = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    cancel();
    expect(called).toBe(false);
  });
});

test('the floor is the last entry of the log, nothing when it is empty', () => {
  const at = (instants: readonly number[]) =>
    lastInstant({
      lastSeq: () => instants.length,
      read: (after, limit) =>
        instants
          .map((each, index) => ({
            seq: index + 1,
            at: each,
            event: { type: 'conductor-stopped', reason: '' } as const,
          }))
          .slice(after, after + limit),
    });
  expect(at([])).toBe(0);
  expect(at([5, 7, 9])).toBe(9);
});
