import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ToolServer } from '@symphony/domain';
import { onTestFinished } from 'vitest';

/** A line to the host that breaks when the test says so, as when a machine sleeps or a network changes. */
export async function breakableLine(server: ToolServer) {
  const target = new URL(server.url);
  const ends = new Set<Socket>();
  let begun = 0;
  const keep = (socket: Socket) => {
    ends.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => ends.delete(socket));
  };
  const line = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    far.on('data', (said: Buffer) => {
      begun += said.toString().split('retry: ').length - 1;
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      keep(one);
      one.pipe(other);
      one.on('close', () => other.destroy());
    }
  });
  const cut = () => {
    for (const each of ends) each.destroy();
  };
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  onTestFinished(() => {
    cut();
    return new Promise((resolve) => line.close(() => resolve()));
  });
  const url = server.url.replace(target.port, String((line.address() as AddressInfo).port));
  /** How many streams that can be resumed have begun: cut before, a program has nothing to come back to. */
  return { server: { ...server, url }, cut, begun: () => begun };
}
