import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { failureOf, PortError } from '@symphony/domain';

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/** How long slow programs are borne. */
export interface Patience {
  readonly headersMs: number;
  /** For the whole request. */
  readonly requestMs: number;
  /** On a connection on which nothing moves. Streams show life every 15 seconds. */
  readonly stallMs: number;
}

const PATIENCE: Patience = { headersMs: 10_000, requestMs: 30_000, stallMs: 60_000 };

/** Listens on this machine only. Rejects with one plain sentence when it cannot. */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  warn: (message: string) => void,
  { headersMs, requestMs, stallMs }: Patience = PATIENCE,
): Promise<Listener> {
  const serverOptions = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: headersMs / 2,
  };
  const server = serve({
    fetch,
    hostname: '127.0.0.1',
    port: 0,
    serverOptions,
    overrideGlobalObjects: false, // the rest of the process keeps its own Request and Response
  }) as Server;
  server.setTimeout(stallMs);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', () => resolve());
    server.once('error', (error) => reject(notListening(error)));
  });
  server.on('error', (error) => warn(`Host tools: ${failureOf(error).message}`));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const notListening = (cause: Error): PortError =>
  new PortError(
    {
      code: 'unavailable',
      message: `The tools for agents cannot be offered on 127.0.0.1: ${cause.message}.`,
      nextStep: 'Allow Symphony to listen on the loopback interface of this machine.',
    },
    cause,
  );
