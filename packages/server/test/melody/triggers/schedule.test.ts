import type { Melody, Trigger } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cronOf, dueNow, lastFiredOf, minuteOf } from '../../../src/melody/triggers/due.ts';
import { scheduleSource } from '../../../src/melody/triggers/schedule.ts';
import { listener, melody } from './trigger-stage.ts';

const at = (text: string): number => Date.parse(text);
const due = (cron: string, zone: string, last: string | null, now: string): string | null => {
  const instant = dueNow(cronOf(cron, zone), last === null ? null : at(last), at(now));
  return instant === null ? null : minuteOf(instant);
};

test('P7 a time is due from its very second on, once', () => {
  const nine = (last: string | null, now: string) => due('0 9 * * *', 'UTC', last, now);
  expect(nine('2026-11-15T09:00:00Z', '2026-11-16T08:59:59.999Z')).toBeNull();
  expect(nine('2026-11-15T09:00:00Z', '2026-11-16T09:00:00.000Z')).toBe('2026-11-16T09:00Z');
  expect(nine('2026-11-16T09:00:00Z', '2026-11-16T09:00:00.500Z')).toBeNull();
  expect(nine('2026-11-16T08:59:59Z', '2026-11-16T23:00:00Z')).toBe('2026-11-16T09:00Z');
});

test('P7 of several missed times the last one counts; a schedule that never fired missed nothing', () => {
  expect(due('0 9 * * 1-5', 'UTC', '2026-11-02T09:00:00Z', '2026-11-15T12:00:00Z')).toBe('2026-11-13T09:00Z');
  expect(due('0 9 * * *', 'UTC', null, '2026-11-15T12:00:00Z')).toBeNull();
  expect(due('0 0 30 2 *', 'UTC', '2020-01-01T00:00:00Z', '2026-11-15T12:00:00Z')).toBeNull();
});

test('P7 when the clock is set forward a time of day that does not exist is due at the jump', () => {
  const half = (now: string) => due('30 2 * * *', 'Europe/Berlin', '2026-03-28T01:30:00Z', now);
  expect(half('2026-03-29T00:59:59Z')).toBeNull();
  expect(half('2026-03-29T01:00:00Z')).toBe('2026-03-29T01:00Z');
  expect(due('30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T23:00:00Z')).toBeNull();
});

test('P7 when the clock is set back a time of day is due once, and an interval in both hours', () => {
  const once = (last: string, now: string) => due('30 2 * * *', 'Europe/Berlin', last, now);
  expect(once('2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z')).toBe('2026-10-25T00:30Z');
  expect(once('2026-10-25T00:30:00Z', '2026-10-25T12:00:00Z')).toBeNull();
  expect(due('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:31:00Z')).toBe(
    '2026-10-25T01:30Z',
  );
});

test('P7 what is due lies after the last firing, not in the future, and nothing lies between it and now', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
  const crons = ['0 9 * * *', '30 2 * * *', '*/15 * * * *', '0 0 1 * *', '15 1 * * 0', '0 */6 * * 1-5'];
  const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
  const some = { zone: fc.constantFrom(...zones), cron: fc.constantFrom(...crons), now: instant };
  fc.assert(
    fc.property(
      fc.record({ ...some, ago: fc.integer({ min: 1, max: 90 * 86_400_000 }) }),
      ({ zone, cron, now, ago }) => {
        const parsed = cronOf(cron, zone);
        const found = dueNow(parsed, now - ago, now);
        const next = parsed.nextRun(new Date(found ?? now - ago))?.getTime() ?? Number.POSITIVE_INFINITY;
        expect(next).toBeGreaterThan(now);
        if (found === null) return;
        expect(found).toBeGreaterThan(now - ago);
        expect(found).toBeLessThanOrEqual(now);
        expect(dueNow(parsed, found, now)).toBeNull();
      },
    ),
    { numRuns: 200 },
  );
});

test('P7 the last firing is read from the keys of this melody alone', () => {
  const keys = [
    'schedule:a:2026-11-01T09:00Z',
    'schedule:a:2026-11-03T09:00Z',
    'schedule:a-b:2026-11-09T09:00Z',
    'item:a:x',
    'schedule:a:?',
  ];
  expect(lastFiredOf('a', keys)).toBe(at('2026-11-03T09:00:00Z'));
  expect(lastFiredOf('c', keys)).toBeNull();
});

const daily: Trigger = { on: 'schedule', cron: '0 9 * * *', timezone: 'UTC' };

async function play(melodies: () => readonly Melody[], start: string, lastKeys: readonly string[] = []) {
  const clock = new ManualClock(at(start));
  const { heard, occur } = listener();
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const running = scheduleSource({ melodies, clock, lastKeys: new Set(lastKeys), warn }).start(occur);
  await running.update();
  return { clock, running, warnings, keys: () => heard.map(({ key }) => key), heard };
}

test('P7 a schedule fires at its time, day after day, and not after it was stopped', async () => {
  const { clock, running, keys, heard } = await play(() => [melody('docs', daily)], '2026-11-16T08:00:00Z');
  await clock.advanceTo(at('2026-11-16T08:59:59Z'));
  expect(keys()).toEqual([]);
  await clock.advanceTo(at('2026-11-17T09:00:01Z'));
  expect(keys()).toEqual(['16', '17'].map((day) => `schedule:docs:2026-11-${day}T09:00Z`));
  expect(heard[0]).toMatchObject({
    detail: 'due at 2026-11-16T09:00Z by the schedule 0 9 * * *',
    scope: { at: '2026-11-16T09:00:00.000Z' },
  });
  await running.stop();
  expect(clock.due).toEqual([]);
  await clock.advanceTo(at('2026-11-20T12:00:00Z'));
  expect(keys()).toHaveLength(2);
});

test('P7 a time missed while nothing ran, or while the machine slept, is made up for once', async () => {
  const never = await play(() => [melody('docs', daily)], '2026-11-16T10:00:00Z');
  expect(never.keys()).toEqual([]);
  const before = await play(() => [melody('docs', daily)], '2026-11-16T10:00:00Z', [
    'schedule:docs:2026-11-10T09:00Z',
  ]);
  expect(before.keys()).toEqual(['schedule:docs:2026-11-16T09:00Z']);
  await before.clock.jumpTo(at('2026-11-19T10:00:00Z'));
  expect(before.keys().slice(1)).toEqual(['schedule:docs:2026-11-19T09:00Z']);
});

test('P7 a schedule that is new or changed while we run begins now, and the others go on', async () => {
  const weekly: Trigger = { on: 'schedule', cron: '0 8 * * 1', timezone: 'UTC' };
  const tests = melody('tests', { on: 'schedule', cron: '*/20 * * * *' });
  let melodies = [melody('docs', daily)];
  const { clock, running, keys } = await play(() => melodies, '2026-11-16T08:30:00Z', [
    'schedule:docs:2026-11-16T07:00Z',
  ]);
  melodies = [melody('docs', daily, weekly), tests];
  await running.update();
  expect(keys()).toEqual([]);
  await clock.advanceTo(at('2026-11-16T09:01:00Z'));
  expect(keys()).toEqual([
    'schedule:tests:2026-11-16T08:40Z',
    'schedule:docs:2026-11-16T09:00Z',
    'schedule:tests:2026-11-16T09:00Z',
  ]);
  melodies = [];
  await running.update();
  expect(clock.due).toEqual([]);
});

test('P7 a schedule that cannot be read is told of, and the others are kept', async () => {
  const broken = (cron: string, timezone?: string): Trigger => ({
    on: 'schedule',
    cron,
    ...(timezone ? { timezone } : {}),
  });
  const bad = melody(
    'bad',
    broken('61 * * * *'),
    broken('0 9 * * * *'),
    broken('0 9 * * *', 'Nowhere/Else'),
    broken('soon'),
  );
  const { clock, warnings, keys } = await play(() => [bad, melody('docs', daily)], '2026-11-16T08:00:00Z');
  expect(warnings).toHaveLength(4);
  for (const warning of warnings) expect(warning).toMatch(/^The schedule `.*` .*of bad is not kept: /);
  await clock.advanceTo(at('2026-11-16T09:00:01Z'));
  expect(keys()).toEqual(['schedule:docs:2026-11-16T09:00Z']);
});
