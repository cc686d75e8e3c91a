import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/mcp/listener.ts';

const PATIENCE = { headersMs: 200, requestMs: 400, stallMs: 600 };

async function openSocket(fetch: (request: Request) => Response | Promise<Response>): Promise<Socket> {
  const warnings: string[] = [];
  const listener = await listen(fetch, (message) => void warnings.push(message), PATIENCE);
  const { hostname, port } = new URL(listener.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(async () => {
    socket.destroy();
    await listener.close();
    expect(warnings).toEqual([]);
  });
  await once(socket, 'connect');
  return socket;
}

/** How long the connection lasted. */
async function lasted(socket: Socket): Promise<number> {
  const began = performance.now();
  socket.on('error', () => undefined); // cut is cut, by whichever packet
  await once(socket, 'close');
  return performance.now() - began;
}

const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\n';

test('M4 a program that does not finish its headers is cut', async () => {
  const socket = await openSocket(() => new Response('never'));
  socket.write(HEAD);
  socket.resume();
  expect(await lasted(socket)).toBeLessThan(2_000);
});

test('M4 a program that does not finish its body is cut', async () => {
  const socket = await openSocket(async (request) => new Response(await request.text()));
  socket.write(`${HEAD}Content-Length: 1000\r\n\r\nbeginning`);
  socket.resume();
  expect(await lasted(socket)).toBeLessThan(2_000);
});

test('M4 a program that does not read its answer is cut, one that reads is not', async () => {
  const megabyte = new Uint8Array(1024 * 1024);
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      async pull(controller) {
        await sleep(5);
        pulled += 1;
        controller.enqueue(megabyte);
      },
    });
  const idle = await openSocket(() => new Response(endless()));
  idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  idle.pause();
  await sleep(1_500);
  const held = pulled;
  await sleep(500);
  expect(pulled).toBe(held);
  idle.resume(); // only now what was cut can be noticed on this side
  expect(await lasted(idle)).toBeLessThan(2_000);

  const reader = await openSocket(() => new Response(endless()));
  reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  reader.resume();
  await sleep(1_500);
  expect(reader.closed).toBe(false);
});
