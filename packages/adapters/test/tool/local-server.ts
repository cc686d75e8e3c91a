import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface LocalServer {
  readonly base: string;
  readonly host: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

type Answer = (asked: Asked, response: ServerResponse) => void | Promise<void>;

/** A real HTTP server on this machine that remembers what it was asked. */
export async function openServer(answer: Answer): Promise<LocalServer> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one: Asked = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://here'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      asked.push(one);
      void answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};
