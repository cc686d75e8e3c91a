import { Connection } from '@symphony/bus';
import { connectUnix } from '@symphony/bus/unix';
import { reconnectingClient } from '@symphony/protocol';
import { expect, test } from 'vitest';
import { serveControl } from '../../src/control/control-server.ts';
import { controlFixture, eventually, range } from './control-fixture.ts';

test('B1 a follower hears every entry once across restarts of a real server at its socket', async () => {
  const control = await controlFixture();
  const { conductor, path } = control;
  const client = reconnectingClient({
    connect: () => connectUnix(path),
    after: (ms, call) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    backoff: { baseMs: 5, maxMs: 20, tries: 1_000 },
  });
  const heard: number[] = [];
  let server = control.server;
  try {
    await client.follow(0, ({ seq }) => heard.push(seq));
    for (let round = 0; round < 5; round += 1) {
      conductor.record(300);
      await server.close();
      conductor.record(100);
      server = await serveControl({ client: conductor, path, version: '1.2.3' });
      conductor.record(50);
    }
    await eventually(() => heard.length).toBe(conductor.log.length);
    expect(heard).toEqual(range(1, 2_250));
    expect((await client.status()).seq).toBe(2_250);
  } finally {
    await client.close();
    await server.close();
    await control.end();
  }
});

test('B1 the time a caller gives a request is watched by the server', async () => {
  const control = await controlFixture();
  control.conductor.status = () => new Promise(() => undefined);
  const connection = new Connection(await connectUnix(control.path));
  await expect(connection.request('status', {}, { meta: { timeoutMs: 20 } })).rejects.toMatchObject({
    code: -32002,
    data: { code: 'timed-out' },
  });
  connection.close();
  await control.end();
});
