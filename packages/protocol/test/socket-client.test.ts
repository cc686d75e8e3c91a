import { RpcError } from '@symphony/bus';
import { describe, expect, test } from 'vitest';
import { type ConductorClient, RequestError } from '../src/index.ts';
import { conductorEnd, settled } from './conductor-end.ts';

describe('requests', () => {
  const rows: readonly [
    method: string,
    ask: (client: ConductorClient) => Promise<unknown>,
    params: object,
  ][] = [
    ['status', (client) => client.status(), {}],
    ['explain', (client) => client.explain('BRD-1'), { id: 'BRD-1' }],
    ['events', (client) => client.events(3, 10), { after: 3, limit: 10 }],
    [
      'events',
      (client) => client.events(3, 10, { item: 'a', types: ['item-moved'] }),
      { after: 3, limit: 10, filter: { item: 'a', types: ['item-moved'] } },
    ],
    ['search', (client) => client.search('broken pipe', 5), { words: 'broken pipe', limit: 5 }],
    [
      'command',
      (client) => client.command({ name: 'kill', id: 'a', by: 'me' }),
      { command: { name: 'kill', id: 'a', by: 'me' } },
    ],
  ];
  test.each(rows)(
    '%s sends its parameters by name and gives the answer back',
    async (method, ask, params) => {
      const { client, conductor } = conductorEnd();
      const heard: unknown[] = [];
      conductor.handle(method, (given) => {
        heard.push(given);
        return { answer: method };
      });
      expect(await ask(client)).toEqual({ answer: method });
      expect(heard).toEqual([params]);
    },
  );
});

describe('failures are RequestErrors in plain words', () => {
  const failing = async (error: RpcError | null) => {
    const { client, conductor } = conductorEnd();
    if (error)
      conductor.handle('status', () => {
        throw error;
      });
    return client.status().catch((each: unknown) => each);
  };

  test('one that the conductor explained keeps its code, sentence and next step', async () => {
    const error = await failing(
      new RpcError(-32000, 'No such item.', { code: 'missing', nextStep: 'List them.' }),
    );
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'missing', message: 'No such item.', nextStep: 'List them.' });
  });

  const rows: readonly [name: string, error: RpcError | null, code: string][] = [
    ['a method the conductor does not know', null, 'refused'],
    ['parameters it does not take', new RpcError(-32602, 'after is wrong.'), 'invalid'],
    ['too many requests', new RpcError(-32001, 'busy'), 'unavailable'],
    ['a fault of its own', new RpcError(-32603, 'status failed.'), 'internal'],
    ['a code nobody knows', new RpcError(-32000, 'Odd.', { code: 'toString', nextStep: null }), 'internal'],
  ];
  test.each(rows)('%s', async (_name, error, code) => {
    expect(await failing(error)).toMatchObject({ name: 'RequestError', code });
  });

  test('a conductor that is lost during a request, and requests after it', async () => {
    const { client, conductor } = conductorEnd();
    conductor.handle('status', () => new Promise(() => undefined));
    const answer = client.status().catch((each: unknown) => each);
    await settled();
    conductor.close();
    expect(await answer).toMatchObject({ name: 'RequestError', code: 'unavailable' });
    expect((await answer) as RequestError).toHaveProperty(
      'nextStep',
      expect.stringContaining('symphony status'),
    );
    await expect(client.explain('a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a request after close says that this side closed', async () => {
    const { client } = conductorEnd();
    await client.close();
    await expect(client.status()).rejects.toMatchObject({ code: 'unavailable', nextStep: null });
  });

  test('a conductor that does not answer in time', async () => {
    const due: (() => void)[] = [];
    const after = (_ms: number, call: () => void) => {
      due.push(call);
      return () => undefined;
    };
    const { client, conductor } = conductorEnd({ timeout: { after, ms: 5_000 } });
    conductor.handle('status', () => new Promise(() => undefined));
    const answer = client.status().catch((each: unknown) => each);
    await settled();
    for (const call of due) call();
    expect(await answer).toMatchObject({ name: 'RequestError', code: 'timeout' });
  });
});
