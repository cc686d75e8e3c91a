/** Who the page talks to. */
export interface Session {
  readonly version: string;
  /** The repository's folder name. */
  readonly repository: string;
}

export type Entrance =
  | { readonly kind: 'open'; readonly session: Session }
  /** Nobody is logged in: a password is asked for where there is one. */
  | { readonly kind: 'closed'; readonly password: boolean; readonly message: string | null }
  | { readonly kind: 'away' };

const SESSION = '/api/v1/session';

/**
 * Enters with the token from the address's fragment, or with the cookie of an earlier visit. The
 * fragment is taken out of the address at once: it must not be bookmarked or shown around.
 */
export async function enter(): Promise<Entrance> {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null) {
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
    const entered = await send('POST', { token });
    if (entered.kind !== 'closed') return entered;
    return { ...entered, message: 'The token in the address is not the one of this daemon.' };
  }
  return send('GET', null);
}

export const enterWithPassword = (password: string): Promise<Entrance> => send('POST', { password });

async function send(method: 'GET' | 'POST', body: object | null): Promise<Entrance> {
  try {
    const response = await fetch(SESSION, {
      method,
      credentials: 'same-origin',
      ...(body !== null && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (response.ok) return { kind: 'open', session: (await response.json()) as Session };
    const answer = (await response.json().catch(() => null)) as Refusal | null;
    return {
      kind: 'closed',
      password: answer?.error?.password === true,
      message: method === 'POST' ? (answer?.error?.message ?? null) : null,
    };
  } catch {
    return { kind: 'away' };
  }
}

interface Refusal {
  readonly error?: { readonly message?: string; readonly password?: boolean };
}
