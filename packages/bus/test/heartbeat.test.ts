import { describe, expect, test } from 'vitest';
import { Connection, type Health, memoryPair } from '../src/index.ts';
import { facing, requestLine, settled } from './connection-ends.ts';
import { ManualTimer } from './manual-timer.ts';

describe('heartbeat', () => {
  test('B1 a silent peer is asked, then given up with its reason', async () => {
    const timer = new ManualTimer();
    const { near, peer } = facing({ after: timer.after, heartbeat: { everyMs: 100 } });
    const answer = near.request('ask').catch((error: unknown) => error);
    await timer.pass(99);
    expect(peer.heard()).toHaveLength(1);
    await timer.pass(1);
    expect(peer.heard()[1]).toMatchObject({ method: '$/ping', id: '$/ping' });
    await timer.pass(199);
    expect(near.closed).toBeNull();
    await timer.pass(1);
    expect(near.closed).toBe('silent-peer');
    expect(await answer).toMatchObject({ name: 'ConnectionClosed', reason: 'silent-peer' });
    expect(timer.armed).toBe(0);
  });

  test('B1 half a frame and then nothing is silence', async () => {
    const timer = new ManualTimer();
    const { near, peer } = facing({ after: timer.after, heartbeat: { everyMs: 100 } });
    peer.transport.send('{"jsonrpc":"2.0","id":1,"me');
    await timer.pass(500);
    expect(near.closed).toBe('silent-peer');
  });

  test('B1 two of ours keep each other alive for ever', async () => {
    const timer = new ManualTimer();
    const [a, b] = memoryPair();
    const near = new Connection(a, { after: timer.after, heartbeat: { everyMs: 100 } });
    const far = new Connection(b);
    await timer.pass(10_000);
    expect(near.closed ?? far.closed).toBeNull();
    near.close();
    expect(timer.armed).toBe(0);
  });

  test('a peer that talks is not asked, and one that knows no ping is alive by its refusal', async () => {
    const timer = new ManualTimer();
    const { near, peer } = facing({ after: timer.after, heartbeat: { everyMs: 100, misses: 1 } });
    for (let n = 0; n < 5; n += 1) {
      await peer.say('{"jsonrpc":"2.0","method":"news"}');
      await timer.pass(100);
    }
    expect(peer.heard()).toEqual([]);
    await timer.pass(100);
    await peer.say('{"jsonrpc":"2.0","id":"$/ping","error":{"code":-32601,"message":"?"}}');
    await timer.pass(100);
    expect(near.closed).toBeNull();
  });

  test('health is told when it changes', async () => {
    const timer = new ManualTimer();
    const health: Health[] = [];
    const heartbeat = { everyMs: 100, onHealth: (each: Health) => health.push(each) };
    const { peer } = facing({ after: timer.after, heartbeat });
    await timer.pass(100);
    expect(health).toEqual([]); // idle, and asked
    await timer.pass(100);
    expect(health).toEqual(['silent']);
    await peer.say(requestLine(1, 'nope'));
    await timer.pass(100);
    expect(health).toEqual(['silent', 'well']);
    await settled();
  });

  test('a heartbeat without a timer is a mistake told at once', () => {
    expect(() => new Connection(memoryPair()[0], { heartbeat: { everyMs: 1 } })).toThrow(
      'needs a connection',
    );
  });
});
