import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import { failureOf } from '@symphony/domain';
import { Hono } from 'hono';
import { except } from 'hono/combine';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { webhookRoutes } from '../webhook/index.ts';
import { chatRoutes } from './chats.ts';
import { checkRoutes } from './checks.ts';
import { commandRoutes } from './commands.ts';
import { Door } from './door.ts';
import { downloadRoute } from './download.ts';
import { NOT_FOUND, problemOf, refuseMethod, tell } from './failure.ts';
import { type Env, guardBody, guardHost, guardOrigin, guardPages, guardToken } from './guards.ts';
import type { Hosts } from './hosts.ts';
import { metricsOf } from './metrics.ts';
import { missionRoutes } from './missions.ts';
import type { HttpOptions } from './options.ts';
import { workbench } from './pages.ts';
import { questionRoutes } from './questions.ts';
import { refuseUnread } from './schema.ts';
import { sessionRoutes } from './session-routes.ts';
import { openSockets } from './sockets.ts';
import { specificationRoutes } from './specification/routes.ts';
import { streamRoute } from './stream.ts';

const WEBHOOKS = '/api/v1/webhooks';

/** Everything that answers, loaded with the first request. */
export interface App {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Ends streams and sockets; answers that are nearly ready get `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export function openApp(options: HttpOptions, hosts: Hosts): App {
  const { version, warn } = options;
  const closing = new AbortController();
  const door = new Door({ ...options, origins: hosts.origins });
  const sockets = openSockets({ ...options, hosts, door });
  const metrics = metricsOf(options.client);

  const api = new OpenAPIHono<Env>({ defaultHook: refuseUnread });
  api.use(methodNotAllowed({ app: api, onMethodNotAllowed: refuseMethod }));
  sessionRoutes(api, door, options);
  if (options.webhooks)
    webhookRoutes(api, {
      desk: options.webhooks,
      clock: options.clock,
      warn,
      ...(options.webhookLimits ? { limits: options.webhookLimits } : {}),
    });
  api.use(guardToken(door));
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Symphony', version, description: 'What can be asked and told to a running conductor.' },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  questionRoutes(api, options.client);
  checkRoutes(api, options.client);
  downloadRoute(api, options.artifacts);
  streamRoute(api, options, closing.signal);
  commandRoutes(api, options.client);
  missionRoutes(api, options.client);
  chatRoutes(api, options, closing.signal);
  specificationRoutes(api, options); // last: it takes any name

  const app = new Hono<Env>();
  app.use(guardPages, guardHost(hosts));
  // A tracker is no page and may send without a length: its routes look at both themselves.
  app.use(except(`${WEBHOOKS}/*`, guardOrigin(hosts), guardBody));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/metrics', guardToken(door), async (c) => {
    const { text, contentType } = await metrics();
    return c.body(text, 200, { 'Content-Type': contentType });
  });
  app.route('/api/v1', api);
  app.get('/api/*', (c) => tell(c, NOT_FOUND));
  app.get('/*', workbench(options.assets));
  app.notFound((c) => tell(c, NOT_FOUND));
  app.onError((error, c) => {
    const { pathname } = new URL(c.req.url); // still encoded: what others wrote does not command a terminal
    const fault = (cause: unknown) =>
      warn(`${c.req.method} ${pathname.slice(0, 200)} failed: ${failureOf(cause).message}`);
    return tell(c, problemOf(error, fault));
  });

  return {
    answer: getRequestListener(app.fetch, { overrideGlobalObjects: false }),
    upgrade: sockets.upgrade,
    async close(graceMs) {
      closing.abort();
      await sockets.close(graceMs);
    },
  };
}
