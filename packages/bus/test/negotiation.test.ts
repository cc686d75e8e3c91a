import { describe, expect, test } from 'vitest';
import {
  Connection,
  type ConnectionOptions,
  contentLength,
  loadMessagePack,
  memoryPair,
  newline,
} from '../src/index.ts';
import { facing, pair, requestLine, settled } from './connection-ends.ts';

const messagePack = await loadMessagePack();

function ends(near: ConnectionOptions, far: ConnectionOptions) {
  const [a, b] = memoryPair();
  const ways = { near: new Connection(a, near), far: new Connection(b, far) };
  ways.far.handle('echo', (params) => params);
  ways.near.handle('echo', (params) => params);
  return ways;
}

describe('negotiation', () => {
  const rows: readonly [name: string, near: ConnectionOptions, far: ConnectionOptions, framing: string][] = [
    ['both offer MessagePack', { framings: [messagePack] }, { framings: [messagePack] }, 'messagepack'],
    ['only the asker does', { framings: [messagePack] }, {}, 'newline'],
    ['only the other does', {}, { framings: [messagePack] }, 'newline'],
    [
      'the asker prefers',
      { framings: [contentLength, messagePack] },
      { framings: [messagePack, contentLength] },
      'content-length',
    ],
    [
      'they began with headers',
      { framing: contentLength, framings: [messagePack] },
      { framing: contentLength, framings: [messagePack, newline] },
      'messagepack',
    ],
  ];
  test.each(rows)('B1 %s', async (_name, nearOptions, farOptions, framing) => {
    const { near, far } = ends(nearOptions, farOptions);
    expect(await near.negotiate()).toBe(framing);
    expect(await near.request('echo', { text: 'ü😀' })).toEqual({ text: 'ü😀' });
    expect(await far.request('echo', [1, null])).toEqual([1, null]);
    expect(near.closed ?? far.closed).toBeNull();
  });

  test('B1 bytes cross as bytes once MessagePack is agreed on', async () => {
    const { near } = ends({ framings: [messagePack] }, { framings: [messagePack] });
    await near.negotiate();
    const { bytes } = (await near.request('echo', { bytes: Uint8Array.of(0, 200) })) as { bytes: Uint8Array };
    expect([...bytes]).toEqual([0, 200]);
  });

  test('B1 what both sides say meanwhile waits, and arrives once and in order', async () => {
    const { near, far } = ends({ framings: [messagePack] }, { framings: [messagePack] });
    const heard: unknown[] = [];
    far.listen('said', (params) => heard.push(params));
    near.listen('said', (params) => heard.push(params));
    const agreed = near.negotiate();
    for (let n = 0; n < 20; n += 1) {
      near.notify('said', [`near ${n}`]);
      far.notify('said', [`far ${n}`]);
      await Promise.resolve();
    }
    const asked = [near.request('echo', ['near']), far.request('echo', ['far'])];
    expect(await agreed).toBe('messagepack');
    expect(await Promise.all(asked)).toEqual([['near'], ['far']]);
    for (const side of ['near', 'far'])
      expect(heard.flat().filter((word) => `${word}`.startsWith(side))).toEqual(
        Array.from({ length: 20 }, (_, n) => `${side} ${n}`),
      );
  });

  test('B1 two that ask at once stay with what they speak', async () => {
    const { near, far } = ends({ framings: [messagePack] }, { framings: [messagePack] });
    expect(await Promise.all([near.negotiate(), far.negotiate()])).toEqual(['newline', 'newline']);
    expect(await near.request('echo', [1])).toEqual([1]);
  });

  test('B1 a peer that knows no negotiation stays as it is', async () => {
    const { near, peer } = facing({ framings: [messagePack] });
    const agreed = near.negotiate();
    const answer = near.request('ask');
    await settled();
    expect(peer.heard()).toMatchObject([{ method: '$/hello', params: { framings: ['messagepack'] } }]);
    await peer.say('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"?"}}');
    expect(await agreed).toBe('newline');
    await peer.say('{"jsonrpc":"2.0","id":2,"result":"yes"}');
    expect(await answer).toBe('yes');
  });

  test('a peer that answers with what was not offered changes nothing', async () => {
    const { near, peer } = facing({ framings: [messagePack] });
    const agreed = near.negotiate();
    await settled();
    await peer.say('{"jsonrpc":"2.0","id":1,"result":{"framing":"morse"}}');
    expect(await agreed).toBe('newline');
  });

  test('B1 one that goes on in the old framing is told apart and cut off', async () => {
    const { near, peer } = facing({ framings: [messagePack] });
    await peer.say(`${requestLine(1, '$/hello', { framings: ['messagepack'] })}\n${requestLine(2, 'ask')}`);
    expect(near.closed).toBe('garbled');
  });

  test('a connection that ends while they agree rejects', async () => {
    const { near, peer } = facing({ framings: [messagePack] });
    const agreed = near.negotiate().catch((error: unknown) => error);
    const answer = near.request('ask').catch((error: unknown) => error);
    await settled();
    peer.transport.close();
    expect(await agreed).toMatchObject({ name: 'ConnectionClosed', reason: 'closed-there' });
    expect(await answer).toMatchObject({ name: 'ConnectionClosed' });
  });

  test('a request held back that is too large rejects like any other', async () => {
    const { near } = ends({ framings: [messagePack], maxFrame: 1_000 }, { framings: [messagePack] });
    const agreed = near.negotiate();
    const answer = near.request('echo', ['x'.repeat(2_000)]).catch((error: unknown) => error);
    expect(await agreed).toBe('messagepack');
    expect(await answer).toMatchObject({ name: 'FrameTooLarge' });
    expect(await near.request('echo', [1])).toEqual([1]);
  });

  test('B1 content-length from the first byte, with a peer that speaks the same', async () => {
    const { near, far } = pair({ framing: contentLength });
    far.handle('echo', (params) => params);
    expect(await near.request('echo', { a: 'é' })).toEqual({ a: 'é' });
  });
});
