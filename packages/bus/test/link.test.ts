import { describe, expect, test } from 'vitest';
import { Connection, Link, type LinkState, type MemoryTransport, memoryPair } from '../src/index.ts';
import { settled } from './connection-ends.ts';
import { ManualTimer } from './manual-timer.ts';

/** A link to a place where somebody is home or not. */
function place(options: { readonly tries?: number } = {}) {
  const timer = new ManualTimer();
  const states: LinkState[] = [];
  const far: Connection[] = [];
  const transports: MemoryTransport[] = [];
  const home = { open: true, attempts: 0 };
  const link = new Link({
    async connect() {
      home.attempts += 1;
      if (!home.open) throw new Error('Nobody is home.');
      const [a, b] = memoryPair();
      far.push(new Connection(b));
      transports.push(b);
      return a;
    },
    onConnection: (connection) => connection.handle('who', () => `connection ${far.length}`),
    after: timer.after,
    chance: () => 0,
    backoff: { baseMs: 100, maxMs: 400, tries: options.tries ?? 5 },
    heartbeat: { everyMs: 1_000 },
    onState: (state) => states.push(state),
  });
  return { link, timer, states, far, transports, home };
}

describe('link', () => {
  test('B1 connects, comes back after a loss, and every connection is set up', async () => {
    const { link, timer, states, far } = place();
    expect(link.state).toBe('disconnected');
    link.start();
    await link.connection();
    expect(await far[0]?.request('who')).toBe('connection 1');
    far[0]?.close();
    await settled();
    expect(link.state).toBe('reconnecting');
    const next = link.connection();
    await timer.pass(100);
    await next;
    expect(await far[1]?.request('who')).toBe('connection 2');
    expect(states).toEqual(['connecting', 'connected', 'reconnecting', 'connected']);
  });

  test('B1 waits twice as long each time, and gives up after its tries', async () => {
    const { link, timer, states, home } = place();
    home.open = false;
    link.start();
    const next = link.connection().catch((error: unknown) => error);
    const attempts: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      await settled();
      attempts.push(home.attempts);
      await timer.pass(100);
    }
    // at 0, 100, 300, 700, 1100, 1500
    expect(attempts.slice(0, 16)).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6]);
    expect(home.attempts).toBe(6);
    expect(await next).toMatchObject({ message: 'Nobody is home.' });
    expect(states).toEqual(['connecting', 'reconnecting', 'disconnected']);
    await expect(link.connection()).rejects.toThrow('Nobody is home.');
    home.open = true;
    link.start();
    await link.connection();
    expect(link.state).toBe('connected');
  });

  test('B1 a peer that accepts and drops at once is not tried for ever without a pause', async () => {
    const { link, timer, far, states } = place({ tries: 3 });
    link.start();
    for (let n = 0; n < 10; n += 1) {
      await settled();
      far.at(-1)?.close();
      await settled();
      await timer.pass(400);
      await settled();
      far.at(-1)?.close();
      await settled();
    }
    expect(far.length).toBeLessThanOrEqual(4);
    expect(states.at(-1)).toBe('disconnected');
  });

  test('B1 a silent peer is degraded, then reached anew; one that is heard again is well', async () => {
    const { link, timer, transports, states } = place();
    link.start();
    await link.connection();
    transports[0]?.hold();
    await timer.pass(2_000);
    expect(link.state).toBe('degraded');
    transports[0]?.release();
    await settled();
    await timer.pass(1_000);
    expect(link.state).toBe('connected');
    transports[0]?.hold();
    await timer.pass(5_000);
    expect(states).toEqual([
      'connecting',
      'connected',
      'degraded',
      'connected',
      'degraded',
      'reconnecting',
      'connected',
    ]);
  });

  test('close ends it from anywhere and leaves no timer', async () => {
    const { link, timer, home, states } = place();
    home.open = false;
    link.start();
    const next = link.connection().catch((error: unknown) => error);
    await settled();
    link.close();
    link.close();
    expect(await next).toMatchObject({ name: 'ConnectionClosed', reason: 'closed-here' });
    expect([timer.armed, states.at(-1)]).toEqual([0, 'disconnected']);
    expect(() => link.start()).toThrow('not started again');
  });

  test('a connection that comes after close is closed at once', async () => {
    const { link, far } = place();
    link.start();
    link.close();
    await settled();
    expect(far[0]?.closed).toBe('closed-there');
  });
});
