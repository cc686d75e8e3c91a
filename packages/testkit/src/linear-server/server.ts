import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute, type GraphQLError } from 'graphql';
import { MOST_POINTS } from './complexity.ts';
import { errorBody, type LinearFault, type OrderedFault } from './fault.ts';
import { Graph } from './graph.ts';
import { judge } from './judgement.ts';
import { KEY_LIMITS, type Limits, METERS, Meter } from './meter.ts';
import { mutationsOf } from './mutations.ts';
import { publishedSchema } from './published-schema.ts';
import { sampleWorkspace, type Workspace } from './workspace.ts';

/**
 * Stands in for Linear on this machine. Every document is validated against Linear's published schema
 * and executed on a workspace in memory, so that an answer has exactly the fields that were asked for.
 */
export interface LinearServer {
  readonly url: string;
  /** The only key it accepts. */
  readonly key: string;
  readonly workspace: Workspace;
  readonly requests: readonly LinearRequest[];
  /** The next requests go wrong like this, one each, in this order. */
  order(...faults: readonly OrderedFault[]): void;
  /** Every request fails until the returned function is called. */
  breakDown(): () => void;
  /** Shown as titles of these issues, whatever is stored. */
  readonly spoiled: Map<string, string>;
  /** How far the server's clock is ahead. */
  skewMs: number;
  close(): Promise<void>;
}

export interface LinearRequest {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly authorization: string;
  /** Why Linear would refuse the document; empty for a valid one. */
  readonly invalid: readonly string[];
  readonly points: number;
}

const HOUR_MS = 3_600_000;

export interface LinearServerOptions {
  /** What a key may use in an hour; a personal one's where nothing is said. */
  readonly limits?: Limits;
  readonly now?: () => number;
}

export async function openLinearServer(options: LinearServerOptions = {}): Promise<LinearServer> {
  const { limits = KEY_LIMITS, now: clock = Date.now } = options;
  const key = 'lin_api_stand_in_0123456789';
  const workspace = sampleWorkspace();
  const graph = new Graph(workspace);
  const schema = publishedSchema();
  const requests: LinearRequest[] = [];
  const faults: OrderedFault[] = [];
  const spoiled = new Map<string, string>();
  const meter = new Meter(limits, clock);
  const now = () => clock() + server.skewMs;
  let broken = false;
  let lastPage: string | null = null;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = readQuestion(await text(request));
    const authorization = request.headers.authorization ?? '';
    const due = faults.findIndex(({ on }) => on === undefined || on.test(asked.document));
    const [fault] = due < 0 ? [] : faults.splice(due, 1);
    const { invalid, points, answer } = run(asked);
    requests.push({ ...asked, authorization, invalid, points });
    const full = !meter.take(points);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('date', new Date(now()).toUTCString());
    meters(response, points, fault);
    if (full && !fault) return spoil(response, { kind: 'rate-limited' }, { text: '' });
    if (broken) return void response.socket?.destroy();
    if (fault?.kind === 'unauthorized' || authorization !== key)
      return void response.writeHead(401).end(errorBody('AUTHENTICATION_ERROR', 'Authentication required'));
    if (fault) return spoil(response, fault, await answer());
    if (invalid.length > 0)
      return void response.writeHead(400).end(errorBody('GRAPHQL_VALIDATION_FAILED', invalid.join(' ')));
    if (points > MOST_POINTS)
      return void response.writeHead(400).end(errorBody('INPUT_ERROR', `Query too complex: ${points}`));
    const body = await answer();
    lastPage = body.text;
    response.writeHead(body.failed ? 400 : 200).end(body.text);
  }

  function run({ document, variables }: Pick<LinearRequest, 'document' | 'variables'>) {
    const { read, invalid, points: price } = judge(document);
    const points = price(variables);
    const answer = async () => {
      const rootValue = { ...graph.query(), ...mutationsOf(workspace, graph, now) };
      const result = await execute({ schema, document: read, rootValue, variableValues: variables });
      if (!result.errors) return { failed: false, text: JSON.stringify({ data: result.data }, spoilTitles) };
      return {
        failed: true,
        text: JSON.stringify({ data: result.data, errors: result.errors.map(inputError) }),
      };
    };
    return { invalid, points, answer };
  }

  /** A title that is blank is one the schema allows and the conductor cannot use. */
  const spoilTitles = (_: string, value: unknown): unknown => {
    const title =
      typeof value === 'object' && value !== null && 'id' in value
        ? spoiled.get(String(value.id))
        : undefined;
    return title === undefined ? value : { ...(value as object), title };
  };

  function meters(response: ServerResponse, points: number, fault: LinearFault | undefined): void {
    const limited = fault?.kind === 'rate-limited' ? fault : null;
    for (const name of METERS) {
      const left = limited && name === 'requests' ? 0 : meter.remaining(name);
      const reset = limited ? now() + (limited.resetInMs ?? HOUR_MS) : meter.resetAt(name) + server.skewMs;
      response.setHeader(`x-ratelimit-${name}-limit`, limits[name]);
      response.setHeader(`x-ratelimit-${name}-remaining`, left);
      response.setHeader(`x-ratelimit-${name}-reset`, Math.round(reset));
    }
    response.setHeader('x-complexity', points);
    if (limited?.retryAfterSeconds !== undefined)
      response.setHeader('retry-after', limited.retryAfterSeconds);
  }

  async function spoil(response: ServerResponse, fault: LinearFault, body: { text: string }): Promise<void> {
    switch (fault.kind) {
      case 'unauthorized':
        return;
      case 'errors':
        return void response.writeHead(fault.status ?? 400).end(errorBody(fault.code, fault.message));
      case 'rate-limited':
        return void response.writeHead(400).end(errorBody('RATELIMITED', 'Rate limit exceeded'));
      case 'status':
        return void response.writeHead(fault.status).end(fault.body ?? '<html>Something else</html>');
      case 'redirect':
        return void response.writeHead(307, { location: fault.to }).end();
      case 'slow':
        await sleep(fault.ms);
        lastPage = body.text;
        return void response.writeHead(200).end(body.text);
      case 'truncated':
        response.writeHead(200, { 'content-length': Buffer.byteLength(body.text) });
        response.write(body.text.slice(0, body.text.length / 2), () => response.socket?.destroy());
        return;
      case 'half':
        return void response.writeHead(200).end(body.text.slice(0, body.text.length / 2));
      case 'lost-answer':
        return void response.socket?.destroy();
      case 'duplicate-page':
        return void response.writeHead(200).end(turned(lastPage ?? body.text, 'further'));
      case 'cursor-loop':
        return void response.writeHead(200).end(turned(body.text, 'again'));
      case 'lost-cursor':
        return void response.writeHead(200).end(turned(body.text, null));
    }
  }

  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400);
      response.end(errorBody('GRAPHQL_PARSE_FAILED', String(error)));
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server: LinearServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/graphql`,
    key,
    workspace,
    requests,
    spoiled,
    skewMs: 0,
    order: (...ordered) => void faults.push(...ordered),
    breakDown: () => {
      broken = true;
      return () => {
        broken = false;
      };
    },
    close: async () => {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
  return server;
}

function readQuestion(body: string): Pick<LinearRequest, 'document' | 'variables'> {
  const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
  return { document: query, variables: variables ?? {} };
}

const inputError = ({ message, path }: GraphQLError) => ({
  message,
  path,
  extensions: { code: 'INPUT_ERROR', type: 'invalid input', userError: true },
});

/** The same page, saying that there is more behind this cursor. */
function turned(body: string, endCursor: string | null): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    name === 'pageInfo' && typeof value === 'object' && value !== null && 'endCursor' in value
      ? { ...value, hasNextPage: true, endCursor }
      : value,
  );
}
