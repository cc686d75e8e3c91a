import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Door } from './door.ts';
import { tell } from './failure.ts';
import { type Env, notAdmitted, shownTo } from './guards.ts';
import type { HttpOptions } from './options.ts';
import { answers, body, view } from './schema.ts';

/** The only part of the API that is there for those who have not been let in yet. */

const credentials = z.union([
  z.strictObject({ token: z.string().min(1).max(1_000) }),
  z.strictObject({ password: z.string().min(1).max(1_000) }),
]);

export function sessionRoutes(
  api: OpenAPIHono<Env>,
  door: Door,
  { version, repository = '' }: Pick<HttpOptions, 'version' | 'repository'>,
): void {
  const session = { version, repository };
  const responses = answers(view('Session'), 'Who is talked to.');
  const path = '/session';

  api.openapi(createRoute({ method: 'get', path, summary: 'Whether one is logged in.', responses }), (c) =>
    door.admits(shownTo(door, c)) ? c.json(session, 200) : (notAdmitted(c, door) as never),
  );
  api.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Logs a browser in: sets the cookie.',
      request: body(credentials),
      responses,
    }),
    (c) => {
      const login = door.logIn(c.req.valid('json'), c.env.incoming.socket.remoteAddress ?? '');
      if (login.kind === 'too-many') return tooMany(c) as never;
      if (login.kind === 'wrong') return notAdmitted(c, door, 'That is not right.') as never;
      setCookie(c, door.cookie, login.secret, { ...attributes(c), maxAge: login.seconds });
      return c.json(session, 200);
    },
  );
  api.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Logs a browser out.',
      responses: { 204: { description: 'Logged out, or never logged in.' } },
    }),
    (c) => {
      door.logOut(shownTo(door, c));
      deleteCookie(c, door.cookie, attributes(c));
      return c.body(null, 204);
    },
  );
}

/** Out of reach of scripts, and sent to nobody else's page. Over TLS it is never sent without. */
const attributes = (c: Context) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'Strict' as const,
  secure: c.req.header('Origin')?.startsWith('https:') ?? false,
});

const tooMany = (c: Context): Response =>
  tell(
    c,
    {
      status: 429,
      code: 'too_many_attempts',
      message: 'Too many wrong passwords came within a minute.',
      nextStep: 'Wait a minute and try again.',
    },
    { 'Retry-After': '60' },
  );
