import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Clock, failureOf, type Json, PortError } from '@symphony/domain';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isAuthentic } from './token.ts';

export interface HookServerOptions {
  /** On 127.0.0.1 only. 0: any that is free. */
  readonly port: number;
  readonly token: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly isHook: (name: string) => boolean;
  /** Answers the melodies that are asked for. */
  readonly onCall: (call: HookCall) => readonly string[];
  readonly warn: (message: string) => void;
}

export interface HookCall {
  readonly hook: string;
  readonly body: Json;
  /** The same call told again carries the same name; null when the caller gives none. */
  readonly delivery: string | null;
}

export interface HookServer {
  readonly url: string;
  stop(): Promise<void>;
}

const LARGEST_BODY = 1024 * 1024;
const MINUTE_MS = 60_000;
const CALLS_PER_MINUTE = 60;

/** Listens for `POST /hooks/NAME`. Rejects with one plain sentence when the port cannot be had. */
export async function serveHooks(options: HookServerOptions): Promise<HookServer> {
  const app = hookApp(options);
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: options.port });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', () => resolve());
    server.once('error', (error: NodeJS.ErrnoException) => reject(notListening(options.port, error)));
  });
  server.on('error', (error) => options.warn(`Webhooks: ${failureOf(error).message}`));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

function notListening(port: number, cause: NodeJS.ErrnoException): PortError {
  const taken = cause.code === 'EADDRINUSE';
  const why = taken ? 'another program uses it' : cause.message;
  return new PortError(
    {
      code: 'unavailable',
      message: `Webhooks cannot be heard on port ${port}: ${why}.`,
      nextStep: 'End the other program, or configure another port.',
    },
    cause,
  );
}

function hookApp(options: HookServerOptions): Hono {
  const app = new Hono();
  const isTooOften = windowOf(options.clock);
  const limit = bodyLimit({
    maxSize: LARGEST_BODY,
    onError: (c) => {
      c.header('Connection', 'close'); // what is left of the body is not read
      return say(c, 413, 'The body is larger than 1 MB.');
    },
  });
  app.use(async (c, next) => {
    if (!isTooOften()) return next();
    c.header('Retry-After', '60');
    return say(c, 429, `More than ${CALLS_PER_MINUTE} calls came within a minute; try again in one.`);
  });
  app.post('/hooks/:name', limit, (c) => answer(c, c.req.param('name'), options));
  app.notFound((c) => say(c, 404, 'There is nothing here; hooks are called with POST /hooks/NAME.'));
  app.onError((error, c) => {
    options.warn(`A call of ${c.req.path} failed: ${error.message}`);
    return say(c, 500, 'The call failed inside Symphony; its own output tells more.');
  });
  return app;
}

/** Who is not let in does not learn which hooks there are. */
async function answer(c: Context, name: string, options: HookServerOptions): Promise<Response> {
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  const shown = {
    authorization: c.req.header('Authorization'),
    signature: c.req.header('X-Hub-Signature-256'),
  };
  if (!isAuthentic(options.token, shown, bytes))
    return say(
      c,
      401,
      'The call carries neither the token of this installation nor a signature made with it.',
    );
  if (!options.isHook(name)) return say(c, 404, `No melody waits for the hook ${name}.`);
  const isJson = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '');
  if (bytes.length > 0 && !isJson)
    return say(c, 415, 'The body must be JSON (Content-Type: application/json).');
  const body = readJson(bytes);
  if (body === undefined) return say(c, 400, 'The body is not valid JSON.');
  const delivery = c.req.header('X-GitHub-Delivery') ?? c.req.header('Idempotency-Key') ?? null;
  const accepted = options.onCall({ hook: name, body, delivery: delivery?.slice(0, 200) ?? null });
  return c.json({ accepted }, 202);
}

const say = (c: Context, status: 400 | 401 | 404 | 413 | 415 | 429 | 500, message: string): Response =>
  c.json({ message }, status);

/** No body is an empty one; undefined when it cannot be read. */
function readJson(bytes: Uint8Array): Json | undefined {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Counts calls by the minute, those that are refused too: guessing tokens is not for free. */
function windowOf(clock: Pick<Clock, 'now'>): () => boolean {
  let began = Number.NEGATIVE_INFINITY;
  let calls = 0;
  return () => {
    if (clock.now() - began >= MINUTE_MS) {
      began = clock.now();
      calls = 0;
    }
    calls += 1;
    return calls > CALLS_PER_MINUTE;
  };
}
