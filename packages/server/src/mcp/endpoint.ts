import { setImmediate as turn } from 'node:timers/promises';
import {
  createMcpHandler,
  InMemoryServerEventBus,
  isLegacyRequest,
  McpServer,
} from '@modelcontextprotocol/server';
import type { Clock } from '@symphony/domain';
import { guardOf } from './guard.ts';
import type { Offered } from './offered.ts';
import { Sessions } from './sessions.ts';

export interface EndpointOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Symphony's. */
  readonly version: string;
  readonly limitMs: number;
  readonly warn: (message: string) => void;
  readonly offer: Offer;
}

/** Says what an endpoint offers. */
export type Offer = (place: OfferPlace) => readonly Offered[];

export interface OfferPlace {
  /** Aborted when the endpoint closes. */
  readonly ended: AbortSignal;
  /** To be called when a watched resource has changed. */
  changed(uri: string): void;
}

/** The MCP server of one run. */
export interface Endpoint {
  fetch(request: Request): Promise<Response>;
  /** Calls that are under way are told that the run has ended. */
  close(): Promise<void>;
}

/** How it calls itself, and how agents call its tools: `mcp__symphony__get_context`. */
export const SERVER_NAME = 'symphony';

/** What is larger is refused before it is read to the end. */
const LIMIT = { maxRequestBodySize: 1024 * 1024 };

const INSTRUCTIONS =
  'Symphony runs you on a work item and offers these tools. Begin with get_context. Report progress when a new ' +
  'step begins, record where reality differs from the plan, share what other agents must know, and ask a person ' +
  'only what you cannot find out yourself.';

export function openEndpoint({ clock, version, limitMs, warn, offer }: EndpointOptions): Endpoint {
  const ending = new AbortController();
  const ended = ending.signal;
  const changes = new InMemoryServerEventBus();
  const offered = offer({ ended, changed: (uri) => changes.publish({ kind: 'resource_updated', uri }) });
  const hosting = { guard: guardOf({ clock, limitMs, ended, warn }), changes };
  const serve = () => {
    const server = new McpServer({ name: SERVER_NAME, version }, { instructions: INSTRUCTIONS });
    for (const each of offered) each.register(server, hosting);
    return server;
  };
  const sessions = new Sessions(serve);
  // A stream from the beginning: a program that waits for the head of an answer gives up sooner than one that reads.
  const stateless = createMcpHandler(serve, {
    legacy: 'reject',
    responseMode: 'sse',
    bus: changes,
    ...LIMIT,
  });
  return {
    fetch: async (request) =>
      ((await isLegacyRequest(request, undefined, LIMIT)) ? sessions : stateless).fetch(request),
    async close() {
      ending.abort();
      await turn(); // the calls under way are answered in this turn
      await Promise.all([sessions.close(), stateless.close()]);
    },
  };
}
