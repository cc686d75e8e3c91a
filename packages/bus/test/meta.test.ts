import { describe, expect, test } from 'vitest';
import { type CallContext, Connection, type Meta, memoryPair, type Priority } from '../src/index.ts';
import { facing, pair, requestLine, settled } from './connection-ends.ts';
import { ManualTimer } from './manual-timer.ts';

describe('what travels beside the params', () => {
  const meta: Meta = {
    correlation: 'c1',
    priority: 'high',
    timeoutMs: 50,
    source: 'cli',
    trace: '00-ab-cd-01',
  };

  test('B1 a handler and a listener see it, and params stay what they are', async () => {
    const { near, far } = pair();
    const seen: unknown[] = [];
    far.handle('ask', (params, context) => seen.push([params, context.meta]));
    far.listen('said', (params, given) => seen.push([params, given]));
    await near.request('ask', { a: 1 }, { meta });
    near.notify('said', { b: 2 }, meta);
    await near.request('ask', { a: 3 });
    expect(seen).toEqual([
      [{ a: 1 }, meta],
      [{ b: 2 }, meta],
      [{ a: 3 }, {}],
    ]);
  });

  const rows: readonly [name: string, meta: unknown, read: object][] = [
    ['what is no object', 'urgent', {}],
    ['nothing', null, {}],
    ['members of other kinds', { priority: 9, timeoutMs: 'soon', correlation: {}, source: 1 }, {}],
    ['a priority nobody knows', { priority: 'toString', trace: 't' }, { trace: 't' }],
    ['texts without end', { correlation: 'x'.repeat(201), source: 'me' }, { source: 'me' }],
    ['times that are none', { timeoutMs: -1 }, {}],
    ['members of others', { priority: 'low', extra: true }, { priority: 'low' }],
  ];
  test.each(rows)('%s is left out and the request is answered', async (_name, given, read) => {
    const { near, peer } = facing();
    near.handle('ask', (_params, context) => context.meta);
    await peer.say(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ask', meta: given }));
    expect(peer.heard()).toEqual([{ jsonrpc: '2.0', id: 1, result: read }]);
  });
});

describe('the time a caller gives', () => {
  function waiting(maxConcurrent?: number) {
    const timer = new ManualTimer();
    const { near, peer } = facing({ after: timer.after, ...(maxConcurrent ? { maxConcurrent } : {}) });
    const contexts: CallContext[] = [];
    const finish: (() => void)[] = [];
    near.handle('work', (_params, context) => {
      contexts.push(context);
      return new Promise<void>((resolve) => finish.push(resolve));
    });
    const ask = (id: number) =>
      peer.say(JSON.stringify({ jsonrpc: '2.0', id, method: 'work', meta: { timeoutMs: 50 } }));
    return { timer, near, peer, contexts, finish, ask };
  }

  test('B1 is watched by the one who works: called off, answered once', async () => {
    const { timer, peer, contexts, finish, ask } = waiting();
    await ask(1);
    await timer.pass(49);
    expect(contexts[0]?.signalled()).toBe(false);
    await timer.pass(1);
    expect(contexts[0]?.signalled()).toBe(true);
    finish[0]?.();
    await settled();
    expect(peer.heard()).toMatchObject([{ id: 1, error: { code: -32002, data: { code: 'timed-out' } } }]);
  });

  test('B1 one that is still waiting for its turn never begins', async () => {
    const { timer, peer, contexts, finish, ask } = waiting(1);
    await ask(1);
    await ask(2);
    await timer.pass(50);
    for (const call of finish) call();
    await settled();
    expect(contexts).toHaveLength(1);
    expect(peer.heard()).toMatchObject([
      { id: 1, error: { code: -32002 } },
      { id: 2, error: { code: -32002 } },
    ]);
  });

  test('a timer is put away with its answer', async () => {
    const { timer, peer, finish, ask } = waiting();
    await ask(1);
    finish[0]?.();
    await settled();
    expect(timer.armed).toBe(0);
    expect(peer.heard()).toEqual([{ jsonrpc: '2.0', id: 1, result: null }]);
  });
});

describe('priority', () => {
  /** A far end that works on one thing at a time and keeps the order it began in. */
  function one(maxConcurrent = 1) {
    const [a, b] = memoryPair();
    const near = new Connection(a);
    const far = new Connection(b, { maxConcurrent });
    const begun: string[] = [];
    const finish: (() => void)[] = [];
    far.handle('work', (params) => {
      begun.push((params as string[])[0] as string);
      return new Promise<void>((resolve) => finish.push(resolve));
    });
    const ask = (name: string, priority?: Priority) =>
      near.call('work', [name], priority ? { meta: { priority } } : {});
    const next = async () => {
      finish.shift()?.();
      await settled();
    };
    return { near, far, begun, ask, next };
  }

  test('B1 the higher begins first and equals in their order, at most so many at once', async () => {
    const { begun, ask, next } = one();
    const calls = [
      ask('first'),
      ask('low', 'low'),
      ask('normal 1'),
      ask('high', 'high'),
      ask('normal 2', 'normal'),
      ask('critical', 'critical'),
    ];
    await settled();
    expect(begun).toEqual(['first']);
    for (let n = 0; n < 6; n += 1) await next();
    expect(begun).toEqual(['first', 'critical', 'high', 'normal 1', 'normal 2', 'low']);
    await Promise.all(calls.map(({ answer }) => answer));
  });

  test('B1 nobody waits for ever behind others that are more urgent', async () => {
    const { begun, ask, next } = one();
    ask('first');
    ask('low', 'low');
    for (let n = 0; n < 40; n += 1) ask(`critical ${n}`, 'critical');
    await settled();
    for (let n = 0; n < 20; n += 1) await next();
    expect(begun.indexOf('low')).toBe(17);
  });

  test('one that is called off while it waits never begins, and is answered', async () => {
    const { begun, ask, next, near, far } = one();
    ask('first');
    const second = ask('second');
    const over = second.answer.catch((error: unknown) => error);
    const third = ask('third');
    await settled();
    second.cancel();
    expect(await over).toMatchObject({ name: 'CallCancelled' });
    await settled();
    await next();
    await next();
    await third.answer;
    expect(begun).toEqual(['first', 'third']);
    expect(near.closed ?? far.closed).toBeNull();
  });

  test('those that wait are counted as open, and their ids are in use', async () => {
    const { near, peer } = facing({ maxConcurrent: 1, maxOpenRequests: 2 });
    near.handle('work', () => new Promise(() => undefined));
    for (const id of [1, 2, 2, 3]) await peer.say(requestLine(id, 'work'));
    expect(peer.heard()).toMatchObject([
      { id: 2, error: { code: -32600 } },
      { id: 3, error: { code: -32001 } },
    ]);
  });

  test('a connection that ends begins none of those that wait', async () => {
    const { begun, ask, near, next } = one();
    const calls = [ask('first'), ask('second')].map(({ answer }) => answer.catch(() => 'lost'));
    await settled();
    near.close();
    await settled();
    await next();
    expect(begun).toEqual(['first']);
    expect(await Promise.all(calls)).toEqual(['lost', 'lost']);
  });
});
