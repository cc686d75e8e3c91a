import { expect, onTestFinished, test } from 'vitest';
import { Connection, type Transport } from '../src/index.ts';
import { connectBrowserSocket } from '../src/transports/browser.ts';
import { listenWebSocket } from '../src/transports/websocket.ts';
import { mirror } from './mirror.ts';
import { transportContract } from './transport-contract.ts';

/** Node's own WebSocket, which is the standard one. It sends no Origin, so this door lets everybody in. */
async function listen(onConnection: (transport: Transport) => void) {
  const gate = { cookie: 'door', origins: [], admits: () => true, onConnection };
  const listener = await listenWebSocket({ port: 0, ...gate });
  return { url: `ws://127.0.0.1:${listener.port}`, close: () => listener.close() };
}

transportContract('standard WebSocket', async () => {
  const closed = Promise.withResolvers<void>();
  const { url, close } = await listen((transport) => {
    transport.onClose(() => closed.resolve());
    mirror(transport);
  });
  return { near: await connectBrowserSocket(url), farClosed: closed.promise, end: close };
});

test('B1 what came before anybody read is not lost, and text and bytes keep their order', async () => {
  const { url, close } = await listen((transport) => {
    transport.send('one ü ');
    transport.send(new TextEncoder().encode('two 😀 ').subarray(0, 6)); // cut within a character
    transport.send(new TextEncoder().encode('two 😀 ').subarray(6));
    transport.send('three');
  });
  onTestFinished(close);
  const near = await connectBrowserSocket(url);
  await new Promise((resolve) => setTimeout(resolve, 50));
  let heard = '';
  near.onText((text) => {
    heard += text;
  });
  expect(heard).toBe(''); // never inside the call
  await expect.poll(() => heard).toBe('one ü two 😀 three');
  near.close();
});

test('B2 a connection over it speaks, and knows when all has left', async () => {
  const { url, close } = await listen((transport) => {
    new Connection(transport).handle('echo', (params) => params);
  });
  onTestFinished(close);
  const connection = new Connection(await connectBrowserSocket(url));
  const large = 'x'.repeat(3_000_000);
  const answer = connection.request('echo', { large });
  await connection.drained();
  expect(connection.bufferedBytes()).toBe(0);
  expect(await answer).toEqual({ large });
  connection.close();
});

test('one that is not let in, or finds nobody, is told so', async () => {
  const gate = { cookie: 'door', origins: [], admits: () => false, onConnection: () => undefined };
  const listener = await listenWebSocket({ port: 0, ...gate });
  const url = `ws://127.0.0.1:${listener.port}`;
  await expect(connectBrowserSocket(url)).rejects.toThrow('does not let this page in');
  await listener.close();
  await expect(connectBrowserSocket(url)).rejects.toThrow('does not answer');
});

test('a connection that breaks has a cause', async () => {
  const listeners = new Map<string, ((event: { type: string }) => void)[]>();
  const tell = (type: string) => {
    for (const listen of listeners.get(type) ?? []) listen({ type });
  };
  const opening = connectBrowserSocket('ws://nowhere', () => ({
    binaryType: '',
    readyState: 1,
    bufferedAmount: 0,
    send: () => undefined,
    close: () => undefined,
    addEventListener: (type, listen) => void listeners.set(type, [...(listeners.get(type) ?? []), listen]),
  }));
  tell('open');
  const near = await opening;
  const causes: (string | undefined)[] = [];
  near.onClose((cause) => causes.push(cause?.message));
  tell('error');
  tell('close');
  expect(causes).toEqual(['The connection to the server broke.']);
});
