import { Connection, memoryPair } from '@symphony/bus';
import type { Entry } from '@symphony/domain';
import { connectClient, type SocketClient } from '../src/index.ts';

/** A client and, at the other end of its transport, a connection on which a test plays the conductor. */
export function conductorEnd(options: Parameters<typeof connectClient>[1] = {}): {
  readonly client: SocketClient;
  readonly conductor: Connection;
} {
  const [near, far] = memoryPair();
  return { client: connectClient(near, options), conductor: new Connection(far) };
}

export const entryOf = (seq: number): Entry => ({
  seq,
  at: 1_000 + seq,
  event: { type: 'conductor-stopped', reason: `entry ${seq}` },
});

/** Lets everything that is under way in memory arrive. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
