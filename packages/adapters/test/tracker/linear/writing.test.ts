import { randomUUID } from 'node:crypto';
import { failureOf } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LinearBench, linearBench } from './linear-bench.ts';

let bench: LinearBench;
beforeEach(async () => {
  bench = await linearBench();
});
afterEach(() => bench.close());

const failing = async (call: Promise<unknown>) => failureOf(await call.catch((error: unknown) => error));
const workspace = () => bench.server.workspace;

describe('C19 what Symphony writes', () => {
  test('a state is that of the team of the issue, whatever its spelling', async () => {
    const all = bench.open({ team: null, project: workspace().projects[0]?.slugId ?? '' });
    for (const team of ['ENG', 'OPS']) {
      const id = bench.seed({ name: team, team });
      const issue = workspace().issues.find((each) => each.id === id);
      if (issue) issue.project = workspace().projects[0]?.id ?? null;
      await all.moveTo(id, ' in progress ');
      const state = workspace().states.find((each) => each.id === issue?.state);
      expect([state?.name, state?.team]).toEqual(['In Progress', issue?.team]);
    }
  });

  test('a state the team has not is refused with those it has, and nothing is sent', async () => {
    const id = bench.seed({ name: 'a' });
    expect(await failing(bench.tracker.moveTo(id, 'Shipped'))).toEqual({
      code: 'invalid',
      message: expect.stringContaining('Backlog, Todo, In Progress, Review, Done, Canceled'),
      nextStep: expect.any(String),
    });
    expect(bench.server.requests.filter(({ document }) => document.includes('mutation'))).toEqual([]);
  });

  test('what is outside the scope is not written to', async () => {
    const id = bench.seed({ name: 'a', team: 'OPS' });
    for (const call of [
      () => bench.tracker.moveTo(id, 'Done'),
      () => bench.tracker.comment(id, 'k', 'text'),
      () => bench.tracker.edit(id, { title: 'Mine' }),
    ])
      expect((await failing(call())).code).toBe('missing');
    expect(workspace().comments).toEqual([]);
  });

  test('a comment written by two at once, or whose answer was lost, is there once', async () => {
    const id = bench.seed({ name: 'a' });
    await Promise.all(['one', 'two', 'three'].map((text) => bench.open().comment(id, 'run-1', text)));
    expect(workspace().comments).toHaveLength(1);
    bench.server.order({ kind: 'slow', ms: 0 }, { kind: 'lost-answer' });
    await bench.tracker.comment(id, 'run-2', 'Done.');
    expect(workspace().comments).toHaveLength(2);
    bench.server.order({ kind: 'slow', ms: 0 }, { kind: 'status', status: 502 });
    expect((await failing(bench.tracker.comment(randomUUID(), 'run-3', 'x'))).code).toBe('missing');
  });

  test('the mark of a comment is a UUID of version 4, as Linear wants it, one for each issue and key', async () => {
    const [first, second] = [bench.seed({ name: 'a' }), bench.seed({ name: 'b' })];
    await bench.tracker.comment(first, 'k', 'x');
    await bench.tracker.comment(first, 'k2', 'x');
    await bench.tracker.comment(second, 'k', 'x');
    const ids = workspace().comments.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('what people change from the workbench', () => {
  test('new work goes to the team, with labels, priority, state and blockers', async () => {
    bench.seed({ name: 'first' });
    workspace().labels.push({ id: randomUUID(), name: 'Bug', team: null, isGroup: false });
    const labels = workspace().labels.length;
    const item = await bench.tracker.add({
      title: 'New',
      description: 'Text.',
      labels: ['bug', 'Fresh'],
      priority: 2,
      state: 'backlog',
      blockedBy: ['eng-1'],
    });
    expect(item).toMatchObject({
      identifier: 'ENG-2',
      title: 'New',
      description: 'Text.',
      labels: ['bug', 'fresh'],
      priority: 2,
      state: 'Backlog',
      blockedBy: [{ identifier: 'ENG-1' }],
      dispatchable: false,
    });
    expect(workspace().labels).toHaveLength(labels + 1);
  });

  test('with a project new work is in it, in its team', async () => {
    const tracker = bench.open({ team: null, project: workspace().projects[0]?.slugId ?? '' });
    expect(await tracker.add({ title: 'New' })).toMatchObject({
      identifier: 'ENG-1',
      fields: { project: 'Launch' },
    });
    const lost = bench.open({ team: null, project: 'ffffffffffff' });
    expect((await failing(lost.add({ title: 'New' }))).code).toBe('missing');
  });

  test('an edit changes what it names and nothing else', async () => {
    for (const name of ['a', 'b', 'c'])
      bench.seed({ name, description: 'Old.', priority: 1, labels: ['Bug'] });
    const id = bench.idOf('a');
    const [before] = await bench.tracker.fetchByIds([id]);
    expect(await bench.tracker.edit(id, {})).toEqual(before);
    expect(await bench.tracker.edit(id, { blockedBy: ['ENG-2'] })).toMatchObject({
      blockedBy: [{ identifier: 'ENG-2' }],
      description: 'Old.',
      labels: ['bug'],
    });
    const edited = await bench.tracker.edit(id, { blockedBy: [bench.idOf('c')], priority: null, labels: [] });
    expect(edited).toMatchObject({
      blockedBy: [{ identifier: 'ENG-3' }],
      priority: null,
      labels: [],
      title: 'a',
    });
    expect(await bench.tracker.edit(id, { description: null, blockedBy: [] })).toMatchObject({
      description: null,
      blockedBy: [],
    });
  });

  const refused = [
    ['a priority Linear has not', { priority: 7 }, 'invalid'],
    ['a field Linear has no place for', { fields: { player: 'first' } }, 'invalid'],
    ['a state the team has not', { state: 'Shipped' }, 'invalid'],
    ['a blocker that is not there', { blockedBy: ['ENG-99'] }, 'missing'],
    ['a blocker that is no name', { blockedBy: ['what?'] }, 'missing'],
  ] as const;
  test.each(refused)('%s is refused before anything is changed', async (_, changes, code) => {
    const id = bench.seed({ name: 'a' });
    for (const call of [
      () => bench.tracker.edit(id, changes),
      () => bench.tracker.add({ title: 'x', ...changes }),
    ])
      expect((await failing(call())).code).toBe(code);
    expect(bench.server.requests.filter(({ document }) => document.includes('mutation'))).toEqual([]);
  });

  test('a group of labels cannot be put on an issue', async () => {
    workspace().labels.push({ id: randomUUID(), name: 'Kind', team: null, isGroup: true });
    const call = bench.tracker.edit(bench.seed({ name: 'a' }), { labels: ['kind'] });
    expect((await failing(call)).message).toContain('group of labels');
  });
});

describe('C19 who may command', () => {
  const userId = (name: string): string => workspace().users.find((user) => user.name === name)?.id ?? '';

  test('members of the workspace, and of teams that are not open only their own', async () => {
    const id = bench.seed({ name: 'a' });
    const may = () =>
      Promise.all(['Ada', 'Ben', 'Guest'].map((name) => bench.tracker.mayWrite(userId(name), id)));
    expect(await may()).toEqual([true, true, false]);
    const [team] = workspace().teams;
    if (team) Object.assign(team, { visibility: 'private', members: [userId('Ben'), userId('Guest')] });
    expect(await may()).toEqual([false, true, false]);
  });

  test('nobody whom Linear does not know, and nobody on what is out of scope', async () => {
    const [id, elsewhere] = [bench.seed({ name: 'a' }), bench.seed({ name: 'b', team: 'OPS' })];
    expect(await bench.tracker.mayWrite(randomUUID(), id)).toBe(false);
    expect(await bench.tracker.mayWrite('Ada', id)).toBe(false);
    expect((await failing(bench.tracker.mayWrite(userId('Ada'), elsewhere))).code).toBe('missing');
  });

  test('what is said outside the scope is not heard, and Linear’s clock is the one that counts', async () => {
    bench.seed({ name: 'a' });
    bench.seed({ name: 'b', team: 'OPS' });
    bench.server.skewMs = -3_600_000;
    const { next } = await bench.tracker.commentsSince(null);
    expect(Math.abs(Date.parse(next) - (Date.now() - 3_600_000))).toBeLessThan(3_000);
    const heard = await bench.say?.('a', '/symphony stop');
    await bench.say?.('b', '/symphony stop');
    const { comments } = await bench.tracker.commentsSince(next);
    expect(comments.map(({ id }) => id)).toEqual([heard]);
  });
});
