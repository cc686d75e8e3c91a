import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Who may open a WebSocket. A program brings a secret in its Authorization header. A browser cannot
 * set headers and sends cookies by itself, to any page's sake: so it needs the cookie AND to come
 * from a page of ours, which its Origin tells and a page cannot forge. Which secrets are good, and
 * what the cookie is called, is for whoever opens the door to say.
 */
export interface Admission {
  /** The cookie's name. Cookies are shared between the ports of a host, so each door has its own. */
  readonly cookie: string;
  /** Where pages of ours come from, as in `http://127.0.0.1:4000`. None: no browser gets in. */
  readonly origins: readonly string[];
  readonly admits: (shown: Shown) => boolean;
}

/** What somebody shows to be let in. */
export interface Shown {
  readonly bearer: string | null;
  /** Every cookie of the name: another port of this host may have put one of its own before ours. */
  readonly cookies: readonly string[];
}

export type Refusal = 'no-token' | 'wrong-origin';

/** Null when it may come in. */
export function refusalOf(headers: IncomingHttpHeaders, admission: Admission): Refusal | null {
  const { cookie, origins, admits } = admission;
  const shown = shownIn(headers, cookie);
  if (headers.origin !== undefined && !origins.includes(headers.origin)) return 'wrong-origin';
  const counted = headers.origin === undefined ? { ...shown, cookies: [] } : shown;
  return admits(counted) ? null : 'no-token';
}

export const shownIn = (
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>,
  cookie: string,
): Shown => ({
  bearer: /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null,
  cookies: cookiesOf(headers.cookie ?? '', cookie),
});

function cookiesOf(header: string, name: string): string[] {
  return header.split(';').flatMap((part) => {
    const [key, value] = part.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
}

/** Tells whether a secret is this one, in a time that does not tell where they differ. */
export function sameAs(secret: string): (given: string | null) => boolean {
  if (secret === '') throw new Error('A door needs a secret that is not empty.');
  const wanted = hash(secret);
  return (given) => given !== null && timingSafeEqual(hash(given), wanted);
}

/** Hashes are of one length, whatever was given. */
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
