import { setTimeout as wait } from 'node:timers/promises';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { restEndpointMethods } from '@octokit/plugin-rest-endpoint-methods';
import type { GitHubAccess } from './access.ts';
import { type GitHubBudget, RateBudget } from './budget.ts';
import { failureFrom, failureOfErrors } from './failure.ts';
import type { Headers } from './limit.ts';
import { openTransport } from './transport.ts';
import { Trouble } from './trouble.ts';

const Api = Octokit.plugin(restEndpointMethods, paginateRest);

export interface GitHubOptions {
  readonly access: GitHubAccess;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  /** For one request, its body included. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly maxPages?: number;
  readonly retries?: number;
}

/**
 * One GitHub for tracker and code host: one budget, one memory of answers. Whatever goes wrong is a
 * PortError, and none of them holds a credential.
 */
export interface GitHub {
  /** Octokit's typed endpoints. */
  readonly rest: InstanceType<typeof Api>['rest'];
  readonly request: InstanceType<typeof Api>['request'];
  /** Every entry of a REST list, page by page. Atomic: a page that fails fails the whole. */
  pages<T>(route: string, parameters: Readonly<Record<string, unknown>>): Promise<T[]>;
  /** Where all errors are allowed (`NOT_FOUND` of something) they leave nulls in the data instead of failing. */
  graphql<T>(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    allow?: (error: GraphqlError) => boolean,
  ): Promise<T>;
  /** What git pushes with: the token, or one of the app that lasts an hour. */
  token(): Promise<string>;
  budget(): GitHubBudget;
  readonly endpoint: string;
  readonly maxPages: number;
}

export function openGitHub(options: GitHubOptions): GitHub {
  const { access, now = Date.now, sleep = (ms) => wait(ms), maxPages = 100 } = options;
  const budget = new RateBudget();
  const api = new Api({
    ...credentials(access),
    baseUrl: access.endpoint,
    userAgent: 'symphony',
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    request: {
      fetch: openTransport({
        origin: new URL(access.endpoint).origin,
        budget,
        now,
        sleep,
        timeoutMs: options.timeoutMs ?? 30_000,
        maxBytes: options.maxBytes ?? 20 * 2 ** 20,
        retries: options.retries ?? 2,
      }),
    },
  });
  // Wrapped last, so outermost: also what happens while a token is fetched comes out as a PortError.
  api.hook.wrap('request', async (request, parameters) => {
    try {
      return await request(parameters);
    } catch (error) {
      throw failureFrom(error, `${parameters.method} ${parameters.url}`, now());
    }
  });

  return {
    rest: api.rest,
    request: api.request,
    endpoint: access.endpoint,
    maxPages,
    token: async () => {
      const given = (await api.auth({ type: 'installation' })) as { readonly token?: string };
      return given.token ?? '';
    },
    budget: () => budget.view(now()),
    pages: async <T>(route: string, parameters: Readonly<Record<string, unknown>>) => {
      const entries: T[] = [];
      const seen = new Set<string>();
      for await (const { data, headers } of api.paginate.iterator(route, { per_page: 100, ...parameters })) {
        entries.push(...(data as T[]));
        const next = /<([^<>]+)>;\s*rel="next"/.exec(headers.link ?? '')?.[1];
        if (next === undefined) break;
        if (seen.has(next))
          throw failureFrom(new Trouble('circular', 'they lead back to themselves'), route, now());
        if (seen.size >= maxPages - 1)
          throw failureFrom(new Trouble('circular', `there are more than ${maxPages}`), route, now());
        seen.add(next);
      }
      return entries;
    },
    graphql: async <T>(
      document: string,
      variables: Readonly<Record<string, unknown>>,
      allow: (error: GraphqlError) => boolean = () => false,
    ): Promise<T> => {
      try {
        return await api.graphql<T>(document, { ...variables });
      } catch (error) {
        const { data, errors, headers } = error as Partial<GraphqlErrors<T>>;
        if (!errors) throw failureFrom(error, 'a GraphQL query', now());
        if (data && errors.every(allow)) return data;
        throw failureOfErrors(errors, headers ?? {}, nameOf(document), now());
      }
    },
  };
}

export interface GraphqlError {
  readonly type?: string;
  readonly message?: string;
  /** The field it is about, from the outermost one on. */
  readonly path?: readonly (string | number)[];
}

interface GraphqlErrors<T> {
  readonly data: T | null;
  readonly errors: readonly GraphqlError[];
  readonly headers: Headers;
}

const nameOf = (document: string): string =>
  `the ${/\b(query|mutation)\s+(\w+)/.exec(document)?.slice(1, 3).join(' ') ?? 'GraphQL query'}`;

const credentials = ({ auth }: GitHubAccess): { auth: unknown; authStrategy?: typeof createAppAuth } =>
  auth.kind === 'token'
    ? { auth: auth.token }
    : {
        authStrategy: createAppAuth,
        auth: { appId: auth.appId, privateKey: auth.privateKey, installationId: auth.installationId },
      };

const quiet = (): void => undefined;
