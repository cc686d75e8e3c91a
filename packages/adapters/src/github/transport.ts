import { readBounded, readEnd, readJson } from './bounded-body.ts';
import type { RateBudget } from './budget.ts';
import { KeptAnswers } from './kept-answers.ts';
import { Trouble, troubleIn } from './trouble.ts';

export interface TransportOptions {
  /** Where tokens may be sent. */
  readonly origin: string;
  readonly budget: RateBudget;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** How often a read that did not get through is tried again. */
  readonly retries: number;
}

const KEPT_BYTES = 32 * 2 ** 20;
const END_BYTES = 4 * 2 ** 20;
const RETRY_WAIT_MS = 250;

/**
 * The `fetch` under Octokit: bounded in time and size, conditional where an ETag is known, and the
 * one place where the cost of a request is counted. Only reads are tried again: a write that went
 * unheard may have happened.
 */
export function openTransport(options: TransportOptions): typeof fetch {
  const { origin, budget, now, sleep, retries } = options;
  const kept = new KeptAnswers(KEPT_BYTES);

  return async (input, init = {}) => {
    const url = new URL(String(input));
    if (url.origin !== origin)
      throw new Trouble('foreign', `an answer leads to ${url.origin}, not ${origin}`);
    const resource = url.pathname.endsWith('/graphql') ? 'graphql' : 'core';
    for (let attempt = 0; ; attempt++) {
      const rest = budget.restMs(resource, now());
      if (rest > 0) throw new Trouble('resting', 'a rate limit lasts', rest);
      const again = attempt < retries && isRead(init);
      try {
        const response = await send(url, init, resource, kept, options);
        if (response.status < 500 || !again) return response;
      } catch (error) {
        const kind = troubleIn(error)?.kind;
        if (!again || (kind !== 'unreachable' && kind !== 'truncated')) throw error;
      }
      await sleep(RETRY_WAIT_MS * 4 ** attempt);
    }
  };
}

async function send(
  url: URL,
  init: RequestInit,
  resource: string,
  kept: KeptAnswers,
  { budget, now, timeoutMs, maxBytes }: TransportOptions,
): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>) };
  const key = `${headers.accept ?? ''} ${url.href}`;
  const known = init.method === 'GET' ? kept.get(key) : null;
  if (known) headers['if-none-match'] = known.etag;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
  try {
    const response = await fetch(url, { ...init, headers, signal });
    const body = isText(response)
      ? await readEnd(response, END_BYTES)
      : await readBounded(response, maxBytes);
    const told = Object.fromEntries(response.headers);
    budget.note(told, now());
    if (response.status === 304 && known) {
      budget.spend(0);
      return new Response(known.body, { status: 200, headers: { ...told, ...known.headers } });
    }
    const read = readJson(body, told['content-type'] ?? '');
    budget.spend(resource === 'graphql' ? costOf(read) : 1);
    if (response.status >= 400) budget.noteRefusal(response.status, told, messageOf(read), now());
    const { etag, link, 'content-type': type } = told;
    // A log is asked for once: kept, it would push out what is asked for with every look.
    if (init.method === 'GET' && response.status === 200 && etag !== undefined && !isText(response)) {
      const lasting = { ...(link ? { link } : {}), ...(type ? { 'content-type': type } : {}) };
      kept.keep(key, { etag, headers: lasting, body });
    }
    const bare = response.status === 204 || response.status === 205 || response.status === 304;
    return new Response(bare ? null : body, { status: response.status, headers: told });
  } catch (error) {
    if (error instanceof Trouble || init.signal?.aborted) throw error;
    if (deadline.aborted) throw new Trouble('timeout', `no whole answer within ${timeoutMs} ms`);
    throw new Trouble('unreachable', unreachableWords(error));
  }
}

/** Only logs are; they may be larger than anything else, and what matters stands at their end. */
const isText = ({ status, headers }: Response): boolean =>
  status === 200 && /^text\/plain\b/i.test(headers.get('content-type') ?? '');

/** A GraphQL request whose document is a query reads; a mutation writes. */
const isRead = ({ method, body }: RequestInit): boolean =>
  method === 'GET' ||
  method === 'HEAD' ||
  (method === 'POST' && typeof body === 'string' && /^\{"query":"(?:\\n|\s)*(?:query\b|\{)/.test(body));

const costOf = (answer: unknown): number => {
  const cost = (answer as { data?: { rateLimit?: { cost?: unknown } } } | null)?.data?.rateLimit?.cost;
  return typeof cost === 'number' ? cost : 1;
};

const messageOf = (answer: unknown): string => {
  const message = (answer as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : '';
};

const unreachableWords = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection failed';
};
