import { BlockList, isIP } from 'node:net';

/**
 * Under which names we answer. A page of another site can have its own name lead to this machine
 * (DNS rebinding) and would then be of our origin: only the Host header tells, because it carries
 * the name the browser believes in.
 */
export interface Hosts {
  /** As a Host header says it, with the port. */
  readonly isOurs: (host: string | undefined) => boolean;
  /** Where pages of ours come from, as an Origin header says it. */
  readonly origins: readonly string[];
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const WILDCARDS = ['0.0.0.0', '::'];

export function hostsOf(host: string, port: number, names: readonly string[]): Hosts {
  const bound = WILDCARDS.includes(host) ? [] : [bracketed(host)];
  const own = [...new Set([...LOOPBACK, ...bound])].map((name) => `${name}:${port}`);
  const named = names.map((name) => name.toLowerCase()).flatMap((name) => withPorts(name, port));
  const ours = new Set([...own, ...named, ...(port === 80 ? LOOPBACK : [])]);
  return {
    isOurs: (given) => given !== undefined && ours.has(given.toLowerCase()),
    origins: [
      ...own.map((name) => `http://${name}`),
      // Whoever gives us a name may stand in front of us and speak TLS.
      ...named.flatMap((name) => [`http://${name}`, `https://${name}`]),
      ...(port === 80 ? LOOPBACK.map((name) => `http://${name}`) : []),
    ],
  };
}

/** Where a name came without a port, it is ours on our port and on the usual one of a proxy. */
const withPorts = (name: string, port: number): string[] =>
  /:\d+$/.test(name) ? [name] : [`${name}:${port}`, name];

export const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Nobody but this machine can come in there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));

/** The address a person of this machine opens. */
export const addressOf = (host: string, port: number): string =>
  `http://${WILDCARDS.includes(host) ? '127.0.0.1' : bracketed(host)}:${port}`;
