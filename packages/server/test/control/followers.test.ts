import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { Connection } from '@symphony/bus';
import { connectUnix } from '@symphony/bus/unix';
import { RequestError } from '@symphony/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { type ControlFixture, controlFixture, eventually, listenTo, range } from './control-fixture.ts';

let control: ControlFixture;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await control.end();
});

/** A client that asks to follow and then reads nothing any more. */
async function deafFollower(after: number): Promise<Socket> {
  const socket = createConnection({ path: control.path });
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => undefined); // being cut off is what is tested
  socket.write(`{"jsonrpc":"2.0","id":1,"method":"follow","params":{"follower":1,"after":${after}}}\n`);
  return socket;
}

const heardUpTo = (heard: readonly number[], last: number) => eventually(() => heard.at(-1)).toBe(last);

describe('following over the socket', () => {
  test('B2 the log first, then what is new: in order, no gap, no double', async () => {
    control = await controlFixture();
    control.conductor.record(1_234);
    const { heard, ends } = await listenTo(await control.connect(), 0);
    control.conductor.record(10);
    await heardUpTo(heard, 1_244);
    control.conductor.record(3);
    await heardUpTo(heard, 1_247);
    expect(heard).toEqual(range(1, 1_247));
    expect(ends).toEqual([]);
  });

  test('B2 nothing is lost when the log grows while a follower catches up', async () => {
    control = await controlFixture();
    control.conductor.record(5_000, 'x'.repeat(2_000));
    const growing = setInterval(() => control.conductor.record(7), 1);
    const { heard } = await listenTo(await control.connect(), 0);
    await eventually(() => heard.length).toBeGreaterThan(5_500);
    clearInterval(growing);
    await heardUpTo(heard, control.conductor.log.length);
    expect(heard).toEqual(range(1, control.conductor.log.length));
  });

  test('B2 a follower that lost its connection resumes by number and loses nothing', async () => {
    control = await controlFixture();
    control.conductor.record(10);
    const client = await control.connect();
    const first = await listenTo(client, 0);
    await heardUpTo(first.heard, 10);
    await client.close();
    control.conductor.record(10);
    const second = await listenTo(await control.connect(), first.heard.at(-1) ?? 0);
    await heardUpTo(second.heard, 20);
    expect([...first.heard, ...second.heard]).toEqual(range(1, 20));
  });

  test('two followers hear the same, and one that stops does not stop the other', async () => {
    control = await controlFixture();
    control.conductor.record(5);
    const one = await listenTo(await control.connect(), 0);
    const two = await listenTo(await control.connect(), 3);
    await heardUpTo(one.heard, 5);
    await heardUpTo(two.heard, 5);
    await eventually(() => control.conductor.followers).toBe(2);
    await one.stop();
    await eventually(() => control.conductor.followers).toBe(1);
    control.conductor.record(5);
    await heardUpTo(two.heard, 10);
    expect(one.heard).toEqual(range(1, 5));
    expect(two.heard).toEqual(range(4, 10));
  });

  test('a log far larger than the buffer limit reaches a follower that reads', async () => {
    control = await controlFixture({ maxBufferedBytes: 3_000_000 });
    control.conductor.record(2_000, 'x'.repeat(10_000));
    const { heard, ends } = await listenTo(await control.connect(), 0);
    await heardUpTo(heard, 2_000);
    expect(heard).toEqual(range(1, 2_000));
    expect(ends).toEqual([]);
  });

  test('B2 a follower that stops reading is disconnected while the other goes on', async () => {
    control = await controlFixture({ maxBufferedBytes: 1_000_000 });
    const good = await listenTo(await control.connect(), 0);
    const deaf = await deafFollower(0);
    await eventually(() => control.conductor.followers).toBe(2);
    for (let round = 0; round < 60; round += 1) {
      control.conductor.record(5, 'x'.repeat(10_000));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await eventually(() => control.conductor.followers).toBe(1);
    control.conductor.record(1, 'after');
    await heardUpTo(good.heard, 301);
    expect(good.heard).toEqual(range(1, 301));
    expect(good.ends).toEqual([]);
    deaf.resume();
    await once(deaf, 'close');
  });

  test('B2 one that stops reading while it catches up is disconnected too', async () => {
    control = await controlFixture({ stallMs: 50 });
    control.conductor.record(500, 'x'.repeat(10_000));
    const deaf = await deafFollower(0);
    let closed = false;
    deaf.once('close', () => {
      closed = true;
    });
    // It hears nothing of having been cut off, but from then on it cannot speak.
    await eventually(() => {
      deaf.write('\n');
      return closed;
    }).toBe(true);
    expect(deaf.bytesRead).toBeLessThan(5_000_000);
    expect(control.conductor.followers).toBe(0);
  });

  test('a client that goes away leaves no follower behind', async () => {
    control = await controlFixture();
    const client = await control.connect();
    await listenTo(client, 0);
    await listenTo(client, 0);
    await eventually(() => control.conductor.followers).toBe(2);
    await client.close();
    await eventually(() => control.conductor.followers).toBe(0);
  });

  test.each(['cancels', 'goes away'])(
    'a client that %s while its follow starts leaves none behind',
    async (how) => {
      control = await controlFixture();
      const { conductor } = control;
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let asked = 0;
      conductor.events = async () => {
        asked += 1;
        await held;
        return [];
      };
      const connection = new Connection(await connectUnix(control.path));
      const call = connection.call('follow', { follower: 1, after: 0 });
      const over = call.answer.catch((error: unknown) => error);
      await eventually(() => asked).toBe(1);
      if (how === 'cancels') {
        call.cancel();
        await connection.request('hello'); // the cancel came before it
      } else {
        connection.close();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      release();
      await over;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(conductor.followers).toBe(0);
      connection.close();
    },
  );

  test('an end on the conductor\u2019s side reaches the follower in its words', async () => {
    control = await controlFixture();
    const { ends } = await listenTo(await control.connect(), 0);
    await eventually(() => control.conductor.followers).toBe(1);
    control.conductor.dropFollowers(
      new RequestError('unavailable', 'The log is being moved.', 'Follow again.'),
    );
    await expect
      .poll(() => ends)
      .toMatchObject([{ message: 'The log is being moved.', nextStep: 'Follow again.' }]);
  });

  test('a log that cannot be read rejects the follow', async () => {
    control = await controlFixture();
    control.conductor.events = () => Promise.reject(new RequestError('disk', 'The log cannot be read.'));
    await expect(listenTo(await control.connect(), 0)).rejects.toMatchObject({ code: 'disk' });
  });
});

describe('closing the server', () => {
  test('ends requests, followers and the socket, and resolves when nothing is left', async () => {
    control = await controlFixture();
    control.conductor.status = () => new Promise(() => undefined);
    const follower = await listenTo(await control.connect(), 0);
    const asking = (await control.connect()).status().catch((error: unknown) => error);
    await eventually(() => control.conductor.followers).toBe(1);
    await control.server.close();
    expect(control.conductor.followers).toBe(0);
    expect(await asking).toMatchObject({ name: 'RequestError', code: 'unavailable' });
    await eventually(() => follower.ends).toMatchObject([{ code: 'unavailable' }]);
    await expect(control.connect()).rejects.toMatchObject({ code: 'not-listening' });
    await control.server.close();
  });

  test('C10 the answer to the command that stops the conductor still arrives', async () => {
    control = await controlFixture();
    let closing: Promise<void> | null = null;
    control.conductor.command = async () => {
      closing = control.server.close();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { accepted: true, message: 'Goodbye.' };
    };
    const client = await control.connect();
    expect(await client.command({ name: 'stop', by: 'me' })).toEqual({ accepted: true, message: 'Goodbye.' });
    await closing;
    await expect(client.status()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
