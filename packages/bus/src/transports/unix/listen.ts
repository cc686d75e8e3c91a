import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { Transport } from '../../transport.ts';
import { streamTransport } from '../node/stream-transport.ts';
import { errnoOf, SocketError } from './failure.ts';
import { clearStale, prepareFolder } from './socket-file.ts';
import { isPipe } from './socket-path.ts';

export interface UnixListener {
  /** Lets nobody in any more, closes every connection and removes the file; resolves when all are gone. */
  close(): Promise<void>;
}

export interface ListenRequest {
  readonly path: string;
  readonly onConnection: (transport: Transport) => void;
}

/**
 * Listens at `path` with mode 0600 in a folder of mode 0700, which is made if missing. A file left
 * by a dead process is replaced. A Windows pipe has no file: the system lets other users read from
 * it at most, and ends it with its process. Rejects with SocketError.
 */
export async function listenUnix(request: ListenRequest): Promise<UnixListener> {
  const { path } = request;
  if (!isPipe(path)) {
    await prepareFolder(path);
    await clearStale(path);
  }
  const open = new Map<Socket, Transport>();
  const server = createServer((socket) => {
    const transport = streamTransport(socket, socket);
    open.set(socket, transport);
    socket.once('close', () => open.delete(socket));
    request.onConnection(transport);
  });
  await bind(server, path);
  return {
    close: () =>
      new Promise((resolve) => {
        // An error here means it was closed before: it is what was wanted.
        server.close(() => resolve());
        for (const transport of [...open.values()]) transport.close();
      }),
  };
}

async function bind(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const taken = errnoOf(cause) === 'EADDRINUSE';
      const message = taken
        ? `Another process listens at ${path} already.`
        : `${path} cannot be made: ${cause.message}.`;
      reject(new SocketError(taken ? 'in-use' : 'disk', path, message, cause));
    });
    server.listen(path, resolve);
  });
  if (isPipe(path)) return;
  try {
    await chmod(path, 0o600);
  } catch (cause) {
    server.close();
    throw new SocketError(
      'disk',
      path,
      `${path} cannot be closed to others: ${(cause as Error).message}.`,
      cause,
    );
  }
}
