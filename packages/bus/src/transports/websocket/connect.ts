import { WebSocket } from 'ws';
import type { Transport } from '../../transport.ts';
import { SocketError } from '../unix/failure.ts';
import { MAX_MESSAGE } from './listen.ts';
import { webSocketTransport } from './web-socket-transport.ts';

/** Rejects with SocketError `not-listening` or `refused`; a wrong token is refused. */
export function connectWebSocket(url: string, { token }: { readonly token: string }): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: false,
    });
    const failed = (cause: Error) => reject(connectError(url, cause));
    socket.once('error', failed);
    socket.once('open', () => {
      socket.off('error', failed);
      resolve(webSocketTransport(socket));
    });
  });
}

function connectError(url: string, cause: Error): SocketError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new SocketError('not-listening', url, `Nobody listens at ${url}.`, cause);
  return new SocketError('refused', url, `${url} does not let this process in: ${cause.message}.`, cause);
}
