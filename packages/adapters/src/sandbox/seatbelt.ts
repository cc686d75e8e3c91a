import type { Layer } from './layout.ts';

/**
 * The same layout as a profile of macOS's sandbox-exec. There the last rule that fits decides, so
 * the layers keep their order. It has no loopback of its own: servers an agent starts for itself
 * cannot be reached by it, unless their port is listed.
 */

export interface SeatbeltRequest {
  readonly layers: readonly Layer[];
  /** Ports of this machine that may be reached: the proxy's and the listed ones. */
  readonly ports: readonly number[];
}

const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper', '/dev/urandom', '/dev/random'];

export function seatbeltProfile({ layers, ports }: SeatbeltRequest): string {
  return [
    '(version 1)',
    '(allow default)',
    '; files: nothing is written but what is named',
    '(deny file-write*)',
    `(allow file-write* ${DEVICES.map((path) => `(literal ${quoted(path)})`).join(' ')})`,
    '(allow file-write* file-ioctl (regex #"^/dev/ttys[0-9]+$") (literal "/dev/ptmx"))',
    ...layers.flatMap(rulesOf),
    '; the way to a visible folder may be walked, not listed',
    '(allow file-read-metadata)',
    '; network: the proxy and the listed ports, and sockets in folders of its own',
    '(deny network*)',
    '(allow network-bind network-inbound (local ip "localhost:*"))',
    ...ports.map((port) => `(allow network-outbound (remote ip "localhost:${port}"))`),
    ...layers.flatMap((layer) =>
      layer.kind === 'write' ? [`(allow network* (subpath ${quoted(layer.path)}))`] : [],
    ),
    '; processes: it may signal its own only',
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '',
  ].join('\n');
}

function rulesOf(layer: Layer): string[] {
  const where = `(subpath ${quoted(layer.path)})`;
  switch (layer.kind) {
    case 'hidden':
      return [`(deny file-read* file-write* ${where})`];
    case 'read':
      return [`(allow file-read* ${where})`, `(deny file-write* ${where})`];
    case 'write':
      return [`(allow file-read* file-write* ${where})`];
    case 'link':
      return [`(allow file-read* (literal ${quoted(layer.path)}))`];
  }
}

const quoted = (path: string): string => `"${path.replace(/["\\]/g, (mark) => `\\${mark}`)}"`;
