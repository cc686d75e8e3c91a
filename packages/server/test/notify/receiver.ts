import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves when so many calls have come. */
  heard(count: number): Promise<void>;
}

/** Somebody who is told: real HTTP on this machine. `answer` gives a status, or null to leave the caller waiting. */
export async function openReceiver(
  answer: (place: number) => number | null | { status: number; headers: Record<string, string> } = () => 200,
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      for (const look of waiting) look();
      const given = answer(received.length);
      if (given === null) return;
      const { status, headers } = typeof given === 'number' ? { status: given, headers: {} } : given;
      response.writeHead(status, headers).end('what a receiver says');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`,
    received,
    heard: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
