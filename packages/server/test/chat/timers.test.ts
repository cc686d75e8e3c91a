import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';
import { type Entry, type LogEventOf, TIMER_DRAWER, type Timer, timerRecord } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TimerWatch, timerViews } from '../../src/chat/timers.ts';

const timer = (more: Partial<Timer> = {}): Timer => ({
  id: 'timer-1',
  label: 'Tea',
  dueAt: 10_000,
  setAt: 0,
  session: null,
  everyMs: null,
  ...more,
});

/** A watch on a real file, and a log that records when it is told to. */
function ground() {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-timers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'runtime', 'runtime.db');
  const clock = new ManualClock(1_000);
  const log: Entry[] = [];
  const waiting: LogEventOf<'timer-fired'>[] = [];
  const warnings: string[] = [];
  const open = () =>
    new TimerWatch({
      file,
      clock,
      log: { read: (after) => log.filter(({ seq }) => seq > after), lastSeq: () => log.length },
      ring: (rang) => void waiting.push(rang),
      warn: (message) => void warnings.push(message),
    });
  const record = (watch: TimerWatch | null): void => {
    for (const event of waiting.splice(0)) {
      const entry: Entry = { seq: log.length + 1, at: clock.now(), event };
      log.push(entry);
      watch?.hear(entry);
    }
  };
  const put = (...timers: readonly Timer[]): void => {
    const store = openRuntimeStore(file);
    store.cabinet.put(timers.map(timerRecord));
    store.close();
  };
  const left = () => {
    const store = openRuntimeStore(file);
    try {
      return timerViews(store.cabinet, clock.now());
    } finally {
      store.close();
    }
  };
  const rang = () => log.map(({ event }) => (event.type === 'timer-fired' ? event : null));
  return { file, clock, waiting, warnings, open, record, put, left, rang };
}

describe('R9 timers', () => {
  test('ring once when they are due, also when another process set them', async () => {
    const { clock, open, record, put, left, rang } = ground();
    const watch = open();
    watch.start();
    put(timer());
    await clock.advance(2_000);
    record(watch);
    expect(rang()).toEqual([]);
    expect(left()).toHaveLength(1);
    await clock.advance(8_000);
    record(watch);
    await clock.advance(5_000);
    record(watch);
    expect(rang()).toMatchObject([{ timer: 'timer-1', label: 'Tea', dueAt: 10_000 }]);
    expect(left()).toEqual([]);
    await watch.stop();
  });

  test('that came due while nobody was there ring at the start, and say how late', async () => {
    const { clock, open, record, put, rang } = ground();
    put(timer());
    await clock.advance(99_000);
    const watch = open();
    watch.start();
    record(watch);
    expect(rang()).toMatchObject([{ lateMs: 90_000 }]);
    await watch.stop();
  });

  test('killed before it is recorded: it rings again; killed after: it does not', async () => {
    const { clock, open, record, put, left, rang, waiting } = ground();
    put(timer());
    await clock.advance(10_000);
    const first = open();
    first.start();
    expect(waiting).toHaveLength(1);
    waiting.splice(0); // gone with the process
    await first.stop();

    const second = open();
    second.start();
    record(null); // recorded, but nobody lives to mark it
    await second.stop();
    expect(left()).toHaveLength(1);

    const third = open();
    third.start();
    record(third);
    expect(rang()).toHaveLength(1);
    expect(left()).toEqual([]);
    await third.stop();
  });

  test('that repeat ring again, without making up for what was missed', async () => {
    const { clock, open, record, put, left, rang } = ground();
    put(timer({ everyMs: 60_000 }));
    await clock.advance(200_000);
    const watch = open();
    watch.start();
    record(watch);
    expect(rang()).toHaveLength(1);
    expect(left()).toMatchObject([{ dueAt: 250_000 }]);
    await watch.stop();
  });

  test('a file that is none is told once, and stops nothing', async () => {
    const { file, clock, open, warnings } = ground();
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'this is no database'.repeat(500));
    const watch = open();
    watch.start();
    await clock.advance(5_000);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('Timers cannot be rung');
    await watch.stop();
    expect(TIMER_DRAWER).toBe('timers');
  });
});
