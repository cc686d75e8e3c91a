import type { World } from './world.ts';

/** One operation of GitHub's description. `path` is the description's own template. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  answer(call: Call): Answer | Promise<Answer>;
}

export interface Call {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The login the token belongs to. */
  readonly user: string;
  /** How far the server's clock is ahead, by an ordered fault. */
  readonly skewMs: number;
}

/** `list` is cut into pages by the server, with links. */
export type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly list: readonly unknown[] };

export const missing = (): Answer => ({
  status: 404,
  body: { message: 'Not Found', documentation_url: DOCS },
});

export const unprocessable = (message: string, errors: readonly unknown[] = []): Answer => ({
  status: 422,
  body: { message, errors, documentation_url: DOCS },
});

export const DOCS = 'https://docs.github.com/rest';

export interface Matched {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export function matchRoute(routes: readonly Route[], method: string, pathname: string): Matched | null {
  const parts = pathname.split('/');
  for (const route of routes) {
    if (route.method !== method) continue;
    const wanted = route.path.split('/');
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((step, at) => {
      const given = parts[at] ?? '';
      if (!step.startsWith('{')) return step === given;
      params[step.slice(1, -1)] = decodeURIComponent(given);
      return given !== '';
    });
    if (fits) return { route, params };
  }
  return null;
}
