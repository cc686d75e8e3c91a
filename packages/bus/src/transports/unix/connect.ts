import { createConnection, type Socket } from 'node:net';
import type { Transport } from '../../transport.ts';
import { streamTransport } from '../node/stream-transport.ts';
import { errnoOf, SocketError } from './failure.ts';

/** Rejects with SocketError `not-listening` or `refused`. */
export async function connectUnix(path: string): Promise<Transport> {
  const socket = await openSocket(path);
  return streamTransport(socket, socket);
}

export function openSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path });
    const failed = (cause: Error) => reject(connectError(path, cause));
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      resolve(socket);
    });
  });
}

function connectError(path: string, cause: Error): SocketError {
  switch (errnoOf(cause)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ECONNREFUSED': // the file outlived its process
      return new SocketError('not-listening', path, `Nobody listens at ${path}.`, cause);
    default: // EACCES, EPERM; EAGAIN when too many wait to be let in
      return new SocketError(
        'refused',
        path,
        `${path} does not let this process in: ${cause.message}.`,
        cause,
      );
  }
}
