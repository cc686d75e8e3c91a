import { stat } from 'node:fs/promises';
import { Connection } from '@symphony/bus';
import { connectUnix } from '@symphony/bus/unix';
import { type Melody, type MissionAct, PortError } from '@symphony/domain';
import type { OperatorCommand, QueryName, QueryParams } from '@symphony/protocol';
import { DATES_PLAN, EVERY_REPORT } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ControlFixture, controlFixture, range } from './control-fixture.ts';
import { ITEM } from './memory-conductor.ts';

let control: ControlFixture;
beforeEach(async () => {
  control = await controlFixture();
});
afterEach(() => control.end());

const MELODY: Melody = {
  name: 'fix',
  title: 'Fix',
  description: '',
  version: '1.0.0',
  tags: [],
  parameters: [],
  triggers: [],
  limits: { parallel: 1, timeoutMs: null, runs: 1, usd: null },
  permissions: { commands: true, agents: true },
  onError: 'halt',
  flow: { nodes: [{ id: 'a', kind: 'operator', operator: 'wait', config: { ms: 1 } }], edges: [] },
};

const ACTS: readonly MissionAct[] = [
  { kind: 'approve' },
  { kind: 'pause', reason: '' },
  { kind: 'abort', reason: 'We do it by hand.' },
  { kind: 'resume', usd: 2.5 },
  { kind: 'decide', deviation: 'D1', verdict: 'rework', instruction: 'Go by it.', rationale: '' },
  { kind: 'tell', deviation: EVERY_REPORT.deviation.deviation },
  { kind: 'understand', change: { kind: 'requirement', text: 'Zones are kept.' }, why: 'old files' },
  { kind: 'understand', change: { kind: 'rule', area: 'validation', text: 'A year.' }, why: '' },
  { kind: 'answer', question: null, text: 'go on' },
];

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
  { name: 'add', title: 'Mend the roof', by: 'me' },
  {
    name: 'add',
    title: 'Mend',
    description: 'x'.repeat(100_000),
    labels: ['roof'],
    priority: 2,
    blockedBy: ['BRD-2'],
    player: null,
    by: 'me',
  },
  { name: 'edit', id: 'BRD-1', rank: 17_000_000.5, by: 'me' },
  { name: 'edit', id: 'BRD-1', title: 'Über', state: 'Done', rank: null, priority: null, by: 'me' },
  {
    name: 'review',
    id: 'BRD-1',
    comments: [{ path: 'src/a.ts', line: 3, side: 'new', text: 'Why?' }],
    text: '',
    by: 'me',
  },
  { name: 'save-settings', text: 'target: main', instead: '', by: 'me' },
  { name: 'save-melody', melody: MELODY, over: false, by: 'me' },
  { name: 'melody-run', melody: 'fix', parameters: { a: [1, null] }, by: 'me' },
  { name: 'melody-run', melody: 'fix', parameters: {}, by: 'me', dry: true, breakpoints: ['a', 'b/1/c'] },
  { name: 'melody-breakpoints', run: 'melody-1', nodes: ['a'], by: 'me' },
  { name: 'melody-step', run: 'melody-1', by: 'me' },
  { name: 'mission-start', plan: DATES_PLAN, approved: true, by: 'me' },
  {
    name: 'mission-start',
    plan: {
      ...DATES_PLAN,
      workers: DATES_PLAN.workers.map((worker) => ({ ...worker, rehearsal: [{ say: ['Hm', null, 1] }] })),
    },
    approved: false,
    by: 'me',
  },
  {
    name: 'mission-plan',
    mission: 'dates',
    request: 'One form of dates.',
    phases: ['implementation', 'validation'],
    player: null,
    by: 'me',
  },
  ...ACTS.map((act): OperatorCommand => ({ name: 'mission', mission: 'dates', act, by: 'me' })),
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

  const QUERIES: readonly { [Q in QueryName]: [query: Q, params: QueryParams<Q>] }[QueryName][] = [
    ['item', { id: 'BRD-1' }],
    ['changes', { id: 'BRD-1' }],
    ['patch', { id: 'BRD-1', path: 'src/a b.ts' }],
    ['artifacts', {}],
    ['artifacts', { text: 'roof', type: 'report', tags: ['x'], limit: 5, offset: 10, after: 1 }],
    ['artifact', { id: 'a-1' }],
    ['lineage', { id: 'a-1' }],
    ['stats', {}],
    ['stats', { from: 0, to: 5 }],
    ['replay', { seq: 0 }],
    ['timeline', { marks: 100 }],
    ['mission', { id: 'dates' }],
    ['check-mission', { text: 'name: dates' }],
    ['settings', {}],
    ['check-settings', { text: 'target: main' }],
    ['doctor', {}],
    ['melodies', {}],
    ['melody-source', { name: 'fix' }],
    ['check-melody', { melody: MELODY }],
    ['check-melody', { text: 'name: fix' }],
  ];
  test.each(QUERIES)('query %s %j', async (query, params) => {
    control.conductor.answers = { [query]: { the: 'answer' } };
    const client = await control.connect();
    expect(await client.ask(query, params)).toEqual({ the: 'answer' });
    expect(control.conductor.asked).toEqual([{ query, params }]);
  });

  test('B4 the socket is for this user only', async () => {
    expect(control.server.path).toBe(control.path);
    expect((await stat(control.path)).mode & 0o777).toBe(0o600);
  });
});

const mission = (act: object) => ({ command: { name: 'mission', mission: 'dates', act, by: 'me' } });
const start = (change: object) => ({
  command: { name: 'mission-start', plan: { ...DATES_PLAN, ...change }, approved: true, by: 'me' },
});
const RULE = { severity: null, about: null, worker: null, verdict: 'adopt', instruction: '' };
const COMMENT = { path: 'a', line: 1, side: 'old', text: 'x' };

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
    ['command', { command: { name: 'add', title: ' ', by: 'me' } }, /^command\.title of command/],
    ['command', { command: { name: 'add', title: 'x'.repeat(501), by: 'me' } }, /^command\.title of command/],
    [
      'command',
      { command: { name: 'add', title: 'a', description: 'x'.repeat(100_001), by: 'me' } },
      /^command\.description of command/,
    ],
    ['command', { command: { name: 'add', title: 'a', priority: 1.5, by: 'me' } }, /^command\.priority of/],
    ['command', { command: { name: 'add', title: 'a', secret: 1, by: 'me' } }, /^command of command.*secret/],
    ['command', { command: { name: 'edit', id: 'a', rank: 'first', by: 'me' } }, /^command\.rank of command/],
    [
      'command',
      { command: { name: 'review', id: 'a', comments: Array(201).fill(COMMENT), text: '', by: 'me' } },
      /^command\.comments of command/,
    ],
    [
      'command',
      {
        command: {
          name: 'review',
          id: 'a',
          comments: [{ ...COMMENT, text: 'x'.repeat(10_001) }],
          text: '',
          by: 'me',
        },
      },
      /^command\.comments\.0\.text of command/,
    ],
    [
      'command',
      { command: { name: 'save-settings', text: 'x'.repeat(204_801), instead: '', by: 'me' } },
      /^command\.text of command/,
    ],
    [
      'command',
      {
        command: {
          name: 'save-melody',
          melody: { title: 'x'.repeat(8 * 1024 * 1024) },
          over: false,
          by: 'me',
        },
      },
      /^command\.melody of command is wrong: a melody may have at most 8 MB/,
    ],
    [
      'command',
      { command: { name: 'save-melody', melody: [], over: false, by: 'me' } },
      /^command\.melody of/,
    ],
    ['command', { command: { name: 'melody-step', run: '', by: 'me' } }, /^command\.run of command/],
    ['command', start({ workers: {} }), /^command\.plan\.workers of command/],
    ['command', start({ criteria: undefined }), /^command\.plan\.criteria of command/],
    ['command', start({ limits: { cycles: 'many' } }), /^command\.plan\.limits\.cycles of command/],
    ['command', start({ phases: ['holiday'] }), /^command\.plan\.phases\.0 of command/],
    ['command', start({ more: 1 }), /^command\.plan of command is wrong: .*more/],
    [
      'command',
      start({ rules: Array(11).fill({ ...RULE, instruction: 'x'.repeat(100_000) }) }),
      /^command\.plan of command is wrong: a mission may have at most 1 MB/,
    ],
    ['command', mission({ kind: 'explode' }), /^command\.act\.kind of command/],
    ['command', mission({ kind: 'approve', reason: '' }), /^command\.act of command is wrong: .*reason/],
    ['command', mission({ kind: 'resume', usd: -1 }), /^command\.act\.usd of command/],
    ['command', mission({ kind: 'decide', deviation: 'D1', verdict: 'maybe' }), /^command\.act\.verdict of/],
    [
      'command',
      mission({ kind: 'answer', question: null, text: 'x'.repeat(100_001) }),
      /^command\.act\.text of/,
    ],
    ['mission', {}, /^id of mission/],
    ['check-mission', { text: 'x'.repeat(1024 * 1024 + 1) }, /^text of check-mission/],
    ['patch', { id: 'a' }, /^path of patch/],
    ['replay', { seq: -1 }, /^seq of replay/],
    ['timeline', { marks: 1e9 }, /^marks of timeline/],
    ['artifacts', { limit: 1_001 }, /^limit of artifacts/],
    ['check-melody', {}, /check-melody/],
    ['check-settings', { text: 'x'.repeat(204_801) }, /^text of check-settings/],
    ['doctor', { fast: true }, /^What doctor was given/],
    ['terminal-input', { viewer: 1, text: 'x'.repeat(65_537) }, /^text of terminal-input/],
    ['terminal-resize', { viewer: 1, cols: 0, rows: 5 }, /^cols of terminal-resize/],
    ['status', [1], /^What status was given is wrong/],
  ];
  // Numbered, not named by what was given: some of it is megabytes.
  test.each(rows)('%s (%#)', async (method, params, sentence) => {
    const connection = new Connection(await connectUnix(control.path));
    const error = await connection.request(method, params).catch((each: unknown) => each);
    connection.close();
    expect(error).toMatchObject({ code: -32602, data: { code: 'invalid', nextStep: expect.any(String) } });
    expect((error as Error).message).toMatch(sentence);
    expect(control.conductor.commands).toEqual([]);
    expect(control.conductor.asked).toEqual([]);
  });

  test.each([
    ['board', { all: true }, /^What board was given/],
    ['entries', {}, /^after of entries/],
    ['entries', { after: 0, filter: { types: 'all' } }, /^filter\.types of entries/],
  ])('the stream %s %j', async (name, params, sentence) => {
    const connection = new Connection(await connectUnix(control.path));
    const error = await connection
      .stream(name, params)
      .next()
      .catch((each: unknown) => each);
    connection.close();
    expect(error).toMatchObject({ code: -32602, data: { code: 'invalid' } });
    expect((error as Error).message).toMatch(sentence);
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
