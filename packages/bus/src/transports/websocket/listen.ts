import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MAX_FRAME } from '../../framing/framing.ts';
import type { Transport } from '../../transport.ts';
import { SocketError } from '../unix/failure.ts';
import { type Admission, type Refusal, refusalOf } from './admission.ts';
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
  const gate = acceptWebSockets(server, request);
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
      gate.close();
      server.closeAllConnections();
      await over;
    },
  };
}

/** Lets WebSockets into a server that answers other requests as well. `close` ends those that came in. */
export function acceptWebSockets(server: Server, gate: WebSocketGate): { close(): void } {
  if (gate.token === '') throw new Error('WebSockets need a token.');
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  const open = new Set<Transport>();
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refusalOf(request.headers, gate);
    if (refusal) refuse(socket, refusal);
    else
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        const transport = webSocketTransport(accepted);
        open.add(transport);
        accepted.once('close', () => open.delete(transport));
        gate.onConnection(transport);
      });
  };
  server.on('upgrade', upgrade);
  return {
    close() {
      server.off('upgrade', upgrade);
      for (const transport of [...open]) transport.close();
    },
  };
}

/** Says which of the two it was: whoever has the token may know, and who has not learns nothing by it. */
function refuse(socket: Duplex, refusal: Refusal): void {
  const status = refusal === 'no-token' ? 401 : 403;
  socket.on('error', () => socket.destroy()); // gone before it was told
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
