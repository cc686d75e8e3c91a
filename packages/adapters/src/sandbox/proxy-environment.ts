/** The variables by which programs find the way out, and the person's own among them. Pure. */

/** The person's own way to the network, as their variables say it. */
export interface Upstream {
  readonly http: string | null;
  readonly https: string | null;
  /** What is reached without it. */
  readonly direct: readonly string[];
}

type Environment = Readonly<Record<string, string>>;

const LOOPBACK = 'localhost,127.0.0.1,::1';

/** Loopback inside is the sandbox's own: its servers, and the ports that are forwarded. */
export function proxyEnvironment(proxy: string): Record<string, string> {
  const both = (name: string, value: string) => ({ [name]: value, [name.toLowerCase()]: value });
  return {
    ...both('HTTP_PROXY', proxy),
    ...both('HTTPS_PROXY', proxy),
    ...both('ALL_PROXY', proxy),
    ...both('NO_PROXY', LOOPBACK),
    // Node looks at these variables only when it is told to.
    NODE_USE_ENV_PROXY: '1',
  };
}

export function upstreamOf(env: Environment): Upstream {
  const named = (name: string): string | null => env[name.toLowerCase()] || env[name] || null;
  const all = named('ALL_PROXY');
  return {
    http: named('HTTP_PROXY') ?? all,
    https: named('HTTPS_PROXY') ?? all,
    direct: (named('NO_PROXY') ?? '').split(/[\s,]+/).filter((each) => each !== ''),
  };
}

/** The upstream proxy for a request, or null where it goes straight out. */
export function upstreamFor(
  upstream: Upstream,
  target: { host: string; port: number; encrypted: boolean },
): string | null {
  const proxy = target.encrypted ? upstream.https : upstream.http;
  if (proxy === null || upstream.direct.some((entry) => isMeant(entry, target))) return null;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** As curl reads NO_PROXY: a name means itself and everything below it. */
function isMeant(entry: string, target: { host: string; port: number }): boolean {
  if (entry === '*') return true;
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase().replace(/^\*?\./, '')) ?? [];
  if (name === '' || (port !== undefined && Number(port) !== target.port)) return false;
  return target.host === name || target.host.endsWith(`.${name}`);
}
