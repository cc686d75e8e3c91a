import { PortError } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { DATES_PLAN, EVERY_REPORT, item, run, withMissions } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { issueShape, refreshShape, stateShape } from '../../src/http/specification/shapes.ts';
import { artifactsOf, httpFixture } from './http-fixture.ts';

describe('what can be asked', () => {
  const rows: readonly [path: string, query: string, params: unknown][] = [
    ['/items/SYM-1', 'item', { id: 'SYM-1' }],
    ['/items/SYM-1/changes', 'changes', { id: 'SYM-1' }],
    ['/items/SYM-1/patch?path=src/a%20b.ts', 'patch', { id: 'SYM-1', path: 'src/a b.ts' }],
    ['/artifacts?text=plan&tags=a,b&limit=5', 'artifacts', { text: 'plan', tags: ['a', 'b'], limit: 5 }],
    ['/artifacts/art-1', 'artifact', { id: 'art-1' }],
    ['/artifacts/art-1/lineage', 'lineage', { id: 'art-1' }],
    ['/stats?from=5', 'stats', { from: 5 }],
    ['/replay?seq=12', 'replay', { seq: 12 }],
    ['/timeline', 'timeline', { marks: 200 }],
    ['/settings', 'settings', {}],
    ['/doctor', 'doctor', {}],
    ['/melodies', 'melodies', {}],
    ['/melodies/fix-flaky', 'melody-source', { name: 'fix-flaky' }],
    ['/missions/dates', 'mission', { id: 'dates' }],
    ['/missions/plan', 'mission', { id: 'plan' }],
  ];
  test.each(rows)('P9 GET /api/v1%s asks %s with %j', async (path, query, params) => {
    const { get, conductor } = await httpFixture();
    const answer = await get(`/api/v1${path}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ query, params });
    expect(conductor.asked).toEqual([[query, params]]);
  });

  test('P9 the status, the reasons, the log and what is found in it', async () => {
    const { get, conductor } = await httpFixture();
    conductor.record(
      { type: 'tracker-failed', message: 'one' },
      { type: 'tracker-recovered' },
      { type: 'tracker-failed', message: 'two' },
      { type: 'item-left', item: 'sym-1', why: 'missing' },
    );
    const seqs = async (path: string) => {
      const { json } = await get(`/api/v1${path}`);
      return (json as { seq: number }[]).map(({ seq }) => seq);
    };
    expect((await get('/api/v1/status')).json.items).toHaveLength(9);
    expect((await get('/api/v1/items/SYM-1/explain')).json.next).toBe('It goes on.');
    expect(await seqs('/events')).toEqual([1, 2, 3, 4]);
    expect(await seqs('/events?after=1&limit=2')).toEqual([2, 3]);
    expect(await seqs('/events?types=tracker-failed,%20tracker-recovered&after=1')).toEqual([2, 3]);
    expect(await seqs('/events?item=sym-1')).toEqual([4]);
    expect(await seqs('/search?words=two')).toEqual([3]);
  });

  test('M12 P9 the missions there are', async () => {
    const { get, conductor } = await httpFixture();
    conductor.board_ = withMissions;
    const { status, json } = await get('/api/v1/missions');
    expect(status).toBe(200);
    expect(json.map(({ id }: { id: string }) => id)).toEqual(['menus', 'dates', 'prices']);
  });

  const wrong = [
    '/replay',
    '/replay?seq=-1',
    '/replay?seq=x',
    '/events?limit=0',
    '/search',
    '/items/x/patch',
  ];
  test.each(wrong)('GET /api/v1%s is told what is wrong', async (path) => {
    const { get } = await httpFixture();
    const { status, json } = await get(`/api/v1${path}`);
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'invalid', message: expect.stringMatching(/is wrong: /) });
  });

  test('what is long is checked with POST', async () => {
    const { send, conductor } = await httpFixture();
    expect((await send('POST', '/api/v1/settings/check', { text: 'a: 1' })).status).toBe(200);
    expect((await send('POST', '/api/v1/melodies/check', { text: 'name: x' })).status).toBe(200);
    expect((await send('POST', '/api/v1/missions/check', { text: 'name: x' })).status).toBe(200);
    expect((await send('POST', '/api/v1/settings/check', { text: 5 })).status).toBe(400);
    expect(conductor.asked.map(([query]) => query)).toEqual([
      'check-settings',
      'check-melody',
      'check-mission',
    ]);
  });
});

const act = (what: object) => ({ name: 'mission', mission: 'dates', act: what });

describe('what can be commanded', () => {
  const rows: readonly [path: string, body: unknown, command: object][] = [
    ['/commands', { name: 'drain', on: true }, { name: 'drain', on: true }],
    ['/items', { title: 'New', labels: ['a'] }, { name: 'add', title: 'New', labels: ['a'] }],
    ['/items/SYM-1/pause', undefined, { name: 'pause', id: 'SYM-1', now: false }],
    ['/items/SYM-1/pause', { now: true }, { name: 'pause', id: 'SYM-1', now: true }],
    ['/items/SYM-1/resume', undefined, { name: 'resume', id: 'SYM-1' }],
    ['/items/SYM-1/kill', undefined, { name: 'kill', id: 'SYM-1' }],
    ['/items/SYM-1/retry', undefined, { name: 'retry', id: 'SYM-1' }],
    ['/items/SYM-1/approve', undefined, { name: 'approve', id: 'SYM-1' }],
    ['/items/SYM-1/takeover', undefined, { name: 'takeover', id: 'SYM-1' }],
    ['/items/SYM-1/steer', { text: 'Stop' }, { name: 'steer', id: 'SYM-1', text: 'Stop' }],
    ['/items/SYM-1/answer', { text: 'iso' }, { name: 'answer', id: 'SYM-1', question: null, text: 'iso' }],
    [
      '/items/SYM-1/review',
      { comments: [{ path: 'a.ts', line: 3, side: 'new', text: 'Why?' }] },
      {
        name: 'review',
        id: 'SYM-1',
        text: '',
        comments: [{ path: 'a.ts', line: 3, side: 'new', text: 'Why?' }],
      },
    ],
  ];
  test.each(rows)('C20 POST /api/v1%s %j', async (path, body, command) => {
    const { send, conductor } = await httpFixture();
    const answer = await send('POST', `/api/v1${path}`, body);
    expect(answer.json).toEqual({ accepted: true, message: 'It is done.' });
    expect(answer.status).toBe(200);
    expect(conductor.commands).toEqual([{ ...command, by: 'http' }]);
  });

  const onMission: readonly [path: string, body: unknown, command: object][] = [
    ['/missions', { plan: DATES_PLAN }, { name: 'mission-start', plan: DATES_PLAN, approved: false }],
    [
      '/missions',
      { plan: DATES_PLAN, approved: true },
      { name: 'mission-start', plan: DATES_PLAN, approved: true },
    ],
    [
      '/missions/plan',
      { mission: 'dates', request: 'One form.' },
      { name: 'mission-plan', mission: 'dates', request: 'One form.', phases: null, player: null },
    ],
    ['/missions/dates/approve', undefined, act({ kind: 'approve' })],
    ['/missions/dates/pause', undefined, act({ kind: 'pause', reason: '' })],
    ['/missions/dates/pause', { reason: 'Lunch.' }, act({ kind: 'pause', reason: 'Lunch.' })],
    ['/missions/dates/resume', { usd: 5 }, act({ kind: 'resume', usd: 5 })],
    ['/missions/dates/resume', undefined, act({ kind: 'resume', usd: 0 })],
    ['/missions/dates/abort', undefined, act({ kind: 'abort', reason: '' })],
    [
      '/missions/dates/decide',
      { deviation: 'D1', verdict: 'adopt' },
      act({ kind: 'decide', deviation: 'D1', verdict: 'adopt', instruction: '', rationale: '' }),
    ],
    [
      '/missions/dates/tell',
      { deviation: EVERY_REPORT.deviation.deviation },
      act({ kind: 'tell', deviation: EVERY_REPORT.deviation.deviation }),
    ],
    [
      '/missions/dates/understand',
      { change: { kind: 'understanding', text: 'Only new files.' } },
      act({ kind: 'understand', change: { kind: 'understanding', text: 'Only new files.' }, why: '' }),
    ],
    ['/missions/dates/answer', { text: 'go on' }, act({ kind: 'answer', question: null, text: 'go on' })],
  ];
  test.each(onMission)('M12 POST /api/v1%s %j', async (path, body, command) => {
    const { send, conductor } = await httpFixture();
    const answer = await send('POST', `/api/v1${path}`, body);
    expect(answer.json).toEqual({ accepted: true, message: 'It is done.' });
    expect(conductor.commands).toEqual([{ ...command, by: 'http' }]);
  });

  test('C20 one that is not accepted is answered 409, with the reason', async () => {
    const { send, conductor } = await httpFixture();
    conductor.answer = { accepted: false, message: 'It is merged already.' };
    const { status, json } = await send('POST', '/api/v1/items/SYM-7/retry');
    expect(status).toBe(409);
    expect(json).toEqual({
      accepted: false,
      message: 'It is merged already.',
      error: { code: 'not_accepted', message: 'It is merged already.' },
    });
  });

  const wrong: readonly [path: string, body: unknown][] = [
    ['/commands', { name: 'drain' }],
    ['/commands', { name: 'no-such-command' }],
    ['/commands', 'text'],
    ['/commands', { name: 'drain', on: true, more: 1 }],
    ['/commands', { name: 'drain', on: true, by: 'somebody else' }],
    ['/items', { title: '' }],
    ['/items', { title: 'x'.repeat(501) }],
    ['/items/SYM-1/steer', undefined],
    ['/items/SYM-1/steer', { text: '' }],
    ['/items/SYM-1/review', { comments: [{ path: 'a', line: 0, side: 'new', text: 'x' }] }],
    ['/missions', { plan: { name: 'dates' } }],
    ['/missions/plan', { mission: 'dates' }],
    ['/missions/dates/decide', { deviation: 'D1', verdict: 'maybe' }],
    ['/missions/dates/pause', { kind: 'abort' }],
    ['/missions/dates/answer', undefined],
  ];
  test.each(wrong)('C20 POST /api/v1%s %j is refused and told', async (path, body) => {
    const { send, conductor } = await httpFixture();
    const { status, json } = await send('POST', `/api/v1${path}`, body);
    expect(status).toBe(400);
    expect(json.error.message).toMatch(/\.$/);
    expect(conductor.commands).toEqual([]);
  });

  test('a body that is no JSON, or of another type, is told', async () => {
    const { raw } = await httpFixture();
    const headers = { authorization: `Bearer ${'a-token-of-this-installation-0123456789'}` };
    const broken = await raw(
      'POST',
      '/api/v1/commands',
      { ...headers, 'content-type': 'application/json' },
      '{',
    );
    expect([broken.status, broken.json.error.code]).toEqual([400, 'invalid']);
    const form = await raw('POST', '/api/v1/commands', { ...headers, 'content-type': 'text/plain' }, '{}');
    expect([form.status, form.json.error.code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('what goes wrong', () => {
  const rows: readonly [error: Error, status: number, code: string][] = [
    [new RequestError('invalid', 'Bad.'), 400, 'invalid'],
    [new RequestError('missing', 'Gone.', 'Look elsewhere.'), 404, 'missing'],
    [new RequestError('conflict', 'Changed.'), 409, 'conflict'],
    [new RequestError('refused', 'No.'), 409, 'refused'],
    [new RequestError('unavailable', 'Away.'), 503, 'unavailable'],
    [new RequestError('timeout', 'Late.'), 504, 'timeout'],
    [new PortError({ code: 'disk', message: 'Full.' }), 500, 'disk'],
    [new Error('inside: hunter2'), 500, 'internal'],
  ];
  test.each(rows)('%s is answered %i', async (error, status, code) => {
    const { get, conductor, warnings } = await httpFixture();
    conductor.trouble = error;
    const answer = await get('/api/v1/items/SYM-1%0A%1B[2J');
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
    expect(answer.text).not.toContain('hunter2');
    const told = 'GET /api/v1/items/SYM-1%0A%1B[2J failed: inside: hunter2';
    expect(warnings).toEqual(code === 'internal' ? [told] : []);
    if (code === 'missing') expect(answer.json.error.next_step).toBe('Look elsewhere.');
  });

  const methods: readonly [method: string, path: string, allow: string][] = [
    ['PUT', '/api/v1/status', 'GET, HEAD'],
    ['POST', '/api/v1/state', 'GET, HEAD'],
    ['GET', '/api/v1/refresh', 'POST'],
    ['DELETE', '/api/v1/SYM-1', 'GET, HEAD'],
    ['PATCH', '/api/v1/items/SYM-1/pause', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/metrics', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
  ];
  test.each(methods)('svc-B5 %s %s is not allowed', async (method, path, allow) => {
    const { send, warnings } = await httpFixture();
    const { status, headers, json } = await send(method, path);
    expect(warnings).toEqual([]);
    expect(status).toBe(405);
    expect(headers.allow).toBe(allow);
    expect(json.error.code).toBe('method_not_allowed');
  });

  test('what is not there is told in the same form', async () => {
    const { get } = await httpFixture();
    for (const path of ['/api/v2/x', '/api/v1/items/a/b/c', '/api', '/api/v1/melodies/a/b/c'])
      expect((await get(path)).json, path).toEqual({
        error: { code: 'not_found', message: 'There is nothing here.' },
      });
  });
});

describe('the public specification', () => {
  test('svc-B3 svc-B6 svc-D6 the state has its shape, and counts what runs and what waits', async () => {
    const { get, conductor } = await httpFixture();
    conductor.record(
      { type: 'run-started', item: 'a', run: 'old', attempt: 1, player: 'p', reservedUsd: 0 },
      { type: 'run-ended', item: 'a', run: 'old', spend: conductor.board_.spend.total },
      { type: 'run-started', item: 'b', run: 'lost', attempt: 1, player: 'p', reservedUsd: 0 },
      { type: 'run-started', item: 'c', run: 'live', attempt: 1, player: 'p', reservedUsd: 0 },
    );
    conductor.board_ = {
      ...conductor.board_,
      at: 14_000,
      items: [
        item('SYM-1', {
          state: 'running',
          run: run({ id: 'live', startedAt: 4_000, session: 'thread-9' }),
          url: 'https://t/1',
        }),
        item('SYM-4', { state: 'queued', dueAt: 20_000, retries: 2, reason: 'it failed' }),
        item('SYM-5', { state: 'queued', dueAt: null }),
      ],
    };
    const { status, json } = await get('/api/v1/state');
    expect(status).toBe(200);
    expect(stateShape.parse(json)).toEqual(json);
    expect(json).toMatchObject({
      generated_at: '1970-01-01T00:00:14.000Z',
      counts: { running: 1, retrying: 1 },
      running: [
        { issue_identifier: 'SYM-1', issue_url: 'https://t/1', session_id: 'thread-9-2', turn_count: 2 },
      ],
      retrying: [
        { issue_identifier: 'SYM-4', attempt: 2, due_at: '1970-01-01T00:00:20.000Z', error: 'it failed' },
      ],
      codex_totals: { input_tokens: 12_000, output_tokens: 345, total_tokens: 12_345, seconds_running: 11 },
    });
    expect(json.rate_limits.resting).toHaveLength(1);
    conductor.record({ type: 'run-ended', item: 'c', run: 'live', spend: conductor.board_.spend.total });
    expect((await get('/api/v1/state')).json.codex_totals.seconds_running).toBe(2); // 1 s each, read on
  });

  test('svc-B3 without a snapshot the state says so', async () => {
    const { get, conductor } = await httpFixture();
    conductor.trouble = new RequestError('timeout', 'Late.');
    expect((await get('/api/v1/state')).json.error.code).toBe('snapshot_timeout');
    conductor.trouble = new Error('hunter2');
    const { status, json, text } = await get('/api/v1/state');
    expect([status, json.error.code]).toEqual([200, 'snapshot_unavailable']);
    expect(stateShape.parse(json)).toEqual(json);
    expect(text).not.toContain('hunter2');
  });

  test('svc-B5 svc-B6 an issue by its identifier, in any case', async () => {
    const { get, conductor } = await httpFixture();
    conductor.record(
      { type: 'tracker-recovered' },
      { type: 'item-left', item: 'sym-1', why: 'missing' },
      { type: 'item-left', item: 'sym-2', why: 'missing' },
    );
    const { status, json } = await get('/api/v1/sym-1');
    expect(status).toBe(200);
    expect(issueShape.parse(json)).toEqual(json);
    expect(json).toMatchObject({ issue_identifier: 'SYM-1', status: 'running', last_error: null });
    expect(json.recent_events).toEqual([
      { at: '1970-01-01T00:00:02.000Z', event: 'item-left', message: 'is no longer on the tracker' },
    ]);
    expect((await get('/api/v1/SYM-4')).json).toMatchObject({ status: 'retrying', running: null });
    expect((await get('/api/v1/SYM-3')).json.last_error).toMatch(/stalled/);
    const missing = await get('/api/v1/SYM-99');
    expect(missing.status).toBe(404);
    expect(missing.json).toEqual({
      error: { code: 'issue_not_found', message: 'There is no issue SYM-99.' },
    });
  });

  test('svc-B5 a refresh is queued; two at the same time are one', async () => {
    const { send, conductor } = await httpFixture();
    await send('POST', '/api/v1/refresh');
    conductor.commands.length = 0;
    conductor.commandMs = 300;
    const both = await Promise.all([send('POST', '/api/v1/refresh'), send('POST', '/api/v1/refresh')]);
    for (const { status, json } of both) {
      expect(status).toBe(202);
      expect(refreshShape.parse(json)).toEqual(json);
      expect(json.operations).toEqual(['poll', 'reconcile']);
    }
    expect(both.map(({ json }) => json.coalesced).sort()).toEqual([false, true]);
    expect(conductor.commands).toEqual([{ name: 'refresh', by: 'http' }]);
    conductor.trouble = new RequestError('unavailable', 'Away.');
    const { status, json } = await send('POST', '/api/v1/refresh');
    expect([status, json.error.code]).toEqual([503, 'orchestrator_unavailable']);
  });
});

describe('artifacts', () => {
  test('are downloads, whatever they call themselves', async () => {
    const content = [Buffer.from('<script>alert(1)</script>'), Buffer.alloc(300_000, 7)];
    const { get, raw } = await httpFixture({ artifacts: artifactsOf({ 'art-1': content }) });
    const { status, headers, bytes } = await get('/api/v1/artifacts/art-1/content');
    expect(status).toBe(200);
    expect(bytes.equals(Buffer.concat(content))).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '300025',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="n_me _x_.html"; filename*=UTF-8''n%C3%A4me%20%22x%22.html`,
    });
    const head = await raw('HEAD', '/api/v1/artifacts/art-1/content', {
      authorization: 'Bearer a-token-of-this-installation-0123456789',
    });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '300025', '']);
  });

  test('one that is not there or cannot be read is told before anything is sent', async () => {
    const damaged = new PortError({ code: 'disk', message: 'Its bytes are damaged.' });
    const { get } = await httpFixture({ artifacts: artifactsOf({ bad: damaged, empty: [] }) });
    expect((await get('/api/v1/artifacts/none/content')).status).toBe(404);
    const bad = await get('/api/v1/artifacts/bad/content');
    expect([bad.status, bad.json.error.message]).toEqual([500, 'Its bytes are damaged.']);
    const empty = await get('/api/v1/artifacts/empty/content');
    expect([empty.status, empty.text]).toEqual([200, '']);
  });
});

test('the OpenAPI document describes what can be asked and commanded', async () => {
  const { get } = await httpFixture();
  const { json } = await get('/api/v1/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  const paths = Object.keys(json.paths);
  for (const path of ['/status', '/events', '/stream', '/state', '/{identifier}', '/session', '/commands'])
    expect(paths).toContain(path);
  for (const path of ['/missions', '/missions/{id}', '/missions/plan', '/missions/{id}/decide'])
    expect(paths).toContain(path);
  expect(json.paths['/events'].get.parameters.map(({ name }: { name: string }) => name).sort()).toEqual([
    'after',
    'item',
    'limit',
    'types',
  ]);
  const commands = JSON.stringify(json.components.schemas.OperatorCommand);
  expect(commands).toContain('save-melody');
  expect(commands).toContain('mission-start');
  expect(commands).not.toContain('"by"');
});

test('metrics tell the board in numbers', async () => {
  const { get, conductor } = await httpFixture();
  conductor.record({ type: 'tracker-recovered' });
  const { status, text, headers } = await get('/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain/);
  for (const line of [
    'symphony_items{state="running"} 3',
    'symphony_items{state="paused"} 0',
    'symphony_runs_live 3',
    'symphony_inbox_questions 1',
    'symphony_train_queue 1',
    'symphony_spend_usd_total 1.63',
    'symphony_spend_today_usd 1.63',
    'symphony_entries_recorded_total 1',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/nodejs_eventloop_lag_seconds \d/);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
  conductor.record({ type: 'tracker-recovered' });
  expect((await get('/metrics')).text).toContain('symphony_entries_recorded_total 2\n');
});

test('M10 M12 metrics tell of missions', async () => {
  const { get, conductor } = await httpFixture();
  conductor.board_ = withMissions;
  const lines = (await get('/metrics')).text.split('\n');
  for (const line of [
    'symphony_missions{step="deciding"} 1',
    'symphony_missions{step="working"} 1',
    'symphony_missions{step="ended"} 1',
    'symphony_missions{step="planned"} 0',
    'symphony_deviations_open 1',
    'symphony_collisions 1',
  ])
    expect(lines).toContain(line);
});
