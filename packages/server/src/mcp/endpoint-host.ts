import type { Clock, ToolServer } from '@symphony/domain';
import { AdmissionBook } from './admission-book.ts';
import { type Offer, openEndpoint, SERVER_NAME } from './endpoint.ts';
import { listen } from './listener.ts';
import { toolApp } from './tool-app.ts';

export interface EndpointHostOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Symphony's own, told to agents. */
  readonly version: string;
  readonly warn: (message: string) => void;
  /** How long a call may take that waits for nobody. */
  readonly limitMs?: number;
}

/** Serves, guards and ends whatever it is given to offer, each offer behind a path and a token of its own. */
export interface EndpointHost {
  open(offer: Offer): Admission;
  /** Ends all admissions and stops listening. Resolves when no connection is left. */
  close(): Promise<void>;
}

export interface Admission {
  readonly server: ToolServer;
  /** The token is refused from now on; questions that are open are withdrawn. Repeating it is harmless. */
  close(): void;
}

const LIMIT_MS = 30_000;

export async function openEndpointHost(options: EndpointHostOptions): Promise<EndpointHost> {
  const { clock, version, warn, limitMs = LIMIT_MS } = options;
  const book = new AdmissionBook();
  const listener = await listen(toolApp(book, warn).fetch, warn);
  const closing = new Set<Promise<void>>();
  const end = (path: string) => {
    const closed = book.strike(path)?.close();
    if (closed === undefined) return;
    closing.add(closed);
    void closed.finally(() => closing.delete(closed));
  };
  return {
    open(offer) {
      const { path, token } = book.enter(openEndpoint({ clock, version, limitMs, warn, offer }));
      const server = { name: SERVER_NAME, url: `${listener.url}/mcp/${path}`, token };
      return { server, close: () => end(path) };
    },
    async close() {
      for (const path of book.paths()) end(path);
      await Promise.all(closing);
      await listener.close();
    },
  };
}
