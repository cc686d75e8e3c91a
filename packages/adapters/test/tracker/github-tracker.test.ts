import { nextPollMs, readGitHubProvider } from '@symphony/adapters/tracker/github';
import type { ProviderMap, RemoteTracker } from '@symphony/adapters/tracker/provider';
import { failureOf, type TrackedItem } from '@symphony/domain';
import type { Fault } from '@symphony/testkit/github-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type GitHubBench, openGitHubBench } from './github-bench.ts';

const FORMS = ['issues', 'project'] as const;
type Form = (typeof FORMS)[number];

let bench: GitHubBench | null = null;
afterEach(async () => {
  const open = bench;
  bench = null;
  await open?.server.close();
});

/** As many items as are asked for, all to do. */
async function withItems(form: Form, count: number, provider: ProviderMap = {}): Promise<GitHubBench> {
  bench = await openGitHubBench(form, [], provider);
  for (let at = 1; at <= count; at++) bench.put({ name: `n${at}`, title: `Item ${at}`, state: 'Todo' });
  return bench;
}
const todo = async (tracker: RemoteTracker): Promise<readonly TrackedItem[]> =>
  (await tracker.fetchByStates(['Todo'])).items;
const failed = async (call: Promise<unknown>) =>
  failureOf(
    await call.then(
      () => new Error('it did not fail'),
      (error: unknown) => error,
    ),
  );

describe.for(FORMS)('C17 polling github %s', (form) => {
  test('costs next to nothing while nothing changes', async () => {
    const { server, tracker } = await withItems(form, 130);
    expect(await todo(tracker)).toHaveLength(130);
    const { core, graphql } = server.meter.counted;
    const asked = server.requests.length;
    for (let poll = 0; poll < 5; poll++) expect(await todo(tracker)).toHaveLength(130);
    // What was updated just before is told once more; then it is `304`.
    expect(server.meter.counted.core - core).toBeLessThanOrEqual(2);
    expect(server.meter.counted.graphql - graphql).toBeLessThanOrEqual(5);
    expect(server.requests.length - asked).toBeLessThanOrEqual(15);
  });

  test('sees an edit, a new item and a removed one at the next poll', async () => {
    const { server, tracker, issues, items, put } = await withItems(form, 120);
    await todo(tracker);
    const edited = issues.get('n5');
    if (edited) {
      edited.title = 'Edited';
      server.world.touch(edited);
    }
    put({ name: 'new', title: 'New', state: 'Todo' });
    const gone = issues.get('n7');
    gone?.repository.issues.splice(gone.repository.issues.indexOf(gone), 1);
    const item = items.get('n7');
    item?.project.items.splice(item.project.items.indexOf(item), 1);
    const titles = (await todo(tracker)).map(({ title }) => title);
    expect(titles).toContain('Edited');
    expect(titles).toContain('New');
    expect(titles).not.toContain('Item 7');
    expect(titles).toHaveLength(120);
  });

  const FAULTS: readonly (readonly [string, Fault])[] = [
    ['tracker_pagination', { kind: 'duplicate-page' }],
    ['tracker_pagination', { kind: 'cursor-loop' }],
    ['tracker_status', { kind: 'unauthorized' }],
    ['tracker_response', { kind: 'garbage' }],
    ['tracker_rate_limited', { kind: 'primary-limit', resetsInS: 60 }],
    ['tracker_rate_limited', { kind: 'secondary-limit', retryAfterS: 60 }],
  ];
  test.for(FAULTS)('svc-T3 %s fails the whole read, and the next one is right', async ([family, fault]) => {
    const { server, open } = await withItems(form, 130);
    const later = { now: Date.now() };
    const tracker = open({}, () => later.now);
    const restore = server.faults.order(fault, { times: Number.POSITIVE_INFINITY });
    const failure = await failed(tracker.fetchByStates(['Todo']));
    expect(failure).toMatchObject({ family });
    expect(failure.nextStep ?? '').not.toBe('');
    restore();
    later.now += 120_000;
    expect(await todo(tracker)).toHaveLength(130);
  });

  test('C9 the same comment twice at once, and again behind a hundred others, is one', async () => {
    const { tracker, issues, server } = await withItems(form, 1);
    const [item] = await todo(tracker);
    const id = item?.id ?? '';
    await Promise.all([1, 2, 3].map(() => tracker.comment?.(id, 'run-1', 'Done.')));
    const issue = issues.get('n1');
    for (let at = 0; issue && at < 120; at++) server.world.addComment(issue, 'octocat', `Talk ${at}`);
    await tracker.comment?.(id, 'run-1', 'Done.');
    expect(issue?.comments.filter(({ body }) => body.includes('Done.'))).toHaveLength(1);
  });

  test('adds and edits work', async () => {
    const { tracker } = await withItems(form, 1);
    const [first] = await todo(tracker);
    const made = await tracker.add?.({
      title: 'Made',
      description: 'Here.',
      labels: ['tests'],
      priority: 2,
      state: 'In Progress',
      blockedBy: [first?.identifier ?? ''],
    });
    expect(made).toMatchObject({
      title: 'Made',
      description: 'Here.',
      labels: ['tests'],
      priority: 2,
      state: 'In Progress',
    });
    expect(made?.blockedBy).toMatchObject([{ id: first?.id, state: 'Todo' }]);
    const changes = {
      title: 'Changed',
      description: null,
      labels: ['docs'],
      state: 'Todo',
      blockedBy: [],
      priority: 1,
    };
    expect(await tracker.edit?.(made?.id ?? '', changes)).toMatchObject({ ...changes, id: made?.id });
    expect(await failed(tracker.moveTo?.(made?.id ?? '', 'Nowhere') ?? Promise.resolve())).toMatchObject({
      code: 'invalid',
      family: 'invalid_tracker_config',
    });
  });

  test('pull requests, and issues of others, are not dispatched', async () => {
    const { open, issues } = await withItems(form, 4);
    const [mine, theirs, request] = ['n1', 'n2', 'n3'].map((name) => issues.get(name));
    mine?.assignees.push('Symphony-Bot');
    theirs?.assignees.push('octocat');
    if (request) request.pullRequest = true;
    const played = async (provider: ProviderMap): Promise<string[]> =>
      (await todo(open(provider))).filter((each) => each.dispatchable).map(({ title }) => title);
    expect(await played({})).toEqual(['Item 1', 'Item 2', 'Item 4']);
    expect(await played({ assignee: 'me' })).toEqual(['Item 1']);
    expect(await played({ assignee: 'none' })).toEqual(['Item 4']);
    expect(await played({ assignee: 'octocat' })).toEqual(['Item 2']);
  });

  test('an issue waits for its open sub-issues, unless it should not', async () => {
    const { open, issues } = await withItems(form, 3);
    const [parent, open_, closed] = ['n1', 'n2', 'n3'].map((name) => issues.get(name));
    if (!parent || !open_ || !closed) throw new Error('not there');
    parent.subIssues.push(open_, closed);
    closed.state = 'closed';
    const waits = async (provider: ProviderMap) => {
      const tracker = open(provider);
      const parentId = (await todo(tracker)).find(({ title }) => title === 'Item 1')?.id ?? '';
      return (await tracker.fetchByIds([parentId]))[0]?.blockedBy.map(({ state }) => state);
    };
    expect(await waits({})).toEqual(['Todo', form === 'project' ? 'Closed' : 'Done']);
    expect(await waits({ sub_issues: false })).toEqual([]);
  });

  test('C24 doctor hears of reach, scopes and budget, and of what is wrong', async () => {
    const { tracker, server, open } = await withItems(form, 1);
    server.meter.use('core', 4_900);
    const good = await tracker.check();
    expect(good.filter(({ level }) => level === 'problem')).toEqual([]);
    const told = good.map(({ level, message }) => `${level} ${message}`).join('\n');
    expect(told).toMatch(/ok The token has the scopes/);
    expect(told).toMatch(/warning \d+ of 5000 requests are left/);
    server.faults.order({ kind: 'missing' }, { on: /rate_limit/ });
    expect((await tracker.check()).at(-1)?.message).toContain('no rate limit');
    const bad = await open({ token: 'wrong-secret-token' }).check();
    expect(bad.some(({ level }) => level === 'problem')).toBe(true);
    expect(JSON.stringify(bad)).not.toContain('wrong-secret-token');
  });
});

describe('github issues', () => {
  test('svc-D2 identifiers tell several repositories apart', async () => {
    const { server, open, issues } = await withItems('issues', 1);
    const other = server.world.addRepository('acme/site');
    server.world.addIssue(other, { title: 'There' });
    expect((await todo(open())).map(({ identifier }) => identifier)).toEqual(['GH-1']);
    const both = await todo(open({ repository: ['acme/app', 'acme/site'] }));
    expect(both.map(({ identifier }) => identifier)).toEqual(['acme/app#1', 'acme/site#1']);
    expect(both.map(({ repository }) => repository)).toEqual(['acme/app', 'acme/site']);
    issues.get('n1')?.labels.push('play');
    expect(await todo(open({ repository: ['acme/app', 'acme/site'], labels: ['play'] }))).toHaveLength(1);
  });

  test('a label as a state gives way to another one, and to closing', async () => {
    const { tracker, issues } = await withItems('issues', 1);
    const [item] = await todo(tracker);
    const id = item?.id ?? '';
    await tracker.moveTo?.(id, 'in progress');
    expect(issues.get('n1')?.labels).toEqual(['status: doing']);
    expect((await tracker.fetchByIds([id]))[0]).toMatchObject({ state: 'In Progress', labels: [] });
    await tracker.moveTo?.(id, 'Done');
    expect(issues.get('n1')).toMatchObject({ labels: [], state: 'closed' });
    await tracker.moveTo?.(id, 'Todo');
    expect(issues.get('n1')).toMatchObject({ labels: [], state: 'open' });
  });

  test('a blocker that is closed is seen to be, without asking for it again', async () => {
    const { tracker, server, issues } = await withItems('issues', 2);
    const [waiting, blocker] = [issues.get('n1'), issues.get('n2')];
    if (!waiting || !blocker) throw new Error('not there');
    waiting.blockedBy.push(blocker);
    const stateOfBlocker = async () =>
      (await todo(tracker)).find(({ title }) => title === 'Item 1')?.blockedBy.map(({ state }) => state);
    expect(await stateOfBlocker()).toEqual(['Todo']);
    blocker.state = 'closed';
    server.world.touch(blocker);
    const asked = server.requests.length;
    expect(await stateOfBlocker()).toEqual(['Done']);
    expect(server.requests.slice(asked).filter((each) => each.includes('blocked_by'))).toEqual([]);
  });
});

describe('github project', () => {
  test('fields are there for routing; drafts and closed issues are not played', async () => {
    const { tracker, server, issues, items } = await withItems('project', 2);
    const item = items.get('n1');
    item?.values.set('Size', 5).set('Team', 'core').set('Priority', 'High');
    const closed = issues.get('n2');
    if (closed) closed.state = 'closed';
    if (item) server.world.addProjectItem(item.project, { title: 'A draft', body: '' }, { Status: 'Todo' });
    const [first, second, draft] = await todo(tracker);
    expect(first).toMatchObject({ fields: { Size: 5, Team: 'core' }, priority: 2, dispatchable: true });
    expect(second).toMatchObject({ dispatchable: false });
    expect(draft).toMatchObject({ title: 'A draft', dispatchable: false, repository: null });
    expect(await failed(tracker.comment?.(draft?.id ?? '', 'k', 'x') ?? Promise.resolve())).toMatchObject({
      code: 'refused',
    });
  });
});

describe('adaptive polling', () => {
  const at = 1_000_000;
  const budget = (remaining: number, minutes = 60) => ({
    limit: 5_000,
    remaining,
    resetAt: at + minutes * 60_000,
  });
  const CASES: readonly (readonly [string, Parameters<typeof nextPollMs>, number])[] = [
    ['nothing is known', [30_000, null, 5, at], 30_000],
    ['there is plenty', [30_000, budget(5_000), 5, at], 30_000],
    ['polls cost much', [30_000, budget(5_000), 100, at], 90_000],
    ['others used it up', [30_000, budget(1_200), 10, at], 180_000],
    ['only the reserve is left', [30_000, budget(900, 10), 1, at], 600_000],
    ['the reserve is left for long', [30_000, budget(0, 60), 1, at], 900_000],
    ['the hour is over', [30_000, budget(0, 0), 1, at], 30_000],
    ['the interval is longer anyway', [3_600_000, budget(0, 30), 1, at], 3_600_000],
  ];
  test.for(CASES)('%s', ([, given, expected]) => {
    expect(nextPollMs(...given)).toBe(expected);
  });

  test('a poll after a limit waits until it is over', async () => {
    const { server, open } = await withItems('issues', 1);
    const now = Date.now();
    const tracker = open({}, () => now);
    await todo(tracker);
    expect(tracker.nextPollMs?.(30_000)).toBe(30_000);
    server.faults.order({ kind: 'secondary-limit', retryAfterS: 120 });
    await failed(tracker.fetchByStates(['Todo']));
    expect(tracker.nextPollMs?.(30_000)).toBe(120_000);
  });
});

describe('svc-T4 the provider is read whole or refused whole', () => {
  const good: ProviderMap = { repository: 'acme/app', token: 'abc' };
  const CASES: readonly (readonly [string, ProviderMap, readonly string[]])[] = [
    ['nothing', {}, ['token missing_tracker_secret', 'repository invalid_tracker_config']],
    ['a repository that is none', { ...good, repository: 'app' }, ['repository invalid_tracker_config']],
    ['http', { ...good, endpoint: 'http://github.example.com/api/v3' }, ['endpoint invalid_tracker_config']],
    [
      'a password in the address',
      { ...good, endpoint: 'https://a:b@github.example.com' },
      ['endpoint invalid_tracker_config'],
    ],
    [
      'an app without its key',
      { repository: 'acme/app', app: { id: 1, installation: 2 } },
      ['app.private_key missing_tracker_secret'],
    ],
    [
      'a token and an app',
      { ...good, app: { id: 1, installation: 2, private_key: 'x' } },
      ['token invalid_tracker_config'],
    ],
    ['a project without a number', { ...good, project: 'acme' }, ['project invalid_tracker_config']],
    [
      'priorities that are none',
      { ...good, priorities: { high: 'x' } },
      ['priorities.high invalid_tracker_config'],
    ],
  ];
  test.for(CASES)('%s', ([, provider, expected]) => {
    const read = readGitHubProvider(provider, {});
    expect(
      read.ok ? [] : read.problems.map(({ path, family }) => `${path.join('.')} ${family}`).toSorted(),
    ).toEqual(expected.toSorted());
  });

  test('the token may come from the usual variable, and unknown keys are kept quiet', () => {
    const read = readGitHubProvider({ repository: 'acme/app', something: 1 }, { GH_TOKEN: 'from-there' });
    expect(read.ok && read.settings.access).toEqual({
      endpoint: 'https://api.github.com',
      auth: { kind: 'token', token: 'from-there' },
    });
    const project = readGitHubProvider(
      { project: 'https://github.com/orgs/acme/projects/5', token: 'a' },
      {},
    );
    expect(project.ok && project.settings.project).toMatchObject({
      owner: 'acme',
      number: 5,
      statusField: 'Status',
    });
  });
});

test('C17 an issue that was transferred is not here any more: nothing is moved or said elsewhere', async () => {
  const { server, tracker, issues } = await withItems('issues', 1);
  const [item] = await todo(tracker);
  const issue = issues.get('n1');
  if (!item || !issue) throw new Error('there is no item');
  const moved = server.world.transfer(issue, server.world.addRepository('acme/songs'));
  expect([await todo(tracker), await tracker.fetchByIds([item.id])]).toEqual([[], []]);
  for (const call of [tracker.moveTo?.(item.id, 'Done'), tracker.comment?.(item.id, 'key', 'Done.')])
    expect(await failed(call ?? Promise.resolve())).toMatchObject({
      code: 'missing',
      nextStep: expect.stringContaining('transferred'),
    });
  expect([moved.state, moved.comments, server.deeds]).toEqual(['open', [], []]);
});
