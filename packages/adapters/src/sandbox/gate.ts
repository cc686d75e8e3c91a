import { SOCKETS } from './bubblewrap.ts';

/**
 * What runs first inside: for every port that leads out a forwarder from the sandbox's own loopback
 * to a socket of the conductor, then the agent in its place. Pure.
 */

export interface Forwarder {
  /** socat, or Node with the relay script. */
  readonly kind: 'socat' | 'node';
  readonly program: string;
}

export interface GateRequest {
  readonly forwarder: Forwarder;
  readonly ports: readonly number[];
  /** Signals that bubblewrap was told to overlook, and the agent must hear again. */
  readonly restored: readonly string[];
}

export const RELAY_SCRIPT = 'relay.mjs';

/** The name of the socket behind a port. */
export const socketName = (port: number): string => `${port}.sock`;

/** As long as a busy machine may take to start a forwarder: 1000 looks, 5 ms apart. */
const MOST_LOOKS = 1000;

/**
 * The command and what follows it are handed on as they are: `"$@"` is the only thing in the script
 * that comes from outside. A forwarder is started from a shell that ends at once, so that it belongs
 * to the namespace's first process and not to the agent, who would have to wait for it.
 */
export function gateCommand(request: GateRequest): string[] {
  const script = [
    'forwarder=$1; shift',
    BOTH_FAMILIES,
    ...request.ports.map((port) => `(exec ${forward(request.forwarder, port)} </dev/null >/dev/null 2>&1 &)`),
    waitFor(request.ports),
    request.restored.length === 0
      ? 'exec "$@"'
      : `exec /usr/bin/env --default-signal=${request.restored.join(',')} -- "$@"`,
  ].join('\n');
  return ['/bin/sh', '-c', script, 'symphony-gate', request.forwarder.program];
}

/** `localhost` may mean either family of addresses; where the kernel has both, both are listened on. */
const BOTH_FAMILIES =
  'listen=TCP4-LISTEN; all=; { read -r _ </proc/net/if_inet6 && listen=TCP6-LISTEN all=,ipv6only=0; } 2>/dev/null';

/** socat otherwise cuts an answer off half a second after the question has ended (-t). */
function forward({ kind }: Forwarder, port: number): string {
  const socket = `${SOCKETS}/${socketName(port)}`;
  if (kind === 'node') return `"$forwarder" ${SOCKETS}/${RELAY_SCRIPT} ${port} ${socket}`;
  return `"$forwarder" -t 600 $listen:${port}$all,fork,reuseaddr,backlog=128 UNIX-CONNECT:${socket}`;
}

/**
 * Without this the agent's first request could come before the way out is open. The table is read in
 * one go: the kernel walks through all of it for every read, and a shell reads single letters.
 */
function waitFor(ports: readonly number[]): string {
  return [
    `listens() { case $table in *":$1 ${NOBODY_4} 0A "* | *":$1 ${NOBODY_6} 0A "*) ;; *) return 1;; esac; }`,
    'looks=0',
    'until table=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null)',
    `  ${ports.map((port) => `listens ${hexadecimal(port)}`).join(' && ')}; do`,
    '  looks=$((looks + 1))',
    `  [ $looks -lt ${MOST_LOOKS} ] || { echo "The way out of the sandbox did not open." >&2; exit 97; }`,
    '  sleep 0.005',
    'done',
  ].join('\n');
}

/** The other end of a socket that listens, as the kernel's table has it, for both kinds of address. */
const NOBODY_4 = '00000000:0000';
const NOBODY_6 = '00000000000000000000000000000000:0000';

const hexadecimal = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
