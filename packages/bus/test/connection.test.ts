import { describe, expect, test } from 'vitest';
import { type CallContext, ConnectionClosed, RpcError } from '../src/index.ts';
import { facing, pair, requestLine, settled } from './connection-ends.ts';

describe('answers', () => {
  test('B1 both ends ask and answer, by value and by promise, in order', async () => {
    const { near, far } = pair();
    far.handle('double', (params) => (params as { n: number }).n * 2);
    near.handle('later', async (params) => [params]);
    expect(await near.request('double', { n: 21 })).toBe(42);
    expect(await far.request('later', { a: 'ü😀' })).toEqual([{ a: 'ü😀' }]);
    const answers = Promise.all(Array.from({ length: 50 }, (_, n) => near.request('double', { n })));
    expect(await answers).toEqual(Array.from({ length: 50 }, (_, n) => n * 2));
  });

  test('answers may overtake each other and reach the right caller', async () => {
    const { near, far } = pair();
    const release: (() => void)[] = [];
    far.handle('wait', (params) => new Promise((resolve) => release.push(() => resolve(params))));
    const first = near.request('wait', ['first']);
    const second = near.request('wait', ['second']);
    await settled();
    release.reverse().forEach((call) => {
      call();
    });
    expect(await Promise.all([first, second])).toEqual([['first'], ['second']]);
  });

  test('a handler without a result answers null', async () => {
    const { near, far } = pair();
    far.handle('nothing', () => undefined);
    expect(await near.request('nothing')).toBeNull();
  });

  test('B1 notifications are heard in order; one nobody listens to changes nothing', async () => {
    const { near, far } = pair();
    const heard: unknown[] = [];
    far.listen('said', (params) => heard.push(params));
    near.notify('said', [1]);
    near.notify('unheard', [0]);
    near.notify('said', [2]);
    far.listen('$/progress', (params) => heard.push(params));
    near.notify('$/progress', [3]); // of that form, and not ours
    await settled();
    expect(heard).toEqual([[1], [2], [3]]);
  });
});

describe('errors', () => {
  const rows: readonly [name: string, line: string, code: number, id: unknown][] = [
    ['B1 an unknown method', requestLine(7, 'nope'), -32601, 7],
    ['B1 what is not JSON', '{"jsonrpc": "2.0", ', -32700, null],
    ['B1 a batch', `[${requestLine(1, 'echo')}]`, -32600, null],
    ['a bare value', '42', -32600, null],
    ['another version', '{"id":3,"method":"echo"}', -32600, 3],
    ['a method that is no text', '{"jsonrpc":"2.0","id":4,"method":5}', -32600, 4],
    ['params that are no structure', requestLine('five', 'echo', 'text'), -32600, 'five'],
    ['an id that is none', requestLine({}, 'echo'), -32600, null],
    ['an id of any length', requestLine('x'.repeat(201), 'echo'), -32600, null],
    ['neither method nor result', '{"jsonrpc":"2.0","id":6}', -32600, 6],
    ['a handler that refuses', requestLine(8, 'refuse'), -32602, 8],
    ['a handler that breaks', requestLine(9, 'break'), -32603, 9],
    ['a handler whose promise breaks', requestLine(10, 'break-later'), -32603, 10],
    ['a result JSON cannot say', requestLine(11, 'cycle'), -32603, 11],
  ];
  test.each(rows)(
    '%s is answered with its code, and the connection goes on',
    async (_name, line, code, id) => {
      const faults: string[] = [];
      const { near, peer } = facing({ onFault: (method) => faults.push(method) });
      near.handle('echo', (params) => params);
      near.handle('refuse', () => {
        throw new RpcError(-32602, 'No.', { code: 'invalid', nextStep: 'Say please.' });
      });
      near.handle('break', () => {
        throw new Error('secret words');
      });
      near.handle('break-later', () => Promise.reject(new Error('secret words')));
      near.handle('cycle', () => {
        const ring: unknown[] = [];
        ring.push(ring);
        return ring;
      });
      await peer.say(line);
      await peer.say(requestLine('after', 'echo', ['still here']));
      const [error, after] = peer.heard();
      expect(error).toMatchObject({
        jsonrpc: '2.0',
        id,
        error: { code, data: { code: expect.any(String) } },
      });
      expect(JSON.stringify(error)).not.toContain('secret');
      expect(after).toEqual({ jsonrpc: '2.0', id: 'after', result: ['still here'] });
      expect(faults.length).toBe(code === -32603 ? 1 : 0);
    },
  );

  test('the caller gets the error of the other side, with its code and next step', async () => {
    const { near, far } = pair();
    far.handle('refuse', () => {
      throw new RpcError(-32602, 'No.', { code: 'invalid', nextStep: 'Say please.' });
    });
    const error = await near.request('refuse').catch((each: unknown) => each);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32602, message: 'No.', data: { nextStep: 'Say please.' } });
  });

  test('an error for nobody, or an answer to nothing, is not answered again', async () => {
    const { near, peer } = facing();
    await peer.say('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}');
    await peer.say('{"jsonrpc":"2.0","id":99,"result":1}');
    expect(peer.heard()).toEqual([]);
    expect(near.closed).toBeNull();
  });

  test('an error that says nothing readable still ends its call', async () => {
    const { near, peer } = facing();
    const answer = near.request('ask').catch((error: unknown) => error);
    await peer.say('{"jsonrpc":"2.0","id":1,"error":"broken"}');
    expect(await answer).toMatchObject({ name: 'RpcError', code: -32603 });
  });

  test('a listener that breaks is told and the next message is heard', async () => {
    const faults: unknown[] = [];
    const { near, peer } = facing({ onFault: (method, error) => faults.push([method, `${error}`]) });
    near.handle('echo', (params) => params);
    near.listen('said', () => {
      throw new Error('broken');
    });
    await peer.say('{"jsonrpc":"2.0","method":"said"}');
    await peer.say(requestLine(1, 'echo', []));
    expect(faults).toEqual([['said', 'Error: broken']]);
    expect(peer.heard()).toHaveLength(1);
  });

  test('an id that is still open is refused', async () => {
    const { near, peer } = facing();
    near.handle('wait', () => new Promise(() => undefined));
    await peer.say(requestLine(1, 'wait'));
    await peer.say(requestLine(1, 'wait'));
    expect(peer.heard()).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  });
});

describe('endings', () => {
  test('B1 a peer that dies in the middle of a call rejects it with ConnectionClosed', async () => {
    const { near, peer } = facing();
    const answer = near.request('ask');
    const closed = answer.catch((error: unknown) => error);
    await settled();
    peer.transport.close();
    expect(await closed).toBeInstanceOf(ConnectionClosed);
    expect(await closed).toMatchObject({ reason: 'closed-there' });
    await expect(near.request('ask')).rejects.toMatchObject({ reason: 'closed-there' });
    expect(near.notify('said')).toBe(false);
  });

  test('closing here rejects what is open here, and tells the handlers over there', async () => {
    const { near, far } = pair();
    let context: CallContext | null = null;
    far.handle('wait', (_params, given) => {
      context = given;
      return new Promise(() => undefined);
    });
    const answer = near.request('wait').catch((error: unknown) => error);
    await settled();
    near.close();
    near.close();
    expect(await answer).toMatchObject({ name: 'ConnectionClosed', reason: 'closed-here' });
    await settled();
    expect(far.closed).toBe('closed-there');
    expect((context as CallContext | null)?.signalled()).toBe(true);
  });

  test('what was sent before closing still arrives', async () => {
    const { near, far } = pair();
    const heard: unknown[] = [];
    far.listen('said', (params) => heard.push(params));
    near.notify('said', ['goodbye']);
    near.close();
    await settled();
    expect(heard).toEqual([['goodbye']]);
  });

  test('onClose tells late listeners too', async () => {
    const { near } = pair();
    near.close();
    const reasons: string[] = [];
    near.onClose((reason) => reasons.push(reason));
    expect(reasons).toEqual(['closed-here']);
  });
});

describe('cancel and timeout', () => {
  test('B1 cancel rejects here, signals there, and a late answer changes nothing', async () => {
    const { near, far } = pair();
    const seen: string[] = [];
    let finish = (): void => undefined;
    far.handle('work', (_params, context) => {
      seen.push(`before ${context.signalled()}`);
      context.onCancel(() => seen.push(`cancelled ${context.signalled()}`));
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    const call = near.call('work');
    const answer = call.answer.catch((error: unknown) => error);
    await settled();
    call.cancel();
    call.cancel();
    expect(await answer).toMatchObject({ name: 'CallCancelled' });
    await settled();
    expect(seen).toEqual(['before false', 'cancelled true']);
    finish();
    await settled();
    expect(near.closed ?? far.closed).toBeNull();
  });

  test('cancelling what is answered already does nothing', async () => {
    const { near, peer } = facing();
    const call = near.call('ask');
    await settled();
    await peer.say('{"jsonrpc":"2.0","id":1,"result":"yes"}');
    call.cancel();
    expect(await call.answer).toBe('yes');
    await settled();
    expect(peer.heard()).toHaveLength(1);
  });

  test('B1 a request that is not answered in time rejects and is called off; its timer is put away', async () => {
    const timers = new Map<number, () => void>();
    let last = 0;
    const after = (_ms: number, call: () => void) => {
      last += 1;
      const id = last;
      timers.set(id, call);
      return () => timers.delete(id);
    };
    const { near, peer } = facing({ after });
    const answer = near.request('ask', undefined, { timeoutMs: 50 }).catch((error: unknown) => error);
    await settled();
    timers.get(1)?.();
    expect(await answer).toMatchObject({
      name: 'CallTimedOut',
      message: 'ask was not answered within 50 ms.',
    });
    await settled();
    expect(peer.heard()[1]).toMatchObject({ method: '$/cancel', params: { id: 1 } });
    const second = near.request('ask', undefined, { timeoutMs: 50 });
    await settled();
    await peer.say('{"jsonrpc":"2.0","id":2,"result":2}');
    expect(await second).toBe(2);
    expect(timers.size).toBe(0);
  });

  test('a timeout without a timer is a mistake told at once', () => {
    const { near } = pair();
    expect(() => near.request('ask', undefined, { timeoutMs: 1 })).toThrow('needs a connection with a timer');
  });
});
