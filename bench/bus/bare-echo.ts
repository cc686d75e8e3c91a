import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { Speaker } from './speaker.ts';

/**
 * The floor: one JSON text a line over a socket, written and read by hand. No errors, limits,
 * cancelling or ids that could come in another order: the least any bus has to do.
 */
function readLines(chunk: string, rest: string, take: (value: { params: unknown }) => void): string {
  const lines = (rest + chunk).split('\n');
  const last = lines.pop() ?? '';
  for (const line of lines) take(JSON.parse(line));
  return last;
}

export async function listenBare(path: string): Promise<void> {
  const server = createServer((socket) => {
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      rest = readLines(chunk as unknown as string, rest, ({ params }) =>
        socket.write(`${JSON.stringify({ params })}\n`),
      );
    });
  });
  server.listen(path);
  await once(server, 'listening');
}

export async function speakBare(path: string): Promise<Speaker> {
  const socket = createConnection({ path });
  await once(socket, 'connect');
  socket.setEncoding('utf8');
  const waiting: ((value: unknown) => void)[] = [];
  let next = 0;
  let rest = '';
  socket.on('data', (chunk) => {
    rest = readLines(chunk as unknown as string, rest, ({ params }) => {
      waiting[next]?.(params);
      next += 1;
      if (next === waiting.length) {
        waiting.length = 0;
        next = 0;
      }
    });
  });
  return {
    ask: (params) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        socket.write(`${JSON.stringify({ params })}\n`);
      }),
    close: () => socket.destroy(),
  };
}
