import { createConnection } from 'node:net';
import { Connection } from '@symphony/bus';
import { connectUnix } from '@symphony/bus/unix';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ControlFixture, controlFixture, eventually } from '../control/control-fixture.ts';
import { look, Playhouse } from './playhouse.ts';

const LOOKING = { cols: 80, rows: 24, write: false };
const TYPING = { ...LOOKING, write: true };

let house: Playhouse;
let control: ControlFixture;
beforeEach(async () => {
  house = new Playhouse();
  control = await controlFixture();
  control.conductor.terminals = house.terminals;
});
afterEach(async () => {
  await house.end();
  await control.end();
});

test('a terminal over the socket: seen by two, typed at by one, ended for both', async () => {
  const one = look(await (await control.connect()).terminal('a', TYPING));
  const ended = house.play('a', 'while read line; do test "$line" = quit && exit 4; echo "got $line"; done');
  await one.view.input('hello\n').catch(() => undefined);
  await eventually(() => one.frames.length).toBeGreaterThan(0);
  await one.view.input('world\n');
  await one.sees('got world');
  const two = look(await (await control.connect()).terminal('a', LOOKING));
  await two.sees('got world');
  await expect(two.view.input('x')).rejects.toMatchObject({
    name: 'RequestError',
    code: 'refused',
    message: 'This view only looks.',
  });
  await one.view.input('quit\n');
  expect(await ended).toEqual({ code: 4, signal: null });
  await Promise.all([one.over, two.over]);
  for (const each of [one, two]) expect(each.frames.at(-1)).toEqual({ kind: 'ended', code: 4, signal: null });
  await expect(one.view.input('x')).rejects.toMatchObject({ code: 'missing' });
  expect(control.faults).toEqual([]);
});

test('a change of size reaches the program and brings a new screen', async () => {
  const one = look(await (await control.connect()).terminal('a', TYPING));
  const ended = house.play('a', `trap 'stty size' WINCH; echo on; while :; do sleep 0.05; done`);
  await one.sees('on');
  await one.view.resize({ cols: 66, rows: 17 });
  await one.sees('17 66');
  expect(one.frames.findLast(({ kind }) => kind === 'screen')).toMatchObject({ cols: 66, rows: 17 });
  await house.terminals.stop('run-a', 1_000);
  await ended;
});

test.each(['closes its view', 'goes away'])('one who %s no longer counts', async (how) => {
  const client = await control.connect();
  const small = look(await client.terminal('a', { ...TYPING, cols: 40 }));
  const large = look(await (await control.connect()).terminal('a', TYPING));
  const ended = house.play('a', `trap 'stty size' WINCH; echo on; while :; do sleep 0.05; done`);
  await large.sees('on');
  if (how === 'goes away') await client.close();
  else await small.view.close();
  await small.over.catch((error: unknown) => expect(error).toMatchObject({ code: 'unavailable' }));
  await large.sees('24 80');
  await house.terminals.stop('run-a', 1_000);
  await ended;
});

test('a viewer that stops reading holds nobody up and is not buffered without bound', async () => {
  const socket = createConnection({ path: control.path });
  socket.on('error', () => undefined);
  socket.write(
    '{"jsonrpc":"2.0","id":1,"method":"terminal","credit":2,"params":{"viewer":1,"id":"a","cols":80,"rows":24,"write":false}}\n',
  );
  socket.pause();
  const good = look(await (await control.connect()).terminal('a', TYPING));
  const ended = house.play('a', `yes 'a program that talks a lot' | head -c 20000000; echo END; read x`);
  await expect.poll(() => good.frames.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect
    .poll(() => good.frames.some((frame) => frame.kind !== 'ended' && frame.text.includes('END')), {
      timeout: 60_000,
    })
    .toBe(true);
  const before = control.faults.length;
  await good.view.input('\n');
  await ended;
  await good.over;
  expect(control.faults).toHaveLength(before);
  socket.destroy();
}, 90_000);

test('what is wrong is told in a sentence', async () => {
  const connection = new Connection(await connectUnix(control.path));
  const first = connection.stream('terminal', { viewer: 1, id: 'a', ...LOOKING });
  const again = connection.stream('terminal', { viewer: 1, id: 'a', ...LOOKING });
  await expect(again.next()).rejects.toMatchObject({ message: 'Viewer 1 looks already.' });
  await expect(connection.stream('terminal', { viewer: 2, id: 'a' }).next()).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('cols of terminal is wrong'),
  });
  await expect(connection.request('terminal-input', { viewer: 9, text: 'x' })).rejects.toMatchObject({
    data: { code: 'missing' },
  });
  await first.return?.();
  connection.close();
  control.conductor.terminals = null;
  const none = look(await (await control.connect()).terminal('a', LOOKING));
  await expect(none.over).rejects.toMatchObject({
    name: 'RequestError',
    message: 'There is no terminal here.',
  });
});
