import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectUnix } from '@symphony/bus/unix';
import type { Entry } from '@symphony/domain';
import { connectClient, type RequestError, type SocketClient } from '@symphony/protocol';
import { expect } from 'vitest';
import { type ControlOptions, type ControlServer, serveControl } from '../../src/control/control-server.ts';
import { MemoryConductor } from './memory-conductor.ts';

/** A conductor behind a real socket in a folder of its own, and clients that are closed with it. */
export interface ControlFixture {
  readonly conductor: MemoryConductor;
  readonly server: ControlServer;
  readonly path: string;
  readonly faults: string[];
  connect(): Promise<SocketClient>;
  end(): Promise<void>;
}

export async function controlFixture(
  options: Partial<ControlOptions> = {},
  conductor = new MemoryConductor(),
): Promise<ControlFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'control-'));
  const path = join(folder, 'run', 'control.sock');
  const faults: string[] = [];
  const onFault = (method: string, error: unknown) => faults.push(`${method}: ${error}`);
  const server = await serveControl({ client: conductor, path, version: '1.2.3', onFault, ...options });
  const clients: SocketClient[] = [];
  return {
    conductor,
    server,
    path,
    faults,
    connect: async () => {
      const client = connectClient(await connectUnix(path));
      clients.push(client);
      return client;
    },
    end: async () => {
      for (const client of clients) await client.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Follows and keeps the numbers heard, and how it ended. */
export async function listenTo(client: SocketClient, after: number) {
  const heard: number[] = [];
  const ends: RequestError[] = [];
  const handle = await client.follow(
    after,
    (entry: Entry) => heard.push(entry.seq),
    (error) => ends.push(error),
  );
  return { heard, ends, stop: () => handle.stop() };
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Asks again until it holds; the limit is for a machine that is busy with other things. */
export const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 15_000, interval: 5 });
