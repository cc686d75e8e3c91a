import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT_ROUTES, type AppKey } from './account.ts';
import { COMMENT_ROUTES, REPOSITORY_COMMENTS } from './comments.ts';
import { DEPENDENCY_ROUTES } from './dependencies.ts';
import { loadDescription } from './description.ts';
import { type Fault, Faults } from './fault.ts';
import { isForGit, serveGit } from './git-http.ts';
import { answerGraph, type GraphFields } from './graph.ts';
import { type Half, Holds } from './hold.ts';
import { ISSUE_FIELDS } from './issue-fields.ts';
import { ISSUE_ROUTES } from './issues.ts';
import { Meter, type Resource } from './meter.ts';
import { pageOf } from './page.ts';
import { PROJECT_FIELDS } from './project-fields.ts';
import { PullDesk } from './pull-desk.ts';
import { PULL_FIELDS } from './pull-fields.ts';
import { JOB_LOGS, PULL_ROUTES } from './pulls.ts';
import { refusalOf } from './refusal.ts';
import { type Answer, matchRoute, type Route } from './route.ts';
import { World } from './world.ts';

/** A GitHub on this machine that holds everything in memory and answers as the published material says. */
export interface GitHubServer {
  /** The endpoint to configure. */
  readonly url: string;
  readonly world: World;
  readonly faults: Faults;
  readonly holds: Holds;
  readonly meter: Meter;
  /** Each token with the login it belongs to: tokens may be revoked, and given again. */
  readonly tokens: Map<string, string>;
  /** Every request, oldest first: `GET /repos/acme/app/issues?state=open`. */
  readonly requests: readonly string[];
  /** Those among them that changed something, once they had; and pushes, whatever git said to them. */
  readonly deeds: readonly string[];
  /** What did not fit GitHub's description or schema, on either side. */
  readonly violations: readonly string[];
  /** Rejects when something did not fit, so that no test can overlook it. */
  close(): Promise<void>;
}

export interface GitHubServerOptions {
  /** Each token with the login it belongs to. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** The scopes a token is said to have; null: none are told, as with fine-grained tokens. */
  readonly scopes?: string | null;
  readonly app?: AppKey;
  readonly now?: () => number;
  /** `/api/v3` for an Enterprise server. */
  readonly base?: string;
  /** More of GitHub, from other files. */
  readonly routes?: readonly Route[];
  readonly fields?: readonly GraphFields[];
  /** Repositories to begin with. */
  readonly repositories?: readonly string[];
}

/** Resolves when this half of a request may go on; false: whoever asked has hung up. */
type Passes = (half: Half) => Promise<boolean>;

const PUSHING = /^POST .*\/git-receive-pack$/;

export const TEST_TOKEN = 'test-token-of-the-stand-in';

export async function openGitHubServer(options: GitHubServerOptions = {}): Promise<GitHubServer> {
  const { now = Date.now, base = '', scopes = 'repo, project, read:org' } = options;
  await loadDescription(); // it is large: no request should have to wait for it
  const world = new World(now);
  for (const name of options.repositories ?? []) world.addRepository(name);
  const faults = new Faults();
  const holds = new Holds();
  const meter = new Meter(now);
  const requests: string[] = [];
  const deeds: string[] = [];
  const violations: string[] = [];
  const tokens = new Map(Object.entries(options.tokens ?? { [TEST_TOKEN]: 'symphony-bot' }));
  const routes = [
    ...(options.routes ?? []),
    REPOSITORY_COMMENTS,
    ...PULL_ROUTES,
    ...ISSUE_ROUTES,
    ...COMMENT_ROUTES,
    ...DEPENDENCY_ROUTES,
    ...ACCOUNT_ROUTES({ app: options.app ?? null, meter, tokens }),
  ];
  const fields = [...(options.fields ?? []), PULL_FIELDS, ISSUE_FIELDS, PROJECT_FIELDS];

  async function serve(request: IncomingMessage, response: ServerResponse, passes: Passes): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const given = await text(request);
    const { pathname: whole, searchParams: query } = new URL(url, 'http://127.0.0.1');
    const graph = whole === '/graphql' || whole === '/api/graphql';
    const pathname = whole.startsWith(base) ? whole.slice(base.length) : whole;
    const ordered = faults.take(`${method} ${url}`);
    const fault = <K extends Fault['kind']>(kind: K) =>
      ordered.find((each): each is Extract<Fault, { kind: K }> => each.kind === kind);
    const slow = fault('slow');
    if (slow) await sleep(slow.ms);
    if (fault('hang-up')) return void response.destroy();
    const skewMs = fault('clock-skew')?.ms ?? 0;
    const resource: Resource = graph ? 'graphql' : 'core';
    const send = (status: number, body: string, more: Readonly<Record<string, string>> = {}): void => {
      const type = { 'content-type': 'application/json; charset=utf-8' };
      const date = { date: new Date(now() + skewMs).toUTCString() };
      const told = scopes === null ? {} : { 'x-oauth-scopes': scopes };
      response.writeHead(status, { ...type, ...date, ...told, ...meter.headers(resource, skewMs), ...more });
      if (!fault('truncated')) return void response.end(status === 204 || status === 304 ? undefined : body);
      response.flushHeaders();
      response.write(body.slice(0, Math.max(1, body.length / 2)), () => response.destroy());
    };

    const refused = ordered.map((each) => refusalOf(each, now() + skewMs)).find((each) => each !== null);
    if (refused) {
      meter.spend(resource, 1);
      return send(refused.status, JSON.stringify(refused.body), refused.headers);
    }
    if (pathname.startsWith(JOB_LOGS)) {
      const log = PullDesk.of(world).checkOf(Number(pathname.slice(JOB_LOGS.length)))?.log;
      const etag = `"log-${pathname}"`;
      return send(log == null ? 404 : 200, log ?? '', { 'content-type': 'text/plain; charset=utf-8', etag });
    }
    const user = tokens.get(String(headers.authorization ?? '').replace(/^(?:token|bearer)\s+/i, ''));
    const isApp = pathname.startsWith('/app');
    if (user === undefined && !isApp) return send(401, JSON.stringify({ message: 'Bad credentials' }));
    const window = meter.window(resource);
    if (window.used >= window.limit && pathname !== '/rate_limit') {
      const message = 'API rate limit exceeded for user ID 1.';
      return send(403, JSON.stringify({ message, documentation_url: 'https://docs.github.com' }));
    }
    const body = given === '' ? {} : (JSON.parse(given) as Record<string, unknown>);
    if (fault('garbage')) {
      meter.spend(resource, 1);
      return send(200, '<html>not what it says</html>');
    }

    const spoilt = {
      duplicatePage: fault('duplicate-page') !== undefined,
      cursorLoop: fault('cursor-loop') !== undefined,
    };

    if (graph) {
      const answer = await answerGraph(body, fields, (points) => {
        meter.spend('graphql', points);
        const { limit, used, resetAt } = meter.window('graphql');
        const remaining = Math.max(0, limit - used);
        return {
          world,
          user: user ?? '',
          faults: spoilt,
          rateLimit: {
            cost: points,
            limit,
            used,
            remaining,
            nodeCount: 0,
            resetAt: new Date(resetAt + skewMs).toISOString(),
          },
        };
      });
      violations.push(...answer.violations);
      if (!(await passes('answer'))) return;
      return send(200, JSON.stringify(answer.body));
    }

    const matched = matchRoute(routes, method, pathname);
    if (!matched) {
      violations.push(`${method} ${pathname} is not served here`);
      return send(404, JSON.stringify({ message: 'Not Found' }));
    }
    const { route, params } = matched;
    const description = await loadDescription();
    const unfit = description.request(method, route.path, query, body);
    violations.push(...unfit);
    if (unfit.length > 0) return send(400, JSON.stringify({ message: unfit.join('; ') }));
    const answer = await route.answer({ world, params, query, body, headers, user: user ?? '', skewMs });
    if (method !== 'GET' && 'status' in answer && answer.status < 300) deeds.push(`${method} ${url}`);
    if (!(await passes('answer'))) return;
    await give(answer, route, { query, send, headers, whole, spoilt });
  }

  async function give(
    answer: Answer,
    route: Route,
    call: {
      readonly query: URLSearchParams;
      readonly headers: IncomingMessage['headers'];
      readonly whole: string;
      readonly spoilt: { readonly duplicatePage: boolean; readonly cursorLoop: boolean };
      send(status: number, body: string, more?: Readonly<Record<string, string>>): void;
    },
  ): Promise<void> {
    const { query, send, headers, whole, spoilt } = call;
    const paged = 'list' in answer ? pageOf(answer.list, query, `${address()}${whole}`, spoilt) : null;
    const status = paged ? 200 : 'status' in answer ? answer.status : 200;
    const body = paged ? paged.entries : 'body' in answer ? answer.body : undefined;
    const unfit = (await loadDescription()).answer(route.method, route.path, status, body);
    violations.push(...unfit);
    const written = body === undefined ? '' : JSON.stringify(body);
    const more = { ...(paged?.headers ?? {}), ...('headers' in answer ? answer.headers : {}) };
    if (route.method !== 'GET' || status !== 200) {
      meter.spend('core', 1);
      return send(status, written, more);
    }
    const etag = `W/"${createHash('sha256').update(written).update(JSON.stringify(more)).digest('hex')}"`;
    const unchanged = headers['if-none-match'] === etag;
    meter.spend('core', unchanged || route.path === '/rate_limit' ? 0 : 1);
    send(unchanged ? 304 : 200, written, { ...more, etag });
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method} ${request.url}`;
    requests.push(asked);
    const held = holds.take(asked);
    const hungUp = new Promise<void>((resolve) => void response.once('close', resolve));
    const passes: Passes = async (half) => {
      await Promise.race([held(half), hungUp]);
      return !response.destroyed;
    };
    if (!(await passes('question'))) return;
    if (!isForGit(request)) return serve(request, response, passes);
    await serveGit(request, response, {
      pathOf: (name) => PullDesk.of(world).remoteOf(name),
      userOf: (token) => tokens.get(token) ?? null,
      done: () => {
        if (PUSHING.test(asked)) deeds.push(asked);
        return passes('answer');
      },
    });
  }

  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return; // hung up in the middle of a sentence
      violations.push(`the stand-in broke: ${(error as Error).stack}`);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${address()}${base}`,
    world,
    faults,
    holds,
    meter,
    tokens,
    requests,
    deeds,
    violations,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      if (violations.length > 0)
        throw new Error(`GitHub's published material was not kept:\n${violations.join('\n')}`);
    },
  };
}
