import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import {
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from 'vscode-jsonrpc/node';
import type { Speaker } from './speaker.ts';

/** vscode-jsonrpc, the way its own documentation uses it. */
const over = (socket: Socket): MessageConnection =>
  createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));

export async function listenPeer(path: string): Promise<void> {
  const server = createServer((socket) => {
    const connection = over(socket);
    connection.onRequest('echo', (params: object) => params);
    connection.onError(() => connection.dispose());
    connection.listen();
  });
  server.listen(path);
  await once(server, 'listening');
}

export async function speakPeer(path: string): Promise<Speaker> {
  const socket = createConnection({ path });
  await once(socket, 'connect');
  const connection = over(socket);
  connection.listen();
  return {
    ask: (params) => connection.sendRequest('echo', params),
    close: () => {
      connection.dispose();
      socket.destroy();
    },
  };
}
