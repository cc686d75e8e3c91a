import { describe, expect, test } from 'vitest';
import { type CallContext, Connection, RpcError } from '../src/index.ts';
import { facing, pair, requestLine, settled } from './connection-ends.ts';

/** Far yields 0, 1, 2 … up to `count` and tells how far it was asked. */
function counting(count: number) {
  const { near, far, a, b } = pair();
  const seen = { yielded: 0, ended: false };
  far.handle('count', async function* () {
    try {
      for (let n = 0; n < count; n += 1) {
        seen.yielded = n + 1;
        yield n;
      }
    } finally {
      seen.ended = true;
    }
  });
  return { near, far, a, b, seen };
}

const numbers = (to: number) => Array.from({ length: to }, (_, n) => n);

async function gather(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe('streams', () => {
  test.each([1, 2, 7, 64])('B1 every value comes once and in order, with a window of %i', async (window) => {
    const { near, seen } = counting(500);
    expect(await gather(near.stream('count', {}, { window }))).toEqual(numbers(500));
    expect(seen.ended).toBe(true);
  });

  test('B1 a reader that does not read stops the writer at the window', async () => {
    const { near, seen } = counting(10_000);
    const values = near.stream('count', {}, { window: 8 });
    await settled();
    await settled();
    expect(seen.yielded).toBe(8);
    for (const n of numbers(4)) expect(await values.next()).toEqual({ done: false, value: n });
    await settled();
    await settled();
    expect(seen.yielded).toBe(12);
    await values.return?.();
    await settled();
    expect(seen.ended).toBe(true);
  });

  test('B1 leaving the loop calls the stream off at its source', async () => {
    const { near, far, seen } = counting(10_000);
    const taken: unknown[] = [];
    for await (const value of near.stream('count')) {
      taken.push(value);
      if (taken.length === 5) break;
    }
    await settled();
    expect(taken).toEqual(numbers(5));
    expect(seen.ended).toBe(true);
    expect(near.closed ?? far.closed).toBeNull();
  });

  test('a source that waits is told through its context', async () => {
    const { near, far } = pair();
    let context: CallContext | null = null;
    far.handle('wait', async function* (_params: unknown, given: CallContext) {
      context = given;
      yield 1;
      await new Promise<void>((resolve) => given.onCancel(resolve));
    });
    const values = near.stream('wait');
    await values.next();
    const pending = values.next();
    await settled();
    await values.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    await settled();
    expect((context as CallContext | null)?.signalled()).toBe(true);
  });

  test('B1 an error in the middle comes after the values before it, in its own words', async () => {
    const { near, far } = pair();
    far.handle('break', async function* () {
      yield 1;
      yield 2;
      throw new RpcError(-32050, 'The disk is full.', { code: 'disk', nextStep: 'Make room.' });
    });
    const taken: unknown[] = [];
    const reading = (async () => {
      for await (const value of near.stream('break')) taken.push(value);
    })();
    await expect(reading).rejects.toMatchObject({ code: -32050, data: { nextStep: 'Make room.' } });
    expect(taken).toEqual([1, 2]);
  });

  test('B1 a peer that dies in the middle ends it with ConnectionClosed, after what came', async () => {
    const { near, far } = pair();
    far.handle('drip', async function* () {
      yield 1;
      await new Promise(() => undefined);
    });
    const values = near.stream('drip');
    await settled();
    far.close();
    await settled();
    expect(await values.next()).toEqual({ done: false, value: 1 });
    await expect(values.next()).rejects.toMatchObject({ name: 'ConnectionClosed', reason: 'closed-there' });
    expect(await values.next()).toEqual({ done: true, value: undefined });
  });

  test('B1 a caller that dies stops the source', async () => {
    const { near, seen } = counting(10_000);
    const values = near.stream('count', {}, { window: 2 });
    await values.next();
    near.close();
    await settled();
    expect(seen.ended).toBe(true);
    await expect(values.next().then(() => values.next())).rejects.toMatchObject({ reason: 'closed-here' });
  });

  test('values of several streams and answers go side by side', async () => {
    const { near, far } = counting(200);
    far.handle('echo', (params) => params);
    const all = Promise.all([
      gather(near.stream('count', {}, { window: 3 })),
      gather(near.stream('count', {}, { window: 5 })),
    ]);
    expect(await near.request('echo', ['between'])).toEqual(['between']);
    expect(await all).toEqual([numbers(200), numbers(200)]);
  });

  test('a value that is too large ends the stream in words', async () => {
    const { near, far } = pair({ maxFrame: 1_000 });
    far.handle('large', async function* () {
      yield 'small';
      yield 'x'.repeat(2_000);
    });
    const values = near.stream('large');
    expect(await values.next()).toMatchObject({ value: 'small' });
    await expect(values.next()).rejects.toMatchObject({ data: { code: 'too-large' } });
  });

  test('asking once for a stream, or for a stream of one answer, is told', async () => {
    const { near, far } = counting(1);
    far.handle('once', () => 1);
    far.handle('once later', async () => 1);
    await expect(near.request('count')).rejects.toMatchObject({ data: { code: 'only-a-stream' } });
    for (const method of ['once', 'once later'])
      await expect(near.stream(method).next()).rejects.toMatchObject({ data: { code: 'not-a-stream' } });
    await expect(near.stream('nope').next()).rejects.toMatchObject({ code: -32601 });
  });

  test('B1 a peer that sends more than it was asked for is called off and nothing piles up', async () => {
    const { near, peer } = facing();
    const values = near.stream('flood', {}, { window: 2 });
    await settled();
    for (let n = 0; n < 100; n += 1)
      await peer.say(JSON.stringify({ jsonrpc: '2.0', method: '$/value', params: { id: 1, value: n } }));
    expect(await values.next()).toEqual({ done: false, value: 0 });
    expect(await values.next()).toEqual({ done: false, value: 1 });
    await expect(values.next()).rejects.toMatchObject({ data: { code: 'too-many-values' } });
    expect(peer.heard().filter(({ method }) => method === '$/cancel')).toHaveLength(1);
  });

  test('credit that is none, and for nothing, changes nothing', async () => {
    const { near, peer } = facing();
    near.handle('count', async function* () {
      for (let n = 0; ; n += 1) yield n;
    });
    const line = { ...JSON.parse(requestLine(1, 'count')), credit: 2 };
    await peer.say(JSON.stringify(line));
    for (const credit of [-5, 0, 'x', 1e30, null])
      await peer.say(JSON.stringify({ jsonrpc: '2.0', method: '$/credit', params: { id: 1, credit } }));
    await peer.say('{"jsonrpc":"2.0","method":"$/credit","params":{"id":99,"credit":5}}');
    expect(peer.heard()).toHaveLength(2);
    expect(near).toBeInstanceOf(Connection);
    near.close();
  });
});
