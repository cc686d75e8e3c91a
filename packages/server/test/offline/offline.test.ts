import { DatabaseSync } from 'node:sqlite';
import { RequestError } from '@symphony/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOffline } from '../../src/offline.ts';
import { type Hall, openHall, WRITES } from '../orchestra/playing.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.clear());

/** Opens the log, does one thing and lets go of it again. */
async function offline<T>(use: (client: Awaited<ReturnType<typeof openOffline>>) => Promise<T>): Promise<T> {
  const client = await openOffline(hall.workplace);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** One history for the whole file; the tests build on each other in order. */
describe('C20 a repository in which no conductor runs', () => {
  test('with nothing played yet: told as that', async () => {
    const error = await openOffline(hall.workplace).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'missing', nextStep: 'Start with `symphony run`.' });
  });

  test('can be looked at from its log', async () => {
    hall.item('A', WRITES);
    hall.item('B', [{ fail: 'always' }]);
    expect((await hall.play()).code).toBe(1);
    const status = await offline((client) => client.status());
    expect(status.items.map(({ identifier, state, outcome }) => [identifier, state, outcome])).toEqual([
      ['A', 'open', 'merged'],
      ['B', 'failed', 'none'],
    ]);
    expect(status.idle).toBe(true);
    expect(await offline((client) => client.explain('b'))).toMatchObject({ item: { id: 'B' } });
    const events = await offline((client) => client.events(0, 10_000, { item: 'a' }));
    expect(events.length).toBeGreaterThan(5);
    expect(new Set(events.map(({ event }) => ('item' in event ? event.item : 'A')))).toEqual(new Set(['A']));
    expect((await offline((client) => client.search('always', 5))).length).toBeGreaterThan(0);
  });

  test('an item nobody knows, and what needs a living agent, are refused in words', async () => {
    const unknown = await offline((client) => client.explain('Z')).catch((each: unknown) => each);
    expect(unknown).toMatchObject({ name: 'RequestError', code: 'missing' });
    const pause = { name: 'pause', id: 'B', now: false, by: 'ada' } as const;
    expect(await offline((client) => client.command(pause))).toEqual({
      accepted: false,
      message: expect.stringContaining('needs a running Symphony'),
    });
    const stop = { name: 'stop', by: 'ada' } as const;
    expect(await offline((client) => client.command(stop))).toMatchObject({ accepted: false });
  });

  test('retry is recorded and takes effect at the next start', async () => {
    const answer = await offline((client) => client.command({ name: 'retry', id: 'b', by: 'ada' }));
    expect(answer).toEqual({ accepted: true, message: expect.stringContaining('next `symphony run`') });
    expect((await offline((client) => client.status())).items[1]?.state).toBe('queued');
    hall.item('B', [{ write: { path: 'b.txt', text: 'x' } }, { commit: 'Add b' }]);
    expect((await hall.play()).code).toBe(0);
  });

  test('C10 a command is refused while another process has the log, and told who', async () => {
    const orchestra = await hall.start();
    const refused = offline((client) => client.command({ name: 'retry', id: 'A', by: 'ada' }));
    expect(await refused.catch((each: unknown) => each)).toMatchObject({
      name: 'RequestError',
      code: 'conflict',
      message: expect.stringContaining(`pid ${process.pid}`),
    });
    await orchestra.stop('graceful');
  });

  test('C8 an entry of the future holds the clock: what is recorded after it is not older', async () => {
    const db = new DatabaseSync(`${hall.workplace.log}/log.db`);
    const future = Date.now() + 3_600_000;
    db.prepare('UPDATE entries SET at = ? WHERE seq = (SELECT max(seq) FROM entries)').run(future);
    db.close();
    expect((await offline((client) => client.status())).at).toBeGreaterThanOrEqual(future);
    expect(await offline((client) => client.command({ name: 'drain', on: true, by: 'ada' }))).toMatchObject({
      accepted: true,
    });
    const [last] = (await offline((client) => client.events(0, 10_000))).slice(-1);
    expect(last?.event.type).toBe('drain-changed');
    expect(last?.at).toBeGreaterThanOrEqual(future);
  });
});
