import { randomUUID } from 'node:crypto';
import { failureOf, type TrackedItem } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LinearBench, linearBench } from './linear-bench.ts';

let bench: LinearBench;
beforeEach(async () => {
  bench = await linearBench();
});
afterEach(() => bench.close());

const read = async (states = ['Todo']): Promise<readonly TrackedItem[]> =>
  (await bench.tracker.fetchByStates(states)).items;
const issueOf = (name: string) => bench.server.workspace.issues.find(({ id }) => id === bench.idOf(name));
const relate = (type: string, issue: string, relatedIssue: string): void =>
  void bench.server.workspace.relations.push({
    id: randomUUID(),
    type,
    issue: bench.idOf(issue),
    relatedIssue: bench.idOf(relatedIssue),
    updatedAt: new Date().toISOString(),
  });
const userId = (name: string): string =>
  bench.server.workspace.users.find((user) => user.name === name)?.id ?? '';

describe('svc-T1 scope and pages', () => {
  test('svc-T7 120 items come in three pages of 50, each once', async () => {
    for (let count = 0; count < 120; count++) bench.seed({ name: `n${count}` });
    const items = await read();
    expect(new Set(items.map(({ id }) => id)).size).toBe(120);
    expect(bench.server.requests.map(({ variables }) => variables.first)).toEqual([50, 50, 50]);
  });

  test('svc-T7 120 ids are asked for in batches of 50', async () => {
    const ids = Array.from({ length: 120 }, (_, count) => bench.seed({ name: `n${count}` }));
    expect(await bench.tracker.fetchByIds([...ids, 'ENG-1', 'no id', ''])).toHaveLength(120);
    const asked = bench.server.requests.map(({ variables }) => {
      const { id } = variables.filter as { id: { in: readonly string[] } };
      return id.in.length;
    });
    expect(asked).toEqual([50, 50, 20]);
  });

  test('only the team and the project are seen, in both reads', async () => {
    const [inside, elsewhere] = [bench.seed({ name: 'in' }), bench.seed({ name: 'out', team: 'OPS' })];
    expect((await read()).map(({ id }) => id)).toEqual([inside]);
    expect((await bench.tracker.fetchByIds([inside, elsewhere])).map(({ id }) => id)).toEqual([inside]);
    const [project] = bench.server.workspace.projects;
    const launch = bench.open({ team: null, project: project?.slugId ?? '' });
    expect((await launch.fetchByStates(['Todo'])).items).toEqual([]);
    const issue = issueOf('in');
    if (issue) issue.project = project?.id ?? null;
    expect((await launch.fetchByStates(['Todo'])).items).toMatchObject([{ id: inside }]);
  });

  test('the states are filtered by Linear, not here', async () => {
    bench.seed({ name: 'done', state: 'Done' });
    bench.seed({ name: 'todo' });
    await read([' todo ', 'TODO', '']);
    const filter = JSON.stringify(bench.server.requests[0]?.variables.filter);
    expect(JSON.parse(filter)).toEqual({
      team: { key: { eqIgnoreCase: 'ENG' } },
      state: { or: [{ name: { eqIgnoreCase: 'todo' } }, { name: { eqIgnoreCase: 'TODO' } }] },
    });
    expect(await bench.tracker.fetchByStates(['  '])).toEqual({ items: [], problems: [] });
    expect(bench.server.requests).toHaveLength(1);
  });
});

describe('svc-D1 an issue becomes an item', () => {
  test('with everything Linear knows of it', async () => {
    const id = bench.seed({
      name: 'a',
      title: 'Do it',
      description: 'Soon.',
      priority: 4,
      labels: ['Bug', 'UI '],
    });
    const issue = issueOf('a');
    bench.seed({ name: 'parent' });
    if (issue) Object.assign(issue, { assignee: userId('Ben'), parent: bench.idOf('parent'), estimate: 3 });
    const [item] = await bench.tracker.fetchByIds([id]);
    expect(item).toEqual({
      id,
      identifier: 'ENG-1',
      title: 'Do it',
      description: 'Soon.',
      state: 'Todo',
      priority: 4,
      labels: ['bug', 'ui'],
      blockedBy: [],
      dispatchable: true,
      assignee: 'ben',
      url: 'https://linear.app/sample/issue/ENG-1',
      repository: null,
      branchName: 'ada/eng-1-do-it',
      createdAt: Date.parse(issue?.createdAt ?? ''),
      updatedAt: Date.parse(issue?.updatedAt ?? ''),
      fields: { team: 'ENG', parent: 'ENG-2', estimate: 3 },
      nativeRef: { id, team: issue?.team, assignee: userId('Ben') },
    });
  });

  const blocked = [
    ['Todo', 'In Progress', false],
    ['Backlog', 'Todo', false],
    ['Todo', 'Done', true],
    ['Todo', 'Canceled', true],
    ['In Progress', 'In Progress', true],
  ] as const;
  test.each(blocked)('svc-T7 %s with a blocker in %s is dispatchable: %s', async (state, other, expected) => {
    bench.seed({ name: 'a', state });
    bench.seed({ name: 'b', state: other });
    relate('blocks', 'b', 'a');
    expect(await bench.tracker.fetchByIds([bench.idOf('a')])).toMatchObject([
      { dispatchable: expected, blockedBy: [{ identifier: 'ENG-2', id: bench.idOf('b'), state: other }] },
    ]);
  });

  test('svc-T7 only relations that block from the other side are blockers', async () => {
    for (const name of ['a', 'b', 'c', 'd']) bench.seed({ name });
    relate('related', 'b', 'a');
    relate('duplicate', 'c', 'a');
    relate('blocks', 'a', 'd');
    expect(await bench.tracker.fetchByIds([bench.idOf('a')])).toMatchObject([
      { blockedBy: [], dispatchable: true },
    ]);
  });

  test('an issue waits for its sub-issues unless it is told not to', async () => {
    bench.seed({ name: 'a' });
    for (const [name, state] of [
      ['b', 'Done'],
      ['c', 'Todo'],
    ] as const) {
      bench.seed({ name, state });
      const child = issueOf(name);
      if (child) child.parent = bench.idOf('a');
    }
    const id = bench.idOf('a');
    expect(await bench.tracker.fetchByIds([id])).toMatchObject([
      {
        blockedBy: [{ identifier: 'ENG-3' }],
        fields: { sub_issues: ['ENG-2', 'ENG-3'] },
        dispatchable: true,
      },
    ]);
    expect(await bench.open({ subIssues: false }).fetchByIds([id])).toMatchObject([{ blockedBy: [] }]);
  });

  const assignees = [
    ['me', 'Ada', true],
    [' ME ', 'Ben', false],
    ['ben@example.com', 'Ben', true],
    ['Ben', 'Ben', true],
    ['ben', 'Ada', false],
    ['ben', null, false],
  ] as const;
  test.each(assignees)(
    'svc-T7 with assignee %s, work of %s is dispatchable: %s',
    async (wanted, who, expected) => {
      const id = bench.seed({ name: 'a' });
      const issue = issueOf('a');
      if (issue) issue.assignee = who && userId(who);
      expect(await bench.open({ assignee: wanted }).fetchByIds([id])).toMatchObject([
        { dispatchable: expected },
      ]);
    },
  );

  test.each([3, 40, 251])('%i labels and blockers are all read, whatever the page holds', async (count) => {
    bench.seed({ name: 'a', labels: Array.from({ length: Math.min(count, 60) }, (_, at) => `label ${at}`) });
    for (let at = 0; at < count; at++) {
      bench.seed({ name: `b${at}` });
      relate('blocks', `b${at}`, 'a');
    }
    const { items, problems } = await bench.tracker.fetchByStates(['Todo']);
    const found = items.find(({ id }) => id === bench.idOf('a'));
    if (count <= 250) {
      expect(found?.blockedBy).toHaveLength(count);
      expect(found?.labels).toHaveLength(count);
      return expect(problems).toEqual([]);
    }
    expect(found).toBeUndefined();
    expect(problems).toMatchObject([{ where: 'ENG-1', message: expect.stringContaining('more than 250') }]);
    const refresh = bench.tracker.fetchByIds([bench.idOf('a')]);
    expect(failureOf(await refresh.catch((error: unknown) => error))).toMatchObject({ code: 'invalid' });
  });
});
