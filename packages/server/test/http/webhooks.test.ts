import { createHmac } from 'node:crypto';
import type { TrackerComment } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../src/http/index.ts';
import { Deliveries } from '../../src/webhook/deliveries.ts';
import type { WebhookDesk } from '../../src/webhook/index.ts';
import { httpFixture } from './http-fixture.ts';

const SECRET = "It's a Secret to Everybody";
const GITHUB = '/api/v1/webhooks/github';
const LINEAR = '/api/v1/webhooks/linear';

type Settings = ReturnType<WebhookDesk['settings']>;

/** A face with a desk before it that only counts. */
async function heardFixture(settings: Partial<Settings> = {}, change: Partial<HttpOptions> = {}) {
  const told = { hints: 0, about: new Set<string>(), comments: [] as TrackerComment[], broken: false };
  const all: Settings = {
    github: { secret: SECRET },
    linear: { secret: SECRET },
    unsigned: false,
    max_bytes: 64_000,
    ...settings,
  };
  const webhooks: WebhookDesk = {
    settings: () => all,
    deliveries: new Deliveries(null),
    hint: ({ about }) => {
      told.hints += 1;
      told.about.add(about);
    },
    async hear(comment) {
      if (told.broken) throw new Error('Symphony is stopping.');
      told.comments.push(comment);
    },
  };
  const fixture = await httpFixture({ webhooks, ...change });
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fixture.raw('POST', path, { 'content-type': 'application/json', ...length(body), ...headers }, body);
  return { ...fixture, told, post };
}

const length = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) });
const hmac = (body: string, secret = SECRET) => createHmac('sha256', secret).update(body).digest('hex');
const ISSUE = { action: 'edited', issue: { number: 7 }, repository: { full_name: 'octo/hall' } };
const COMMENT = {
  ...ISSUE,
  action: 'created',
  comment: { id: 41, body: '/symphony retry', user: { login: 'ada' }, author_association: 'OWNER' },
};

let count = 0;
const github = (body: string, event = 'issues', over: Record<string, string> = {}) => ({
  'x-hub-signature-256': `sha256=${hmac(body)}`,
  'x-github-event': event,
  'x-github-delivery': `d-${++count}`,
  ...over,
});
const linear = (over: object = {}, sent = Date.now()): [string, Record<string, string>] => {
  const body = JSON.stringify({
    type: 'Issue',
    action: 'update',
    data: { id: 'i-1' },
    webhookTimestamp: sent,
    ...over,
  });
  return [body, { 'linear-signature': hmac(body), 'linear-delivery': `l-${++count}` }];
};

describe('C17 webhooks of trackers', () => {
  test('one that is signed is heard without our token, from any origin, under our name', async () => {
    const { post, told } = await heardFixture();
    const body = JSON.stringify(ISSUE);
    const from = { origin: 'https://github.com', 'sec-fetch-site': 'cross-site' };
    const answer = await post(GITHUB, body, { ...github(body), ...from });
    expect([answer.status, answer.json, told.hints]).toEqual([202, { result: 'heard' }, 1]);
    const [said, headers] = linear();
    expect((await post(LINEAR, said, headers)).json).toEqual({ result: 'heard' });
    expect(told.hints).toBe(2);
    expect((await post(GITHUB, body, { ...github(body), host: 'evil.example' })).status).toBe(421);
  });

  const OTHER = JSON.stringify({ zen: 'Keep it logically awesome.' });
  const BROKEN = '{"action":';
  const OLD = linear({}, Date.now() - 600_000);
  test.each<readonly [string, string, string, Record<string, string>, number, string]>([
    [
      'no signature',
      GITHUB,
      OTHER,
      github(OTHER, 'issues', { 'x-hub-signature-256': '' }),
      401,
      'wrong_signature',
    ],
    ['a wrong one', GITHUB, OTHER, github(`${OTHER} `), 401, 'wrong_signature'],
    ['no JSON, signed', GITHUB, BROKEN, github(BROKEN), 400, 'invalid'],
    ['no event', GITHUB, OTHER, github(OTHER, ''), 400, 'invalid'],
    ['no body', GITHUB, '', github(''), 401, 'wrong_signature'],
    ['too much', GITHUB, 'x'.repeat(65_000), github('x'.repeat(65_000)), 413, 'too_large'],
    ['Linear, wrong', LINEAR, OTHER, { 'linear-signature': hmac('no') }, 401, 'wrong_signature'],
    ['Linear, long ago', LINEAR, ...OLD, 401, 'wrong_signature'],
    ['Linear, no JSON', LINEAR, BROKEN, { 'linear-signature': hmac(BROKEN) }, 400, 'invalid'],
  ])('%s is refused', async (_what, path, body, headers, status, code) => {
    const { post, told, warnings } = await heardFixture();
    const answer = await post(path, body, headers);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(answer.json.error.message).toMatch(/\.$/);
    expect(told.hints).toBe(0);
    expect(JSON.stringify([answer.text, warnings])).not.toContain(SECRET);
    expect(warnings.length).toBe(status === 413 ? 0 : 1);
  });

  test('events that are nothing to us are answered 202 and cost nothing', async () => {
    const { post, told } = await heardFixture();
    for (const event of ['ping', 'push', 'star', 'of_the_future']) {
      const answer = await post(GITHUB, OTHER, github(OTHER, event));
      expect([answer.status, answer.json]).toEqual([202, { result: 'ignored' }]);
    }
    const [body, headers] = linear({ type: 'Reaction' });
    expect((await post(LINEAR, body, headers)).json).toEqual({ result: 'ignored' });
    expect(told.hints).toBe(0);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is answered 405', async (method) => {
    const { raw } = await heardFixture();
    const answer = await raw(method, GITHUB);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test('there is no other such address, and none at all where nobody listens', async () => {
    const { post } = await heardFixture();
    expect((await post('/api/v1/webhooks/gitlab', '{}', {})).status).toBe(401);
    const plain = await httpFixture();
    expect((await plain.raw('POST', GITHUB)).status).toBe(401);
  });

  test('a delivery that comes again does nothing, unless the first one was not recorded', async () => {
    const { post, told } = await heardFixture();
    const body = JSON.stringify(COMMENT);
    const headers = github(body, 'issue_comment');
    told.broken = true;
    expect((await post(GITHUB, body, headers)).status).toBe(500);
    expect(told.hints).toBe(0);
    told.broken = false;
    expect((await post(GITHUB, body, headers)).json).toEqual({ result: 'heard' });
    expect((await post(GITHUB, body, headers)).json).toEqual({ result: 'repeated' });
    expect(told.hints).toBe(1);
    expect(told.comments).toMatchObject([
      { id: 'github-comment-41', item: ['octo/hall#7'], author: { id: 'ada' }, standing: 'writer' },
    ]);
  });

  test('who comments on Linear is asked about, programs and changed comments are nobody', async () => {
    const { post, told } = await heardFixture();
    const data = { id: 'c-1', issueId: 'i-1', body: '/symphony stop', userId: 'u-1', user: { name: 'Ada' } };
    const say = (over: object) =>
      post(LINEAR, ...linear({ type: 'Comment', action: 'create', data, ...over }));
    await say({ actor: { type: 'user', id: 'u-1', name: 'Ada' } });
    await say({ actor: { type: 'OauthClient', id: 'o-1', name: 'Robot' } });
    await say({ action: 'update', actor: { type: 'user', id: 'u-1', name: 'Ada' } });
    expect(told.comments).toMatchObject([
      { id: 'linear-comment-c-1', item: ['i-1'], author: { id: 'u-1', name: 'Ada' }, standing: 'stranger' },
    ]);
    expect(told.hints).toBe(3);
  });

  test('without a secret nothing is heard, and it is said what to do', async () => {
    const { post, told } = await heardFixture({ github: { secret: null } });
    const body = JSON.stringify(ISSUE);
    const answer = await post(GITHUB, body, github(body));
    expect([answer.status, answer.json.error.code, told.hints]).toEqual([403, 'no_secret', 0]);
    expect(answer.json.error.next_step).toContain('webhooks.github.secret');
  });

  test('where it is allowed an unsigned one is a hint, and never a person’s word', async () => {
    const { post, told } = await heardFixture({
      unsigned: true,
      github: { secret: null },
      linear: { secret: null },
    });
    const body = JSON.stringify(COMMENT);
    const unsigned = { 'x-github-event': 'issue_comment', 'x-github-delivery': 'u-1' };
    expect((await post(GITHUB, body, unsigned)).json).toEqual({ result: 'heard' });
    const [said] = linear();
    expect((await post(LINEAR, said, {})).json).toEqual({ result: 'heard' });
    expect((await post(GITHUB, '{', unsigned)).status).toBe(400);
    expect(told).toMatchObject({ hints: 2, comments: [] });
  });

  test('a secret that is set is asked for, also where unsigned ones are allowed', async () => {
    const { post, told } = await heardFixture({ unsigned: true });
    const answer = await post(GITHUB, OTHER, { 'x-github-event': 'ping', 'x-github-delivery': 'p' });
    expect([answer.status, told.hints]).toEqual([401, 0]);
  });

  test('a body without a length is read as far as it may be', async () => {
    const { socket, host, told } = await heardFixture({ max_bytes: 1_000 });
    const send = async (body: string): Promise<string> => {
      const lines = Object.entries({ ...github(body), 'content-type': 'application/json' });
      const head = lines.map(([key, value]) => `${key}: ${value}\r\n`).join('');
      const line = await socket();
      let heard = '';
      line.on('data', (part: Buffer) => {
        heard += part;
      });
      line.write(`POST ${GITHUB} HTTP/1.1\r\nHost: ${host}\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
      line.write(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`);
      await expect.poll(() => heard).toContain('\r\n\r\n');
      return heard.slice(0, 12);
    };
    expect(await send(JSON.stringify(ISSUE))).toBe('HTTP/1.1 202');
    expect(await send(JSON.stringify({ ...ISSUE, more: 'x'.repeat(2_000) }))).toBe('HTTP/1.1 413');
    expect(told.hints).toBe(1);
  });

  test('who drips a body is cut, and blocks nobody else for long', async () => {
    const patience = { headersMs: 300, requestMs: 600, stallMs: 1_000, connections: 8 };
    const { socket, host, post, told } = await heardFixture(
      {},
      { patience, webhookLimits: { perMinute: 100, atOnce: 1 } },
    );
    const line = await socket();
    line.resume();
    const cut = new Promise((resolve) => line.once('close', resolve));
    line.write(`POST ${GITHUB} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n`);
    const drip = setInterval(() => line.write('a'), 50);
    const body = JSON.stringify(ISSUE);
    await expect.poll(async () => (await post(GITHUB, body, github(body))).status).toBe(503);
    await cut;
    clearInterval(drip);
    await expect.poll(async () => (await post(GITHUB, body, github(body))).status).toBe(202);
    expect(told.hints).toBeGreaterThan(0);
  });

  test('more than may come in a minute are turned away unread', async () => {
    const { post, told } = await heardFixture({}, { webhookLimits: { perMinute: 3, atOnce: 4 } });
    const body = JSON.stringify(ISSUE);
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await post(GITHUB, body, github(body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429, 429]);
    expect(answers.at(-1)?.headers['retry-after']).toBe('60');
    expect(told.hints).toBe(3);
  });

  test('the document tells of both, and that they need no token', async () => {
    const { get } = await heardFixture();
    const { paths } = (await get('/api/v1/openapi.json')).json;
    for (const path of ['/webhooks/github', '/webhooks/linear'])
      expect(paths[path].post).toMatchObject({ security: [], responses: { 202: expect.anything() } });
  });
});
