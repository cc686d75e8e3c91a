import type { Connection } from '@symphony/bus';
import { describe, expect, test } from 'vitest';
import type { RequestError } from '../src/index.ts';
import { conductorEnd, entryOf, settled } from './conductor-end.ts';

/** A client that follows after `after`, and what it hears. */
async function following(after: number, hear: (seq: number) => void = () => undefined) {
  const { client, conductor } = conductorEnd();
  const unfollowed: unknown[] = [];
  conductor.handle('follow', () => ({}));
  conductor.handle('unfollow', (params) => {
    unfollowed.push(params);
    return {};
  });
  const heard: number[] = [];
  const ends: RequestError[] = [];
  const handle = await client.follow(
    after,
    ({ seq }) => {
      heard.push(seq);
      hear(seq);
    },
    (error) => ends.push(error),
  );
  return { client, conductor, handle, heard, ends, unfollowed };
}

async function say(conductor: Connection, seqs: readonly number[], follower = 1): Promise<void> {
  for (const seq of seqs) conductor.notify('entry', { follower, entry: entryOf(seq) });
  await settled();
}

describe('follow', () => {
  test('B2 entries are heard whole and in order, from the one after `after`', async () => {
    const { client, conductor } = conductorEnd();
    const asked: unknown[] = [];
    conductor.handle('follow', (params) => {
      asked.push(params);
      return {};
    });
    const heard: unknown[] = [];
    await client.follow(4, (entry) => heard.push(entry));
    await say(conductor, [5, 6, 7]);
    expect(asked).toEqual([{ follower: 1, after: 4 }]);
    expect(heard).toEqual([5, 6, 7].map(entryOf));
  });

  test('entries that come before the answer are heard too', async () => {
    const { client, conductor } = conductorEnd();
    conductor.handle('follow', () => {
      conductor.notify('entry', { follower: 1, entry: entryOf(1) });
      return {};
    });
    const heard: number[] = [];
    await client.follow(0, ({ seq }) => heard.push(seq));
    await say(conductor, [2]);
    expect(heard).toEqual([1, 2]);
  });

  test('B2 an entry that comes twice is heard once', async () => {
    const { conductor, heard, ends } = await following(0);
    await say(conductor, [1, 2, 2, 1, 3]);
    expect(heard).toEqual([1, 2, 3]);
    expect(ends).toEqual([]);
  });

  test('B2 a gap ends the stream before it is passed on, and the conductor is told', async () => {
    const { conductor, heard, ends, unfollowed } = await following(0);
    await say(conductor, [1, 2, 4, 5]);
    expect(heard).toEqual([1, 2]);
    expect(ends).toMatchObject([{ name: 'RequestError', code: 'invalid', nextStep: 'Follow again from 2.' }]);
    expect(unfollowed).toEqual([{ follower: 1 }]);
  });

  test('two followers on one connection hear each their own', async () => {
    const { client, conductor, heard } = await following(0);
    const second: number[] = [];
    await client.follow(7, ({ seq }) => second.push(seq));
    await say(conductor, [1, 2], 1);
    await say(conductor, [8, 9], 2);
    expect([heard, second]).toEqual([
      [1, 2],
      [8, 9],
    ]);
  });

  test('after stop nothing is heard and nobody is told of an end', async () => {
    const { conductor, handle, heard, ends, unfollowed } = await following(0);
    await say(conductor, [1]);
    const stopped = handle.stop();
    await say(conductor, [2]);
    await stopped;
    await handle.stop();
    conductor.close();
    await settled();
    expect([heard, ends, unfollowed]).toEqual([[1], [], [{ follower: 1 }]]);
  });

  test('a lost conductor ends the stream with an error, once, after the last entry', async () => {
    const { conductor, handle, heard, ends } = await following(0);
    conductor.notify('entry', { follower: 1, entry: entryOf(1) });
    conductor.close();
    await settled();
    expect(heard).toEqual([1]);
    expect(ends).toMatchObject([
      { code: 'unavailable', message: 'The connection to the conductor was lost.' },
    ]);
    await handle.stop();
  });

  test('an end the conductor explains is passed on in its words', async () => {
    const { conductor, heard, ends } = await following(0);
    conductor.notify('follow-ended', {
      follower: 1,
      code: 'disk',
      message: 'The log is gone.',
      nextStep: 'Look.',
    });
    await say(conductor, [1]);
    expect(ends).toMatchObject([{ code: 'disk', message: 'The log is gone.', nextStep: 'Look.' }]);
    expect(heard).toEqual([]);
  });

  test('closing the client ends its streams without an error', async () => {
    const { client, conductor, heard, ends } = await following(0);
    await client.close();
    await say(conductor, [1]);
    expect([heard, ends]).toEqual([[], []]);
  });

  test('a listener that breaks ends its own stream and no other', async () => {
    const { client, conductor, heard, ends } = await following(0, (seq) => {
      if (seq === 2) throw new Error('broken');
    });
    const second: number[] = [];
    await client.follow(0, ({ seq }) => second.push(seq));
    await say(conductor, [1, 2, 3], 1);
    await say(conductor, [1, 2, 3], 2);
    expect(heard).toEqual([1, 2]);
    expect(ends).toMatchObject([{ code: 'internal', cause: { message: 'broken' } }]);
    expect(second).toEqual([1, 2, 3]);
  });

  test('a follow that is refused rejects and is not told a second time', async () => {
    const { client, conductor } = conductorEnd();
    const ends: RequestError[] = [];
    const refused = client.follow(
      0,
      () => undefined,
      (error) => ends.push(error),
    );
    await expect(refused).rejects.toMatchObject({ name: 'RequestError', code: 'refused' });
    conductor.close();
    await settled();
    expect(ends).toEqual([]);
  });
});
