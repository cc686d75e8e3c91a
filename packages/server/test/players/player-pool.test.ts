import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStage } from './paper-agent.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 16, 8),
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('P1 players come from the pool', () => {
  test('nothing is made ready while nothing waits', async () => {
    const { agent, pool, start } = openStage();
    const session = await start();
    await pass(HOUR);
    expect(agent.tries).toBe(0);
    expect(pool.view().players).toEqual([{ player: 'paper', waiting: 0, warming: 0, inUse: 1, failed: 0 }]);
    await session.stop(0);
  });

  test('while items wait, the next start finds a process ready, and another is made ready', async () => {
    const { agent, pool, given, start } = openStage();
    given.waiting = 3;
    await start();
    expect(agent.spares).toHaveLength(1); // warming
    await pass(SECOND);
    await start();
    expect(pool.view().starts).toEqual({ warm: 1, fresh: 1 });
    expect(pool.view().players).toMatchObject([{ inUse: 2, waiting: 0, warming: 1 }]);
    await pass(SECOND);
    expect(pool.view().players).toMatchObject([{ inUse: 2, waiting: 1, warming: 0 }]);
    expect(agent.living).toBe(3);
  });

  test('a start never waits for a process that is still being made ready', async () => {
    const { pool, given, start } = openStage();
    given.waiting = 1;
    await start();
    await start();
    expect(pool.view().starts).toEqual({ warm: 0, fresh: 2 });
  });

  test('a process plays for one run only: its place is cold when the session has ended', async () => {
    const { agent, pool, given, start } = openStage();
    given.waiting = 1;
    const first = await start();
    await pass(SECOND);
    given.waiting = 0;
    const second = await start();
    await Promise.all([first.stop(0), second.stop(0)]);
    await pass(0);
    expect(pool.view().starts).toEqual({ warm: 1, fresh: 1 });
    expect(pool.view().players).toMatchObject([{ inUse: 0, waiting: 0, warming: 0 }]);
    expect(agent.living).toBe(0);
  });

  test('one that died while it waited is passed over, and noticed without a start as well', async () => {
    const { agent, pool, given, start } = openStage();
    given.waiting = 1;
    await start();
    await pass(SECOND);
    for (const spare of agent.spares) spare.alive = false;
    await start();
    expect(pool.view().starts).toEqual({ warm: 0, fresh: 2 });
    await pass(SECOND);
    given.waiting = 0;
    expect(pool.view().players).toMatchObject([{ waiting: 1 }]);
    for (const spare of agent.spares) spare.alive = false;
    await pass(6 * SECOND);
    expect(pool.view().players).toMatchObject([{ waiting: 0 }]);
  });

  test('a process nobody needed is gone after ten minutes', async () => {
    const { agent, given, start } = openStage();
    given.waiting = 1;
    const session = await start();
    await pass(SECOND);
    await session.stop(0);
    await pass(9 * MINUTE);
    expect(agent.living).toBe(1);
    await pass(2 * MINUTE);
    expect(agent.living).toBe(0);
  });

  test('a program that cannot be started is tried again more and more seldom', async () => {
    const { agent, given, start } = openStage();
    agent.missing = true;
    given.waiting = 100;
    for (let n = 0; n < 600; n++) {
      const session = await start();
      await session.stop(0);
      await pass(SECOND);
    }
    expect(agent.tries).toBeGreaterThan(5);
    expect(agent.tries).toBeLessThan(30); // in ten minutes, with 600 starts
  });

  test('memory bounds how many there are, and a start goes ahead all the same', async () => {
    const { agent, pool, given, start } = openStage({ maxMemoryMb: 500 });
    given.waiting = 9;
    await start();
    await pass(SECOND);
    expect(agent.living).toBe(2);
    await start();
    await start();
    await pass(SECOND);
    expect(pool.view().starts).toEqual({ warm: 1, fresh: 2 });
    expect(agent.spares).toHaveLength(0);
  });

  test('what is used every day at the same hour is ready before it; never more than `spare`', async () => {
    const { agent, pool, start } = openStage();
    const morning = async () => {
      const sessions = [await start(), await start(), await start()];
      await pass(5 * MINUTE);
      for (const session of sessions) await session.stop(0);
    };
    for (let day = 0; day < 4; day++) {
      await morning();
      await pass(24 * HOUR - 5 * MINUTE);
      expect(agent.spares.length).toBeLessThanOrEqual(1);
    }
    const before = pool.view().starts;
    expect(agent.spares).toHaveLength(1);
    await morning();
    expect(pool.view().starts.warm).toBe(before.warm + 1);
    await pass(2 * HOUR);
    expect(agent.living).toBe(0);
  });

  test('C21 a changed plan counts for the next start; what plays goes on', async () => {
    const { agent, pool, given, start } = openStage();
    given.waiting = 5;
    const first = await start();
    await pass(SECOND);
    given.pool = { ...given.pool, spare: 0 };
    const second = await start();
    await pass(SECOND);
    expect(pool.view()).toEqual({ players: [], starts: { warm: 0, fresh: 2 } });
    expect(agent.living).toBe(2);
    await first.stop(0);
    await second.stop(0);
    await pool.drain();
    expect(agent.living).toBe(0);
  });

  test('drain resolves when no process waits and no run is left, and nothing is made ready after it', async () => {
    const { agent, pool, given, start } = openStage();
    given.waiting = 5;
    const session = await start();
    let drained = false;
    const draining = pool.drain().then(() => {
      drained = true;
    });
    await pass(SECOND); // one was being made ready
    expect(agent.spares).toHaveLength(0);
    expect(drained).toBe(false);
    await session.stop(0);
    await draining;
    const late = await start();
    await pass(HOUR);
    expect(agent.living).toBe(1);
    await late.stop(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
