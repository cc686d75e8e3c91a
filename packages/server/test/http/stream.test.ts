import { get as httpGet, type IncomingMessage } from 'node:http';
import { connectWebSocket } from '@symphony/bus/websocket';
import { connectClient, RequestError } from '@symphony/protocol';
import { ManualClock } from '@symphony/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bearer, type HttpFixture, httpFixture, TOKEN } from './http-fixture.ts';

const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 10_000, interval: 5 });
const said = (message: string) => ({ type: 'tracker-failed', message }) as const;

/** Reads a stream of events and keeps what came, as blocks. */
async function listen({ port }: HttpFixture, query = '', headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: `/api/v1/stream${query}`, agent: false };
    httpGet({ ...options, headers: { ...bearer, ...headers } }, resolve).on('error', reject);
  });
  onTestFinished(() => void response.destroy());
  let text = '';
  const state = { ended: false };
  response.on('error', () => undefined); // it is cut by the test
  response.on('data', (part: Buffer) => {
    text += part;
  });
  response.on('end', () => {
    state.ended = true;
  });
  const blocks = () => text.split('\n\n').filter((block) => block !== '');
  return {
    response,
    state,
    blocks,
    ids: () => blocks().flatMap((block) => (/^data:/m.test(block) ? [/^id: (\d+)$/m.exec(block)?.[1]] : [])),
    lastId: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1],
  };
}

describe('server-sent events', () => {
  test('P9 what was recorded comes first, then what is new, with its number', async () => {
    const fixture = await httpFixture();
    fixture.conductor.record(said('one\n\ntwo: <b>'), said('three'));
    const { response, ids, blocks } = await listen(fixture);
    expect(response.headers['content-type']).toBe('text/event-stream');
    await eventually(ids).toEqual(['1', '2']);
    fixture.conductor.record(said('four'));
    await eventually(ids).toEqual(['1', '2', '3']);
    const data = blocks().flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? []);
    expect(JSON.parse(data[0] as string).event.message).toBe('one\n\ntwo: <b>');
  });

  test('P9 it goes on after the last one heard, however that is told', async () => {
    const fixture = await httpFixture();
    fixture.conductor.record(said('1'), said('2'), said('3'), said('4'));
    await eventually((await listen(fixture, '?after=2')).ids).toEqual(['3', '4']);
    await eventually((await listen(fixture, '', { 'last-event-id': '3' })).ids).toEqual(['4']);
    const both = await listen(fixture, '?after=1', { 'last-event-id': '3' }); // a browser keeps the address
    await eventually(both.ids).toEqual(['4']);
  });

  test('P9 filters hold, and what was passed over is not looked at again', async () => {
    const fixture = await httpFixture();
    const left = { type: 'item-left', item: 'sym-1', why: 'missing' } as const;
    fixture.conductor.record(said('1'), left, { type: 'tracker-recovered' }, said('4'));
    const byItem = await listen(fixture, '?item=sym-1');
    await eventually(byItem.ids).toEqual(['2']);
    await eventually(byItem.lastId).toBe('4');
    await eventually((await listen(fixture, '?types=tracker-failed,item-left')).ids).toEqual(['1', '2', '4']);
  });

  test('P9 a silent one shows life every 15 seconds', async () => {
    const clock = new ManualClock(1_000);
    const fixture = await httpFixture({ clock });
    const { blocks } = await listen(fixture);
    await eventually(() => clock.due).toEqual([15_000]);
    await clock.advance(15_000);
    await eventually(() => blocks().at(-1)).toBe(': still here');
    await eventually(() => clock.due).toEqual([15_000]);
  });

  test('P9 svc-B7 it goes at the pace of its reader, and leaves with it', async () => {
    const fixture = await httpFixture();
    const { conductor } = fixture;
    for (let n = 0; n < 3_000; n += 1) conductor.record(said('x'.repeat(10_000)));
    const slow = await listen(fixture);
    slow.response.pause();
    await eventually(() => conductor.taken).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const taken = conductor.taken;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(conductor.taken).toBe(taken); // nothing more is read for one who does not
    expect(taken).toBeLessThan(30);
    slow.response.resume();
    await eventually(() => slow.ids().length).toBe(3_000);
    slow.response.destroy();
    await eventually(() => {
      conductor.record(said('wakes the one that waits'));
      return conductor.readers;
    }).toBe(0);
  });

  test('a log that cannot be read is told, and the stream ends', async () => {
    const fixture = await httpFixture();
    fixture.conductor.trouble = new RequestError('unavailable', 'Away.');
    const { blocks, state } = await listen(fixture);
    await eventually(() => state.ended).toBe(true);
    expect(blocks().at(-1)).toBe('event: failed\ndata: {"code":"unavailable","message":"Away."}');
  });

  test('a HEAD starts nothing', async () => {
    const { raw, conductor } = await httpFixture();
    const { status, headers } = await raw('HEAD', '/api/v1/stream', bearer);
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(conductor.readers).toBe(0);
  });
});

describe('WebSockets', () => {
  test('P9 speak what the control socket speaks', async () => {
    const { port, conductor } = await httpFixture();
    const transport = await connectWebSocket(`ws://127.0.0.1:${port}/api/v1/socket`, { token: TOKEN });
    const client = connectClient(transport);
    onTestFinished(() => client.close());
    expect((await client.status()).items).toHaveLength(9);
    const answer = await client.command({ name: 'pause', id: 'SYM-1', now: true, by: 'page' });
    expect(answer.accepted).toBe(true);
    expect(conductor.commands).toEqual([{ name: 'pause', id: 'SYM-1', now: true, by: 'page' }]);
    await expect(client.explain('nothing')).rejects.toMatchObject({ code: 'missing' });
  });
});

describe('the end', () => {
  test('an answer under way gets out; streams and sockets end; nothing answers any more', async () => {
    const fixture = await httpFixture();
    const { face, conductor, port, send } = fixture;
    const stream = await listen(fixture);
    const transport = await connectWebSocket(`ws://127.0.0.1:${port}/api/v1/socket`, { token: TOKEN });
    const gone = new Promise((resolve) => transport.onClose(resolve));
    transport.onText(() => undefined);
    conductor.commandMs = 150;
    const answer = send('POST', '/api/v1/commands', { name: 'stop' });
    await eventually(() => conductor.commands.length).toBe(1);
    const began = performance.now();
    await face.close();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect((await answer).json.accepted).toBe(true);
    await gone;
    await eventually(() => stream.state.ended).toBe(true);
    await expect(send('GET', '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  test('one that was never asked anything ends at once', async () => {
    const { face } = await httpFixture();
    const began = performance.now();
    await face.close();
    expect(performance.now() - began).toBeLessThan(200);
  });
});
