import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { PortError } from '@symphony/domain';

/** The end outside: a socket that leads to one port of this machine, and to nothing else. */
export interface Relay {
  close(): Promise<void>;
}

export async function openRelay(socket: string, target: { host: string; port: number }): Promise<Relay> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (inside) => {
    const outside = connect({ ...target, allowHalfOpen: true });
    for (const each of [inside, outside]) {
      open.add(each);
      each.once('close', () => open.delete(each));
    }
    // A connection that breaks is told to both of its ends, and concerns nobody else.
    pipeline(inside, outside, inside, () => undefined);
  });
  await listening(server, socket);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const each of open) each.destroy();
      }),
  };
}

function listening(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause) =>
      reject(
        new PortError(
          {
            code: 'unavailable',
            message: `The sandbox's socket ${socket} could not be opened.`,
            nextStep: 'Set TMPDIR to a folder that can be written and has a short name.',
          },
          cause,
        ),
      ),
    );
    server.listen(socket);
  });
}
