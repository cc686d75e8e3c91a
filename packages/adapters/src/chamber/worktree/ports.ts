import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { failure } from './failure.ts';

const FIRST = 20_000;
const COUNT = 20_000;
/** A server may listen on any of these; a port counts as free when all of them are. */
const HOSTS = ['127.0.0.1', '0.0.0.0', '::1'];

export interface Lease {
  readonly key: string;
  readonly wanted: number;
  /** Ports the chamber has already: a lease lasts as long as the chamber. */
  readonly held: readonly number[];
  /** Ports of the other chambers, in use at the moment or not. */
  readonly taken: ReadonlySet<number>;
}

/** Ports for one chamber. The search starts at a place the key decides, so that they stay the same where they can. */
export async function leasePorts({ key, wanted, held, taken }: Lease): Promise<number[]> {
  const ports = held.filter((port) => !taken.has(port));
  const start = createHash('sha256').update(key).digest().readUInt32BE(0) % COUNT;
  for (let step = 0; step < COUNT && ports.length < wanted; step += 1) {
    const port = FIRST + ((start + step) % COUNT);
    if (!taken.has(port) && !ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  if (ports.length < wanted)
    throw failure(
      'unavailable',
      `No ${wanted} free ports were found between ${FIRST} and ${FIRST + COUNT - 1}.`,
    );
  return ports;
}

export async function isFree(port: number): Promise<boolean> {
  for (const host of HOSTS) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 cannot have the port in use there.
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
