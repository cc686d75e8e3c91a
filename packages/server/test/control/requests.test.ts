import { stat } from 'node:fs/promises';
import { Connection } from '@symphony/bus';
import { connectUnix } from '@symphony/bus/unix';
import { PortError } from '@symphony/domain';
import type { OperatorCommand } from '@symphony/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ControlFixture, controlFixture, range } from './control-fixture.ts';
import { ITEM } from './memory-conductor.ts';

let control: ControlFixture;
beforeEach(async () => {
  control = await controlFixture();
});
afterEach(() => control.end());

const COMMANDS: readonly OperatorCommand[] = [
  { name: 'pause', id: 'BRD-1', now: true, by: 'me' },
  { name: 'resume', id: 'BRD-1', by: 'me' },
  { name: 'kill', id: 'BRD-1', by: 'me' },
  { name: 'retry', id: 'BRD-1', by: 'me' },
  { name: 'approve', id: 'BRD-1', by: 'me' },
  { name: 'answer', id: 'BRD-1', question: null, text: 'Yes.\nÜber 😀', by: 'me' },
  { name: 'answer', id: 'BRD-1', question: 'q1', text: '', by: 'me' },
  { name: 'steer', id: 'BRD-1', text: 'Look at the roof first.', by: 'me' },
  { name: 'takeover', id: 'BRD-1', by: 'me' },
  { name: 'drain', on: false, by: 'me' },
  { name: 'refresh', by: 'me' },
  { name: 'stop', by: 'me' },
];

describe('every request crosses the socket', () => {
  test('hello tells who answers', async () => {
    expect(await (await control.connect()).hello()).toEqual({ version: '1.2.3', pid: process.pid });
  });

  test('status and explain', async () => {
    control.conductor.record(3);
    const client = await control.connect();
    expect(await client.status()).toEqual(await control.conductor.status());
    expect((await client.explain('BRD-1')).item).toEqual(ITEM);
  });

  test('events, with and without a filter, and search', async () => {
    control.conductor.record(5, 'a broken pipe');
    control.conductor.record(5, 'a leak');
    const client = await control.connect();
    expect((await client.events(2, 4)).map(({ seq }) => seq)).toEqual(range(3, 6));
    expect(await client.events(0, 10, { types: ['item-moved'] })).toEqual([]);
    expect(await client.events(0, 10, { types: ['tracker-failed'] })).toHaveLength(10);
    expect((await client.search('leak', 2)).map(({ seq }) => seq)).toEqual([6, 7]);
  });

  test.each(COMMANDS)('C20 command $name', async (command) => {
    const client = await control.connect();
    expect(await client.command(command)).toEqual({ accepted: true, message: `${command.name} is done.` });
    expect(control.conductor.commands).toEqual([command]);
  });

  test('B4 the socket is for this user only', async () => {
    expect(control.server.path).toBe(control.path);
    expect((await stat(control.path)).mode & 0o777).toBe(0o600);
  });
});

describe('what is wrong is told in a sentence and reaches no conductor', () => {
  const rows: readonly [method: string, params: object, sentence: RegExp][] = [
    ['explain', {}, /^id of explain is wrong: /],
    ['explain', { id: '' }, /^id of explain/],
    ['explain', { id: 'a', extra: 1 }, /^What explain was given is wrong: .*extra/],
    ['events', { after: -1, limit: 5 }, /^after of events/],
    ['events', { after: 0, limit: 10_001 }, /^limit of events/],
    ['events', { after: 0.5, limit: 1 }, /^after of events/],
    ['events', { after: 0, limit: 1, filter: { types: 'all' } }, /^filter\.types of events/],
    ['search', { words: 7, limit: 1 }, /^words of search/],
    ['follow', { after: 0 }, /^follower of follow/],
    ['command', { command: { name: 'explode', by: 'me' } }, /^command\.name of command/],
    ['command', { command: { name: 'kill', id: 'a' } }, /^command\.by of command/],
    ['command', { command: { name: 'pause', id: 'a', now: 'yes', by: 'me' } }, /^command\.now of command/],
    ['command', { command: { name: 'steer', id: 'a', text: '', by: 'me' } }, /^command\.text of command/],
    ['terminal-input', { viewer: 1, text: 'x'.repeat(65_537) }, /^text of terminal-input/],
    ['terminal-resize', { viewer: 1, cols: 0, rows: 5 }, /^cols of terminal-resize/],
    ['status', [1], /^What status was given is wrong/],
  ];
  test.each(rows)('%s %j', async (method, params, sentence) => {
    const connection = new Connection(await connectUnix(control.path));
    const error = await connection.request(method, params).catch((each: unknown) => each);
    connection.close();
    expect(error).toMatchObject({ code: -32602, data: { code: 'invalid', nextStep: expect.any(String) } });
    expect((error as Error).message).toMatch(sentence);
    expect(control.conductor.commands).toEqual([]);
  });

  test('an unknown method is answered -32601', async () => {
    const connection = new Connection(await connectUnix(control.path));
    await expect(connection.request('explode')).rejects.toMatchObject({ code: -32601 });
    connection.close();
  });
});

describe('failures of the conductor', () => {
  test('one made for people crosses with its code and next step', async () => {
    await expect((await control.connect()).explain('BRD-9')).rejects.toMatchObject({
      name: 'RequestError',
      code: 'missing',
      message: 'There is no item BRD-9.',
      nextStep: 'List them with `symphony status`.',
    });
  });

  test('a PortError crosses with what it carries', async () => {
    control.conductor.search = () =>
      Promise.reject(
        new PortError({ code: 'disk', message: 'The log cannot be read.', nextStep: 'Check the disk.' }),
      );
    await expect((await control.connect()).search('a', 1)).rejects.toMatchObject({
      code: 'disk',
      message: 'The log cannot be read.',
      nextStep: 'Check the disk.',
    });
    expect(control.faults).toEqual([]);
  });

  test('a fault crosses without its insides, and is told on this side', async () => {
    control.conductor.status = () => Promise.reject(new TypeError('x.secret is not a function'));
    const client = await control.connect();
    const error = (await client.status().catch((each: unknown) => each)) as Error;
    expect(error).toMatchObject({ name: 'RequestError', code: 'internal', nextStep: expect.any(String) });
    expect(JSON.stringify({ ...error, message: error.message, cause: error.cause })).not.toContain('secret');
    expect(control.faults).toEqual(['status: TypeError: x.secret is not a function']);
    expect((await client.explain('BRD-1')).item).toEqual(ITEM);
  });
});
