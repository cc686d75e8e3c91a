import { describe, expect, test } from 'vitest';
import { facing, pair, requestLine, settled } from './connection-ends.ts';

describe('limits', () => {
  test('B1 an oversize frame ends the connection with a word, after the frames before it', async () => {
    const { near, peer } = facing({ maxFrame: 1_000 });
    near.handle('echo', (params) => params);
    await peer.say(`${requestLine(1, 'echo', [])}\n"${'x'.repeat(1_000)}`);
    expect(near.closed).toBe('oversize');
    expect(peer.heard()).toMatchObject([
      { id: 1, result: [] },
      { id: null, error: { code: -32600 } },
    ]);
    expect(peer.isClosed()).toBe(true);
  });

  test('a method name as long as a frame cannot make an answer that does not fit', async () => {
    const { near, peer } = facing({ maxFrame: 100_000 });
    await peer.say(requestLine(1, 'm'.repeat(99_900)));
    expect(peer.heard()).toMatchObject([{ id: 1, error: { code: -32601 } }]);
    expect(near.closed).toBeNull();
  });

  test('an answer that is too large is told as such; a request that is rejects', async () => {
    const { near, far } = pair({ maxFrame: 1_000 });
    far.handle('large', () => 'x'.repeat(1_000));
    await expect(near.request('large')).rejects.toMatchObject({ data: { code: 'too-large' } });
    await expect(near.request('large', ['x'.repeat(1_000)])).rejects.toMatchObject({ name: 'FrameTooLarge' });
    expect(near.closed).toBeNull();
  });

  test('B2 a peer that never reads is disconnected at the limit', async () => {
    const { near, a, b } = pair({ maxBufferedBytes: 10_000 });
    b.hold();
    const reasons: string[] = [];
    near.onClose((reason) => reasons.push(reason));
    let sent = 0;
    while (near.notify('news', ['x'.repeat(100)]) && sent < 1_000) sent += 1;
    expect(reasons).toEqual(['slow-peer']);
    expect(sent).toBeLessThan(100);
    const held = a.bufferedBytes();
    expect(near.notify('news', ['more'])).toBe(false);
    expect(a.bufferedBytes()).toBe(held);
  });

  test('B2 a peer that asks and never reads the answers is disconnected too', async () => {
    const { near, peer } = facing({ maxBufferedBytes: 10_000 });
    near.handle('echo', (params) => params);
    peer.transport.hold();
    for (let n = 0; n < 200 && near.closed === null; n += 1)
      await peer.say(requestLine(n, 'echo', ['x'.repeat(100)]));
    expect(near.closed).toBe('slow-peer');
  });

  test('drained waits for a slow reader and not for one that is gone', async () => {
    const { near, b } = pair();
    b.hold();
    near.notify('news', ['x']);
    let drained = false;
    const waiting = near.drained().then(() => {
      drained = true;
    });
    await settled();
    expect(drained).toBe(false);
    b.release();
    await waiting;
    b.hold();
    near.notify('news', ['x']);
    const last = near.drained();
    near.close();
    await last;
  });

  test('more open requests than allowed are answered busy, and none is forgotten', async () => {
    const { near, far } = pair({ maxOpenRequests: 2 });
    const release: (() => void)[] = [];
    far.handle('wait', () => new Promise<void>((resolve) => release.push(resolve)));
    const open = [near.request('wait'), near.request('wait')];
    await expect(near.request('wait')).rejects.toMatchObject({ code: -32001, data: { code: 'busy' } });
    for (const call of release) call();
    expect(await Promise.all(open)).toEqual([null, null]);
  });
});
