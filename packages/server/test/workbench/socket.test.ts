import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { connectUnix } from '@symphony/bus/unix';
import type { BoardFrame, EntryBatch, Store } from '@symphony/domain';
import { type ConductorClient, connectClient, reconnectingClient } from '@symphony/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ControlServer, serveControl } from '../../src/control/control-server.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { eventually, range } from '../control/control-fixture.ts';
import { MemoryConductor } from '../control/memory-conductor.ts';
import { LogDesk, says } from './log-desk.ts';

let folder: string;
let store: Store;
let desk: LogDesk;
let server: ControlServer;
const clients: ConductorClient[] = [];
const faults: string[] = [];

/** The streams of a real log in a real database, behind a real socket. */
const serve = (): Promise<ControlServer> => {
  const client = Object.assign(new MemoryConductor(), {
    board: () => ({ [Symbol.asyncIterator]: () => desk.board() }),
    entries: (after: number, filter?: object) => ({
      [Symbol.asyncIterator]: () => desk.entries(after, filter),
    }),
  });
  const onFault = (method: string, error: unknown) => faults.push(`${method}: ${error}`);
  return serveControl({ client, path: join(folder, 'run', 'control.sock'), version: '1', onFault });
};

beforeEach(async () => {
  faults.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  store = openSqliteStore({ folder: join(folder, 'log'), durability: 'normal', mirror: false });
  desk = new LogDesk(new SystemClock(0), store);
  server = await serve();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.close();
  store.close();
  await rm(folder, { recursive: true, force: true });
});

const connect = async () => {
  const client = connectClient(await connectUnix(server.path));
  clients.push(client);
  return client;
};

const lasting = () => {
  const client = reconnectingClient({
    connect: () => connectUnix(server.path),
    after: (ms, call) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    backoff: { baseMs: 5, maxMs: 20, tries: 1_000 },
  });
  clients.push(client);
  return client;
};

/** Keeps what a stream brings, in the background. */
function kept<T>(values: AsyncIterable<T>) {
  const came: T[] = [];
  const over = (async () => {
    for await (const value of values) came.push(value);
  })();
  over.catch(() => undefined); // judged by the test that waits for it
  return { came, over };
}

describe('the board over the socket', () => {
  test('everything, then changes; leaving the loop leaves nothing behind', async () => {
    desk.see('A');
    const seen: BoardFrame[] = [];
    for await (const frame of (await connect()).board()) {
      seen.push(frame);
      if (frame.kind === 'change') break;
      desk.see('B');
    }
    expect(seen).toMatchObject([
      { kind: 'board', status: { items: [{ id: 'A' }] } },
      { kind: 'change', items: [{ id: 'B' }] },
    ]);
    await eventually(() => desk.followers).toBe(0);
  });

  test('a client that is gone without a word leaves nothing behind', async () => {
    const client = await connect();
    const { came } = kept(client.board());
    await eventually(() => came.length).toBe(1);
    expect(desk.followers).toBe(1);
    await client.close();
    await eventually(() => desk.followers).toBe(0);
  });

  test('B1 it begins with everything again after a restart of the server', async () => {
    desk.see('A');
    const { came } = kept(lasting().board());
    await eventually(() => came.length).toBe(1);
    await server.close();
    desk.see('B');
    server = await serve();
    await eventually(() => came.filter(({ kind }) => kind === 'board').length).toBe(2);
    expect(came.at(-1)).toMatchObject({ kind: 'board', status: { items: [{ id: 'A' }, { id: 'B' }] } });
    desk.see('C');
    await eventually(() => came.at(-1)).toMatchObject({ kind: 'change', items: [{ id: 'C' }] });
  });
});

describe('entries over the socket', () => {
  const seqsOf = (came: readonly EntryBatch[]): number[] =>
    came.flatMap(({ entries }) => entries.map(({ seq }) => seq));

  test('B1 none is lost and none comes twice across restarts of the server', async () => {
    const { came } = kept(lasting().entries(0));
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < 300; n += 1) desk.record(says('A', `${round}/${n}`));
      await server.close();
      for (let n = 0; n < 100; n += 1) desk.record(says('A', 'while it is closed'));
      server = await serve();
      for (let n = 0; n < 50; n += 1) desk.record(says('A', 'when it is open again'));
    }
    await eventually(() => came.at(-1)?.seq).toBe(2_251);
    expect(seqsOf(came)).toEqual(range(1, 2_251));
  });

  test('a failure is told in words', async () => {
    const client = await connect();
    desk.entries = () => {
      throw new TypeError('x.secret is not a function');
    };
    const { over } = kept(client.entries(0));
    const error = (await over.catch((each: unknown) => each)) as Error;
    expect(error).toMatchObject({ name: 'RequestError', code: 'internal' });
    expect(error.message).not.toContain('secret');
    expect(faults).toEqual(['entries: TypeError: x.secret is not a function']);
  });

  test('B2 a reader that stops reading makes the server keep nothing', async () => {
    const client = await connect();
    let made = 0;
    const make = desk.entries.bind(desk);
    desk.entries = (...asked) => {
      const source = make(...asked);
      const next = source.next.bind(source);
      return Object.assign(source, {
        next: async () => {
          made += 1;
          return next();
        },
      });
    };
    const batches = client.entries(0)[Symbol.asyncIterator]();
    await batches.next();
    const text = 'x'.repeat(2_000);
    for (let n = 0; n < 200; n += 1) desk.record(...Array.from({ length: 100 }, () => says('A', text))); // 40 MB
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(made).toBeLessThanOrEqual(4); // one taken, two on their way, one being made
    let last = 0;
    let count = 1; // the first batch was taken above
    while (last < 20_001) {
      const { value } = await batches.next();
      count += value?.entries.length ?? 0;
      last = value?.seq ?? last;
    }
    expect(count).toBe(20_001);
    await batches.return?.();
  });
});
