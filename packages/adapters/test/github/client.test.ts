import { generateKeyPairSync } from 'node:crypto';
import { type GitHub, openGitHub } from '@symphony/adapters/github';
import { type Failure, failureOf, PortError } from '@symphony/domain';
import {
  APP_LOGIN,
  type Fault,
  type GitHubServer,
  openGitHubServer,
  PullDesk,
  TEST_TOKEN,
} from '@symphony/testkit/github-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ISSUES = 'GET /repos/{owner}/{repo}/issues';
const HERE = { owner: 'acme', repo: 'app' };
const TWO_PAGES =
  'query Two($after: String) { repository(owner: "acme", name: "app") { issues(first: 2, after: $after) { nodes { title } } } rateLimit { cost } }';

describe('the GitHub client', () => {
  let server: GitHubServer;
  let slept: number[];
  beforeEach(async () => {
    server = await openGitHubServer({ repositories: ['acme/app'] });
    const repository = server.world.repository('acme', 'app');
    for (let at = 1; repository && at <= 5; at++) server.world.addIssue(repository, { title: `Issue ${at}` });
    slept = [];
  });
  afterEach(() => server.close());

  const open = (more: Partial<Parameters<typeof openGitHub>[0]> = {}): GitHub =>
    openGitHub({
      access: { endpoint: server.url, auth: { kind: 'token', token: TEST_TOKEN } },
      sleep: async (ms) => void slept.push(ms),
      ...more,
    });
  const titles = async (github: GitHub, size = 2): Promise<string[]> =>
    (await github.pages<{ title: string }>(ISSUES, { ...HERE, direction: 'asc', per_page: size })).map(
      ({ title }) => title,
    );
  const failed = async (call: Promise<unknown>): Promise<Failure> => {
    const error = await call.then(
      () => new Error('it did not fail'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(PortError);
    expect(JSON.stringify([error, String((error as Error).stack), (error as Error).cause])).not.toContain(
      TEST_TOKEN,
    );
    return failureOf(error);
  };

  test('svc-T1 a list is read to its last page', async () => {
    expect(await titles(open())).toEqual([1, 2, 3, 4, 5].map((at) => `Issue ${at}`));
    expect(server.requests).toHaveLength(3);
  });

  test('C9 what did not change costs nothing', async () => {
    const github = open();
    const first = await titles(github);
    expect(await titles(github)).toEqual(first);
    expect(server.meter.counted).toMatchObject({ requests: 6, unchanged: 3, core: 3 });
    expect(github.budget().spent).toEqual({ requests: 6, unchanged: 3, points: 3 });
    const [issue] = server.world.repository('acme', 'app')?.issues ?? [];
    if (issue) issue.title = 'Renamed';
    expect(await titles(github)).toContain('Renamed');
    expect(server.meter.counted.core).toBe(4);
  });

  test('C9 a log is read from its end, and does not push out what is asked for again and again', async () => {
    const desk = PullDesk.of(server.world);
    const github = open({ maxBytes: 2 ** 20 });
    await titles(github);
    const log = `${'x'.repeat(6e6)} the end`;
    for (const commit of 'abcdefghi') {
      desk.check(commit, { name: 'build', conclusion: 'failure', log });
      const job_id = desk.checks.get(commit)?.[0]?.id ?? 0;
      const { data } = await github.rest.actions.downloadJobLogsForWorkflowRun({ ...HERE, job_id });
      expect([String(data).length < 5e6, String(data).endsWith(' the end')]).toEqual([true, true]);
    }
    const { unchanged } = server.meter.counted;
    await titles(github);
    expect(server.meter.counted.unchanged).toBe(unchanged + 3);
  });

  test('the budget is what the answers say, for each resource', async () => {
    const github = open();
    server.meter.use('graphql', 40);
    await titles(github, 100);
    await github.graphql(TWO_PAGES, {});
    expect(github.budget().limits).toMatchObject([
      { resource: 'core', limit: 5_000, used: 1, remaining: 4_999 },
      { resource: 'graphql', limit: 5_000, used: 41, remaining: 4_959 },
    ]);
    expect(github.budget()).toMatchObject({ restingUntil: null, spent: { requests: 2, points: 2 } });
  });

  const always = Number.POSITIVE_INFINITY;
  const CASES: readonly (readonly [string, Fault, Partial<Failure>])[] = [
    ['401', { kind: 'unauthorized' }, { code: 'credentials', family: 'tracker_status' }],
    ['403', { kind: 'forbidden' }, { code: 'refused', family: 'tracker_status' }],
    ['404', { kind: 'missing' }, { code: 'missing', family: 'tracker_status' }],
    ['422', { kind: 'unprocessable' }, { code: 'invalid', family: 'tracker_status' }],
    ['500', { kind: 'failing', status: 500 }, { code: 'unavailable', family: 'tracker_status' }],
    ['a closed connection', { kind: 'hang-up' }, { code: 'unavailable', family: 'tracker_request' }],
    ['a truncated page', { kind: 'truncated' }, { code: 'unavailable', family: 'tracker_response' }],
    ['something that is no JSON', { kind: 'garbage' }, { code: 'unavailable', family: 'tracker_response' }],
    ['a slow answer', { kind: 'slow', ms: 2_000 }, { code: 'timeout', family: 'tracker_request' }],
    ['a cursor loop', { kind: 'cursor-loop' }, { code: 'invalid', family: 'tracker_pagination' }],
  ];
  test.for(CASES)('svc-T5 %s is told by its family', async ([, fault, expected]) => {
    server.faults.order(fault, { times: always });
    const patience = fault.kind === 'slow' ? { timeoutMs: 500 } : {};
    expect(await failed(titles(open(patience)))).toMatchObject(expected);
  });

  test.for(['primary', 'secondary'] as const)(
    'svc-T5 a %s limit says when it is over, and is kept',
    async (kind) => {
      const fault: Fault =
        kind === 'primary'
          ? { kind: 'primary-limit', resetsInS: 90 }
          : { kind: 'secondary-limit', retryAfterS: 90 };
      // The server's clock is an hour ahead: the wait must not be.
      server.faults.order({ kind: 'clock-skew', ms: 3_600_000 });
      server.faults.order(fault);
      let now = Date.now();
      const github = open({ now: () => now });
      const failure = await failed(titles(github));
      expect(failure).toMatchObject({ code: 'unavailable', family: 'tracker_rate_limited' });
      expect(failure.retryAfterMs).toBeGreaterThan(85_000);
      expect(failure.retryAfterMs).toBeLessThan(95_000);
      const asked = server.requests.length;
      expect(await failed(titles(github))).toMatchObject({ family: 'tracker_rate_limited' });
      expect(server.requests).toHaveLength(asked);
      now += 95_000;
      expect(await titles(github)).toHaveLength(5);
    },
  );

  test('a secondary limit without a time rests for a minute', async () => {
    server.faults.order({ kind: 'secondary-limit', retryAfterS: null });
    expect((await failed(titles(open()))).retryAfterMs).toBe(60_000);
  });

  test('reads are tried again a few times, writes never', async () => {
    server.faults.order({ kind: 'failing' }, { times: 2 });
    expect(await titles(open())).toHaveLength(5);
    expect(slept).toEqual([250, 1000]);
    server.faults.order({ kind: 'failing' });
    const write = open().rest.issues.create({ ...HERE, title: 'Once' });
    expect(await failed(write)).toMatchObject({ code: 'unavailable' });
    expect(server.world.repository('acme', 'app')?.issues).toHaveLength(5);
  });

  test('pages and bodies are bounded', async () => {
    expect(await failed(titles(open({ maxPages: 2 })))).toMatchObject({ family: 'tracker_pagination' });
    expect(await titles(open({ maxPages: 3 }))).toHaveLength(5);
    expect(await failed(titles(open({ maxBytes: 2_000 })))).toMatchObject({
      code: 'invalid',
      family: 'tracker_response',
    });
  });

  test('a GraphQL error is a failure unless it was allowed', async () => {
    const ask = 'query Gone { repository(owner: "acme", name: "gone") { id } }';
    expect(await failed(open().graphql(ask, {}))).toMatchObject({ code: 'missing' });
    expect(await open().graphql(ask, {}, ({ type }) => type === 'NOT_FOUND')).toEqual({ repository: null });
  });

  test('an app signs for itself, also when its clock is an hour behind', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const app = { appId: '77', installationId: '42', privateKey };
    const other = await openGitHubServer({ repositories: ['acme/app'], app });
    const access = { endpoint: other.url, auth: { kind: 'app', ...app } } as const;
    other.faults.order({ kind: 'clock-skew', ms: 3_600_000 }, { on: /access_tokens/, times: always });
    const { data } = await openGitHub({ access }).rest.issues.create({ ...HERE, title: 'By the app' });
    expect(data.user?.login).toBe(APP_LOGIN);
    const wrong = { ...access, auth: { ...access.auth, installationId: '43' } };
    expect(
      await failed(openGitHub({ access: wrong }).rest.issues.create({ ...HERE, title: 'x' })),
    ).toMatchObject({
      code: 'missing',
    });
    await other.close();
  });

  test('an Enterprise server is asked below its own address', async () => {
    const enterprise = await openGitHubServer({ base: '/api/v3', repositories: ['acme/app'] });
    const github = openGitHub({
      access: { endpoint: enterprise.url, auth: { kind: 'token', token: TEST_TOKEN } },
    });
    expect((await github.rest.issues.create({ ...HERE, title: 'Here' })).data.number).toBe(1);
    expect(await github.graphql(TWO_PAGES, {})).toMatchObject({
      repository: { issues: { nodes: [{ title: 'Here' }] } },
    });
    await enterprise.close();
  });
});
