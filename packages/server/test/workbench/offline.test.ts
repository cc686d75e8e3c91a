import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoardFrame, EntryBatch } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOffline } from '../../src/offline.ts';
import { type Hall, openHall, WRITES } from '../orchestra/playing.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
  hall.configure({ players: { first: { agent: 'rehearsal' } } });
  hall.item('A', WRITES);
  expect((await hall.play()).code).toBe(0);
});
afterAll(() => hall.clear());

/** Opens the log, does one thing and lets go of it again. */
async function offline<T>(use: (client: ConductorClient) => Promise<T>): Promise<T> {
  const client = await openOffline(hall.workplace);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('the workbench of a repository in which no conductor runs', () => {
  test('the board is told once, the log to its end, and both are over then', async () => {
    const frames: BoardFrame[] = [];
    const batches: EntryBatch[] = [];
    await offline(async (client) => {
      for await (const frame of client.board()) frames.push(frame);
      for await (const batch of client.entries(0, { item: 'a' })) batches.push(batch);
    });
    expect(frames).toMatchObject([{ kind: 'board', status: { items: [{ id: 'A', outcome: 'merged' }] } }]);
    const entries = await offline((client) => client.events(0, 10_000));
    expect(batches.at(-1)?.seq).toBe(entries.at(-1)?.seq);
    expect(batches.flatMap((batch) => batch.entries).length).toBeGreaterThan(5);
  });

  test('every question that needs no conductor is answered', async () => {
    await offline(async (client) => {
      expect(await client.ask('item', { id: 'a' })).toMatchObject({ item: { id: 'A' } });
      expect(await client.ask('changes', { id: 'A' })).toMatchObject({ kind: 'merged' });
      expect((await client.ask('artifacts', {})).found).toBeGreaterThan(0);
      expect((await client.ask('timeline', { marks: 10 })).marks.length).toBeGreaterThan(0);
      expect((await client.ask('stats', {})).totals.runs).toBe(1);
      expect((await client.ask('replay', { seq: 1 })).seq).toBe(1);
      expect((await client.ask('settings', {})).text).toContain('rehearsal');
      expect((await client.ask('melodies', {})).melodies.length).toBeGreaterThan(5);
    });
  });

  test('work is added and edited, and it is on record who asked', async () => {
    const added = await offline((client) => client.command({ name: 'add', title: 'Later', by: 'ada' }));
    expect(added).toEqual({ accepted: true, item: 'S-1', message: 'S-1 is on the board.' });
    const edited = await offline((client) =>
      client.command({ name: 'edit', id: 'S-1', player: 'first', priority: 1, by: 'bob' }),
    );
    expect(edited).toMatchObject({ accepted: true, message: 'S-1 is changed.' });
    const file = readFileSync(join(hall.workplace.board, 'S-1.md'), 'utf8');
    expect(file).toMatch(/^title: Later$/m);
    expect(file).toMatch(/^player: first$/m);
    const entries = await offline((client) => client.events(0, 10_000, { types: ['operator-commanded'] }));
    expect(entries.map(({ event }) => event)).toEqual([
      { type: 'operator-commanded', command: 'add', item: 'S-1', by: 'ada' },
      { type: 'operator-commanded', command: 'edit', item: 'S-1', by: 'bob' },
    ]);
  });

  test('what needs a conductor says so', async () => {
    const steer = { name: 'steer', id: 'A', text: 'Hello.', by: 'ada' } as const;
    expect(await offline((client) => client.command(steer))).toMatchObject({
      accepted: false,
      message: expect.stringContaining('needs a running Symphony'),
    });
    const run = { name: 'melody-run', melody: 'write-tests', parameters: {}, by: 'ada' } as const;
    expect(await offline((client) => client.command(run).catch((error) => error))).not.toMatchObject({
      accepted: true,
    });
  });

  test('the refusals of the board are those of a request', async () => {
    const edit = { name: 'edit', id: 'S-44', title: 'x', by: 'ada' } as const;
    const error = await offline((client) => client.command(edit)).catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'RequestError', code: 'missing' });
  });
});
