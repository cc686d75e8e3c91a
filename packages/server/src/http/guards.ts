import type { HttpBindings } from '@hono/node-server';
import { shownIn } from '@symphony/bus/websocket';
import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Door } from './door.ts';
import { envelope, type Problem, tell } from './failure.ts';
import type { Hosts } from './hosts.ts';

/** What stands before every answer. Each looks at one thing, and says which it was. */

export interface Env {
  readonly Bindings: HttpBindings;
}

type Guard = MiddlewareHandler<Env>;

const LARGEST_BODY = 1024 * 1024;

/** Nothing from elsewhere, nowhere else to, and in no frame. */
export const guardPages: Guard = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"], // terminals and editors set their measures in the page
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  strictTransportSecurity: false, // for whoever speaks TLS in front of us to say
});

/** The name we are called by must be ours: another may be a stranger's that was led to this machine. */
export const guardHost =
  (hosts: Hosts): Guard =>
  async (c, next) => {
    if (hosts.isOurs(c.env.incoming.headers.host)) return next();
    return tell(c, {
      status: 421,
      code: 'wrong_host',
      message: 'Symphony does not answer under this name.',
      nextStep:
        'Use the address it tells when it starts, or add the name to `http.names` in the configuration.',
    });
  };

/** A page that is not ours gets nothing, whatever its browser would send along. */
export const guardOrigin =
  (hosts: Hosts): Guard =>
  async (c, next) => {
    const { origin, 'sec-fetch-site': site } = c.env.incoming.headers;
    const isForeign = origin !== undefined && !hosts.origins.includes(origin);
    // Another port of this host is of the same site, and the browser would send it our cookie.
    const isFromElsewhere = c.req.path.startsWith('/api') && (site === 'cross-site' || site === 'same-site');
    if (!isForeign && !isFromElsewhere) return next();
    return tell(c, {
      status: 403,
      code: 'wrong_origin',
      message: 'Pages of other origins may not ask Symphony for anything.',
    });
  };

/** Who sends something says how much it is: so it is known before any of it is read. */
export const guardBody: Guard = async (c, next) => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = c.env.incoming.headers;
  const close = { Connection: 'close' }; // what was sent is not read
  if (coding !== undefined)
    return tell(
      c,
      {
        status: 411,
        code: 'length_required',
        message: 'The request does not say how long its body is.',
        nextStep: 'Send it with Content-Length.',
      },
      close,
    );
  if (Number(length) <= LARGEST_BODY) return next();
  return tell(c, { status: 413, code: 'too_large', message: 'The body is larger than 1 MB.' }, close);
};

export const guardToken =
  (door: Door): Guard =>
  async (c, next) =>
    door.admits(shownTo(door, c)) ? next() : notAdmitted(c, door);

export const shownTo = (door: Door, c: Context<Env>) => shownIn(c.env.incoming.headers, door.cookie);

export function notAdmitted(c: Context, door: Door, message = 'This needs the token of this installation.') {
  const problem: Problem = {
    status: 401,
    code: 'unauthorized',
    message,
    nextStep: 'Send it as Authorization: Bearer …, or log in.',
  };
  // A page asks for what can be given: see `Door.logIn`.
  return c.json(envelope(problem, { password: door.hasPassword }), 401, { 'WWW-Authenticate': 'Bearer' });
}
