import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Who may open a WebSocket. A program brings the token in its Authorization header. A browser
 * cannot set headers and sends cookies by itself, to any page's sake: so it needs the cookie AND to
 * come from a page of ours, which its Origin tells and a page cannot forge.
 */
export interface Admission {
  readonly token: string;
  /** Where pages of ours come from, as in `http://127.0.0.1:4000`. None: no browser gets in. */
  readonly origins: readonly string[];
}

export type Refusal = 'no-token' | 'wrong-origin';

export const TOKEN_COOKIE = 'symphony-token';

/** For the Set-Cookie header of our page: out of reach of scripts, and sent to nobody else's page. */
export const tokenCookie = (token: string): string =>
  `${TOKEN_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict`;

/** Null when it may come in. */
export function refusalOf(headers: IncomingHttpHeaders, { token, origins }: Admission): Refusal | null {
  const { origin, authorization, cookie } = headers;
  if (origin === undefined) return same(bearerOf(authorization), token) ? null : 'no-token';
  if (!origins.includes(origin)) return 'wrong-origin';
  return same(cookieOf(cookie) ?? bearerOf(authorization), token) ? null : 'no-token';
}

const bearerOf = (header: string | undefined): string | null =>
  /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1] ?? null;

function cookieOf(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === TOKEN_COOKIE && value !== undefined) return value;
  }
  return null;
}

/** Compares hashes, which are of one length, in a time that does not tell where they differ. */
function same(given: string | null, token: string): boolean {
  if (given === null || token === '') return false;
  return timingSafeEqual(hash(given), hash(token));
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
