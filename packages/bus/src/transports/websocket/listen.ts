import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MAX_FRAME } from '../../framing/framing.ts';
import type { Transport } from '../../transport.ts';
import { SocketError } from '../unix/failure.ts';
import { type Admission, refusalOf } from './admission.ts';
import { webSocketTransport } from './web-socket-transport.ts';

/** A character is at most three bytes, and one turn's messages travel as one. */
export const MAX_MESSAGE = 4 * MAX_FRAME;

export interface WebSocketGate extends Admission {
  readonly onConnection: (transport: Transport) => void;
}

export interface WebSocketListener {
  readonly port: number;
  /** Lets nobody in any more and closes every connection; resolves when all are gone. */
  close(): Promise<void>;
}

/** Listens on this machine only, unless told otherwise. Rejects with SocketError. */
export async function listenWebSocket(
  request: WebSocketGate & { readonly port: number; readonly host?: string },
): Promise<WebSocketListener> {
  const { port, host = '127.0.0.1' } = request;
  const server = createServer((_request, response) => response.writeHead(426).end());
  const door = webSocketDoor(request);
  server.on('upgrade', door.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const where = `${host}:${port}`;
      const taken = cause.code === 'EADDRINUSE';
      const message = taken
        ? `Another process listens at ${where} already.`
        : `Nothing can listen at ${where}: ${cause.message}.`;
      reject(new SocketError(taken ? 'in-use' : 'refused', where, message, cause));
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const over = new Promise((resolve) => server.close(resolve));
      door.close();
      server.closeAllConnections();
      await over;
    },
  };
}

export interface WebSocketDoor {
  /** For the `upgrade` event of a server that answers other requests as well. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Ends those that came in, and lets nobody in any more. */
  close(): void;
}

export function webSocketDoor(gate: WebSocketGate): WebSocketDoor {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  const open = new Set<Transport>();
  let closed = false;
  return {
    upgrade(request, socket, head) {
      const refusal = refusalOf(request.headers, gate);
      if (refusal) refuseUpgrade(socket, refusal === 'no-token' ? 401 : 403);
      else if (closed) refuseUpgrade(socket, 503);
      else
        sockets.handleUpgrade(request, socket, head, (accepted) => {
          const transport = webSocketTransport(accepted);
          open.add(transport);
          accepted.once('close', () => open.delete(transport));
          gate.onConnection(transport);
        });
    },
    close() {
      closed = true;
      for (const transport of [...open]) transport.close();
    },
  };
}

/**
 * Answers a wish to change protocols with no. The status says which rule it was: whoever has the
 * token may know, and who has not learns nothing by it.
 */
export function refuseUpgrade(socket: Duplex, status: 401 | 403 | 404 | 421 | 503): void {
  socket.on('error', () => socket.destroy()); // gone before it was told
  socket.once('finish', () => socket.destroy()); // it need not say goodbye
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
