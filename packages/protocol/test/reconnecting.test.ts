import { Connection, type LinkState, memoryPair } from '@symphony/bus';
import { describe, expect, test } from 'vitest';
import { type RequestError, reconnectingClient } from '../src/index.ts';
import { entryOf, settled } from './conductor-end.ts';

/** A conductor with a log that can be stopped and started; time passes when the test says so. */
function restartable(tries = 5) {
  const log: number[] = [];
  let due: (() => void)[] = [];
  let running: Connection[] | null = [];
  const asked: number[] = [];
  const states: LinkState[] = [];

  const serve = (connection: Connection, open: Connection[]) => {
    open.push(connection);
    const followers: number[] = [];
    connection.handle('follow', (params) => {
      const { follower, after } = params as { follower: number; after: number };
      asked.push(after);
      followers.push(follower);
      for (const seq of log.slice(after)) connection.notify('entry', { follower, entry: entryOf(seq) });
      return {};
    });
    connection.handle('unfollow', () => ({}));
    connection.handle('hello', () => ({ version: '1', pid: asked.length }));
    connection.handle('command', () => new Promise(() => undefined));
    // Answered only by a conductor that was started again.
    connection.handle('search', () => (restarts > 0 ? [entryOf(7)] : new Promise(() => undefined)));
    tellers.set(connection, (seq) => {
      for (const follower of followers) connection.notify('entry', { follower, entry: entryOf(seq) });
    });
  };
  let restarts = 0;
  const tellers = new Map<Connection, (seq: number) => void>();

  const client = reconnectingClient({
    async connect() {
      if (!running) throw new Error('Nobody listens.');
      const [near, far] = memoryPair();
      serve(new Connection(far), running);
      return near;
    },
    after: (_ms, call) => {
      due.push(call);
      return () => {
        due = due.filter((each) => each !== call);
      };
    },
    chance: () => 0,
    backoff: { baseMs: 1, maxMs: 1, tries },
    onState: (state) => states.push(state),
  });
  return {
    client,
    asked,
    states,
    record(count: number) {
      for (let n = 0; n < count; n += 1) {
        log.push(log.length + 1);
        for (const each of running ?? []) if (!each.closed) tellers.get(each)?.(log.length);
      }
    },
    stop() {
      for (const each of running ?? []) each.close();
      running = null;
    },
    start() {
      restarts += 1;
      running = [];
    },
    /** Lets every wait that is under way be over. */
    async pass() {
      await settled();
      for (const call of due.splice(0)) call();
      await settled();
    },
  };
}

async function following(conductor: ReturnType<typeof restartable>) {
  const heard: number[] = [];
  const ends: RequestError[] = [];
  const handle = await conductor.client.follow(
    0,
    ({ seq }) => heard.push(seq),
    (error) => ends.push(error),
  );
  return { heard, ends, handle };
}

const range = (to: number) => Array.from({ length: to }, (_, n) => n + 1);

describe('a client that reconnects', () => {
  test('B1 follow outlives restarts of the conductor: nothing lost, nothing twice', async () => {
    const conductor = restartable();
    conductor.record(3);
    const { heard, ends } = await following(conductor);
    for (let round = 0; round < 5; round += 1) {
      conductor.record(4);
      if (round % 2 === 0) await settled(); // at times the last entries are cut off on their way
      conductor.stop();
      conductor.record(3);
      await conductor.pass();
      conductor.start();
      await conductor.pass();
      await conductor.pass(); // it lasts for a while, so the tries are counted anew
    }
    await settled();
    expect(heard).toEqual(range(38));
    expect(ends).toEqual([]);
    expect(conductor.asked[0]).toBe(0);
    expect(conductor.states.slice(0, 4)).toEqual(['connecting', 'connected', 'reconnecting', 'connected']);
  });

  test('B1 a request waits for the conductor; a question under way is asked again, a command is not', async () => {
    const conductor = restartable();
    expect(await conductor.client.hello()).toEqual({ version: '1', pid: 0 });
    const found = conductor.client.search('words', 1);
    const done = conductor.client.command({ name: 'refresh', by: 'me' }).catch((error: unknown) => error);
    await settled();
    conductor.stop();
    expect(await done).toMatchObject({ name: 'RequestError', code: 'unavailable' });
    const hello = conductor.client.hello();
    conductor.start();
    await conductor.pass();
    expect(await hello).toEqual({ version: '1', pid: 0 });
    expect(await found).toEqual([entryOf(7)]);
  });

  test('when the tries are up everything ends in words, once', async () => {
    const conductor = restartable(2);
    const { ends } = await following(conductor);
    conductor.stop();
    for (let n = 0; n < 5; n += 1) await conductor.pass();
    expect(conductor.client.state).toBe('disconnected');
    expect(ends).toMatchObject([{ code: 'unavailable', nextStep: expect.stringContaining('symphony run') }]);
    await expect(conductor.client.hello()).rejects.toMatchObject({
      name: 'RequestError',
      code: 'unavailable',
    });
  });

  test('after stop nothing is resumed; after close nothing is asked', async () => {
    const conductor = restartable();
    const { heard, ends, handle } = await following(conductor);
    await handle.stop();
    conductor.stop();
    conductor.start();
    await conductor.pass();
    conductor.record(2);
    await settled();
    expect([heard, ends, conductor.asked]).toEqual([[], [], [0]]);
    await conductor.client.close();
    await expect(conductor.client.hello()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('an end that the conductor explains is passed on and not resumed', async () => {
    const conductor = restartable();
    const ends: RequestError[] = [];
    const refused = conductor.client.follow(
      0,
      () => {
        throw new Error('broken');
      },
      (error) => ends.push(error),
    );
    await refused;
    conductor.record(1);
    await settled();
    expect(ends).toMatchObject([{ code: 'internal' }]);
    conductor.stop();
    conductor.start();
    await conductor.pass();
    expect(conductor.asked).toEqual([0]);
  });

  test('closing while a follow begins rejects it', async () => {
    const conductor = restartable();
    await conductor.client.hello();
    const beginning = conductor.client.follow(0, () => undefined).catch((error: unknown) => error);
    await Promise.resolve();
    await conductor.client.close();
    expect(await beginning).toMatchObject({ name: 'RequestError', code: 'unavailable' });
  });
});
