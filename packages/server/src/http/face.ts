import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '@symphony/domain';
import type { App } from './app.ts';
import { addressOf, hostsOf } from './hosts.ts';
import { checkExposure, listen } from './listening.ts';
import { type HttpOptions, PATIENCE } from './options.ts';

export type { HttpOptions } from './options.ts';

export interface HttpFace {
  /** As in `http://127.0.0.1:4780`. */
  readonly url: string;
  /** Lets answers that are nearly ready out, then ends every stream and every connection. */
  close(): Promise<void>;
}

/** A command that itself shuts us down waits for this close, and this close for its answer. */
const LAST_ANSWERS_MS = 500;

/**
 * Offers a conductor over HTTP: the workbench, the API and its streams. Listening costs next to
 * nothing: all that answers is loaded with the first request. Rejects with PortError when it cannot
 * listen there, or must not.
 */
export async function openHttp(options: HttpOptions): Promise<HttpFace> {
  checkExposure(options);
  const { headersMs, requestMs, stallMs, connections } = options.patience ?? PATIENCE;
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: headersMs / 2,
    keepAlive: true,
  });
  server.setTimeout(stallMs);
  server.maxConnections = connections;
  const port = await listen(server, options);
  const hosts = hostsOf(options.host, port, options.names);

  let loading: Promise<App> | null = null;
  const app = (): Promise<App> => {
    loading ??= import('./app.ts').then(({ openApp }) => openApp(options, hosts));
    return loading;
  };
  const failed = (error: unknown): void => options.warn(`The workbench failed: ${failureOf(error).message}`);

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    app()
      .then(({ answer }) => answer(request, response))
      .catch((error: unknown) => {
        failed(error);
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { Connection: 'close' }).end();
      });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const cut = () => socket.destroy();
    socket.on('error', cut); // nobody else listens while the app is loaded
    app()
      .then(({ upgrade }) => upgrade(request, socket, head))
      .catch((error: unknown) => {
        failed(error);
        cut();
      });
  });
  server.on('error', failed);

  return {
    url: addressOf(options.host, port),
    async close() {
      const over = new Promise<void>((resolve) => server.close(() => resolve()));
      await (await loading?.catch(() => null))?.close(LAST_ANSWERS_MS);
      server.closeIdleConnections();
      const patience = new AbortController();
      const grace = sleep(LAST_ANSWERS_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([over, grace]);
      patience.abort();
      server.closeAllConnections();
      await over;
    },
  };
}
