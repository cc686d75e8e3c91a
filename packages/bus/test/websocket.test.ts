import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Connection, loadMessagePack, type Transport } from '../src/index.ts';
import {
  type Admission,
  connectWebSocket,
  listenWebSocket,
  sameAs,
  type WebSocketListener,
} from '../src/transports/websocket.ts';

const TOKEN = 'a-token-of-this-installation';
const PAGE = 'http://127.0.0.1:4000';
const isToken = sameAs(TOKEN);
const GATE: Admission = {
  cookie: 'door-of-this-test',
  origins: [PAGE],
  admits: ({ bearer, cookies }) => isToken(bearer) || cookies.some(isToken),
};
const messagePack = await loadMessagePack();
const listeners: WebSocketListener[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const listener of listeners.splice(0)) await listener.close();
});

async function listen(
  onConnection: (transport: Transport) => void = (transport) =>
    new Connection(transport, { framings: [messagePack] }).handle('echo', (params) => params),
) {
  const listener = await listenWebSocket({ port: 0, ...GATE, onConnection });
  listeners.push(listener);
  return listener;
}

/** Asks to come in with these headers: "open", or the status it was refused with. */
async function knock(port: number, headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers });
  const answer = await Promise.race([
    once(socket, 'open').then(() => 'open'),
    once(socket, 'unexpected-response').then(
      ([, response]) => `${(response as { statusCode: number }).statusCode}`,
    ),
  ]);
  socket.on('error', () => undefined); // ending one that never opened is told as an error
  socket.terminate();
  return answer;
}

const cookie = `${GATE.cookie}=${TOKEN}`;

describe('who may come in', () => {
  const rows: readonly [name: string, headers: Record<string, string>, answer: string][] = [
    ['a program with the token', { authorization: `Bearer ${TOKEN}` }, 'open'],
    ['a program without one', {}, '401'],
    ['a wrong token', { authorization: 'Bearer wrong' }, '401'],
    ['a token with something behind it', { authorization: `Bearer ${TOKEN}x` }, '401'],
    ['half a token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, '401'],
    ['another scheme', { authorization: `Basic ${TOKEN}` }, '401'],
    ['a page of ours with the cookie', { origin: PAGE, cookie: `other=1; ${cookie}` }, 'open'],
    ['a page of ours without it', { origin: PAGE }, '401'],
    ['a page of ours with a wrong one', { origin: PAGE, cookie: `${GATE.cookie}=wrong` }, '401'],
    ['a page of ours with the cookie of another door', { origin: PAGE, cookie: `other=${TOKEN}` }, '401'],
    ['a page of ours behind a planted one', { origin: PAGE, cookie: `${GATE.cookie}=x; ${cookie}` }, 'open'],
    ['a strange page, even with the cookie', { origin: 'https://evil.example', cookie }, '403'],
    ['a page on another port', { origin: 'http://127.0.0.1:4001', cookie }, '403'],
    ['a page that has no origin to tell', { origin: 'null', cookie }, '403'],
    ['a program that only has the cookie', { cookie }, '401'],
  ];
  test.each(rows)('B4 %s: %j is answered %s', async (_name, headers, answer) => {
    let came = 0;
    const { port } = await listen(() => {
      came += 1;
    });
    expect(await knock(port, headers)).toBe(answer);
    expect(came).toBe(answer === 'open' ? 1 : 0);
  });

  test('B4 it listens on this machine only', async () => {
    const { port } = await listen();
    const elsewhere = createConnection({ port, host: '127.0.0.2' });
    sockets.push(elsewhere);
    await expect(once(elsewhere, 'connect')).rejects.toThrow('ECONNREFUSED');
  });

  test('a secret of nothing is a mistake told at once', () => {
    expect(() => sameAs('')).toThrow('not empty');
    expect(sameAs('a')('a')).toBe(true);
    expect(sameAs('a')(null)).toBe(false);
  });

  test('a refused program is told in a sentence', async () => {
    const { port } = await listen();
    const url = `ws://127.0.0.1:${port}`;
    await expect(connectWebSocket(url, { token: 'wrong' })).rejects.toMatchObject({
      name: 'SocketError',
      code: 'refused',
    });
    await listeners.pop()?.close();
    await expect(connectWebSocket(url, { token: TOKEN })).rejects.toMatchObject({ code: 'not-listening' });
  });

  test('a port that is taken is told', async () => {
    const { port } = await listen();
    const gate = { ...GATE, onConnection: () => undefined };
    await expect(listenWebSocket({ port, ...gate })).rejects.toMatchObject({ code: 'in-use' });
  });
});

describe('talking', () => {
  test('B1 requests cross, and MessagePack once it is agreed on', async () => {
    const { port } = await listen();
    const transport = await connectWebSocket(`ws://127.0.0.1:${port}`, { token: TOKEN });
    const connection = new Connection(transport, { framings: [messagePack] });
    expect(await connection.request('echo', { a: 'ü😀' })).toEqual({ a: 'ü😀' });
    expect(await connection.negotiate()).toBe('messagepack');
    const { bytes } = (await connection.request('echo', { bytes: Uint8Array.of(1, 255) })) as {
      bytes: Uint8Array;
    };
    expect([...bytes]).toEqual([1, 255]);
    connection.close();
  });

  test('B2 a peer that never reads is disconnected', async () => {
    let far: Connection | null = null;
    const { port } = await listen((transport) => {
      far = new Connection(transport, { maxBufferedBytes: 1_000_000 });
    });
    const deaf = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${TOKEN}` } });
    await once(deaf, 'open');
    deaf.pause();
    await expect.poll(() => far).not.toBeNull();
    const sender = far as unknown as Connection;
    for (let n = 0; n < 2_000 && sender.notify('news', ['x'.repeat(10_000)]); n += 1)
      if (n % 10 === 0) await new Promise(setImmediate);
    expect(sender.closed).toBe('slow-peer');
    deaf.terminate();
  });
});
