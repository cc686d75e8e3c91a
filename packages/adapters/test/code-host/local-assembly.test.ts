import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, type Proposal, type TrainEntry } from '@symphony/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalStage } from './local-stage.ts';

let stage: LocalStage;
beforeEach(async () => {
  stage = await LocalStage.open({ 'a.txt': 'a\n' });
});
afterEach(() => stage.close());

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => failureOf(error),
  );

test('M9 every entry is one merge commit that says whose work it is', async () => {
  const one = { ...(await stage.entry('one', { 'one.txt': '1\n' })), title: 'Add\none\u0000 # thing' };
  const two = await stage.entry('two', { 'two.txt': '2\n' });
  const { base, commit } = await stage.assembled([one, two]);
  const { repository } = stage;
  expect(repository.git('log', '--first-parent', '--format=%s', `${base}..${commit}`)).toBe(
    'Merge two: Work on two\nMerge one: Add one # thing',
  );
  expect(repository.git('rev-parse', `${commit}^2`, `${commit}^1^2`)).toBe(`${two.head}\n${one.head}`);
  expect(repository.git('log', '-1', '--format=%(trailers:key=Symphony-Item,valueonly)', commit).trim()).toBe(
    'item-two',
  );
  expect(repository.git('log', '-1', '--format=%an <%ae> %cn', commit)).toBe('Ada <ada@example.org> Ada');
  expect(repository.git('ls-tree', '--name-only', commit)).toBe('.gitignore\na.txt\none.txt\ntwo.txt');
});

test('M9 an entry that could be fast-forwarded is merged by a commit of its own', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  stage.repository.git('config', 'merge.ff', 'only');
  const { base, commit } = await stage.assembled([one]);
  expect(stage.repository.git('rev-parse', `${commit}^1`, `${commit}^2`)).toBe(`${base}\n${one.head}`);
});

test('M9 the commit that was proved is merged, not what the branch has become', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  await stage.repository.branch('symphony/one', { 'later.txt': 'later\n' }, 'symphony/one');
  const { commit } = await stage.assembled([one]);
  expect(stage.repository.git('ls-tree', '--name-only', commit)).not.toContain('later.txt');
});

test('M9 an entry carried along by another is in the result but was not in the target', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  const two = await stage.entry('two', { 'two.txt': '2\n' }, 'symphony/one');
  const assembly = await stage.assembled([two, one]);
  expect(assembly.alreadyMerged).toEqual([]);
  await stage.land(assembly);
  expect([one, two].map((entry) => stage.isMerged(entry.head))).toEqual([true, true]);
});

test("M9 the user's hooks, signing and habits do not interfere", async () => {
  const { repository } = stage;
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  const hooks = join(repository.path, '.git', 'hooks');
  await mkdir(hooks);
  const names = ['pre-commit', 'pre-merge-commit', 'commit-msg', 'prepare-commit-msg', 'post-checkout'];
  for (const name of [...names, 'post-merge', 'reference-transaction']) {
    await writeFile(join(hooks, name), `#!/bin/sh\necho ${name} >> '${repository.root}/hooks-ran'\nexit 1\n`);
    await chmod(join(hooks, name), 0o755);
  }
  for (const [key, value] of [
    ['commit.gpgsign', 'true'],
    ['gpg.program', 'false'],
    ['merge.verifySignatures', 'true'],
    ['merge.log', 'true'],
    ['merge.conflictStyle', 'zdiff3'],
    ['commit.cleanup', 'scissors'],
    ['branch.main.mergeOptions', '--squash'],
    ['pull.rebase', 'true'],
    ['rerere.enabled', 'true'],
  ] as const)
    repository.git('config', key, value);
  const assembly = await stage.assembled([one]);
  expect(repository.git('log', '-1', '--format=%B', assembly.commit).trim()).toBe(
    'Merge one: Work on one\n\nSymphony-Item: item-one',
  );
  expect(await stage.land(assembly)).toEqual({ kind: 'landed' });
  expect(await readdir(repository.root)).not.toContain('hooks-ran');
  expect(repository.git('status', '--porcelain')).toBe('');
});

test('M9 without any identity the train signs for itself', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  stage.repository.git('config', '--unset', 'user.name');
  stage.repository.git('config', '--unset', 'user.email');
  const before = { ...process.env };
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
  try {
    const nameless = stage.reopen();
    const { commit } = await nameless.assembled([one]);
    const format = '--format=%an <%ae> %cn <%ce>';
    expect(stage.repository.git('log', '-1', format, commit)).toBe(
      'Symphony <symphony@localhost> Symphony <symphony@localhost>',
    );
  } finally {
    for (const name of ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
});

test('M9 the commands run on the merged tree, after the scratch worktree was furnished', async () => {
  const entries = [
    await stage.entry('one', { 'one.txt': '1\n' }),
    await stage.entry('two', { 'two.txt': '2\n' }),
  ];
  const { commit, evidence } = await stage.assembled(entries, { verify: ['ls', 'git rev-parse HEAD'] });
  expect(evidence.results.map((each) => each.outputTail)).toEqual([
    'a.txt\none.txt\ntwo.txt\n',
    `${commit}\n`,
  ]);
  expect(evidence.tree).toBe(stage.repository.git('rev-parse', `${commit}^{tree}`));
  expect(stage.prepared).toEqual([stage.scratch]);
});

test('M9 two hosts on one repository take turns in the scratch worktree', async () => {
  const entries = [
    await stage.entry('one', { 'one.txt': '1\n' }),
    await stage.entry('two', { 'two.txt': '2\n' }),
  ];
  const other = stage.reopen();
  const verify = ['sleep 0.2; ls'];
  const [one, two] = await Promise.all([
    stage.assembled(entries.slice(0, 1), { verify }),
    other.assembled(entries.slice(1), { verify }),
  ]);
  expect(one?.evidence.results[0]?.outputTail).toBe('a.txt\none.txt\n');
  expect(two?.evidence.results[0]?.outputTail).toBe('a.txt\ntwo.txt\n');
});

test('C5 commands that commit in the scratch worktree prove nothing', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  const verify = ['echo b > a.txt && git -c core.hooksPath=/dev/null commit --quiet --all -m sneaky'];
  expect(await failure(stage.assemble([one], { verify }))).toMatchObject({ code: 'conflict' });
  const { commit } = await stage.assembled([one], { verify: ['grep -qx a a.txt'] });
  expect(stage.repository.git('log', '--format=%s', commit)).not.toContain('sneaky');
});

test('M9 a verify command that checks out the target cannot move it', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  stage.repository.git('checkout', '--quiet', '--detach');
  const before = stage.target;
  await failure(stage.assemble([one], { verify: ['git checkout --quiet main'] }));
  const assembly = await stage.assembled([one]);
  expect(stage.target).toBe(before);
  await failure(stage.assemble([one], { verify: ['git checkout --quiet main; echo dirty > one.txt'] }));
  expect(await stage.land(assembly)).toEqual({ kind: 'landed' });
  expect(stage.target).toBe(assembly.commit);
});

test('M9 spaces and letters of any alphabet in the path are fine', async () => {
  const odd = await LocalStage.open({ 'a.txt': 'a\n' }, "my prøject — 楽譜 'x'");
  try {
    const one = await odd.entry('one', { 'dir/ü b.txt': '1\n' });
    const assembly = await odd.assembled([one], { verify: ['test -f "dir/ü b.txt"'] });
    expect(assembly.evidence.passed).toBe(true);
    expect(await odd.land(assembly)).toEqual({ kind: 'landed' });
    expect(await readFile(join(odd.repository.path, 'dir/ü b.txt'), 'utf8')).toBe('1\n');
    const two = await odd.entry('two', { 'dir/ü b.txt': '2\n' });
    await odd.repository.commit('Another', { 'dir/ü b.txt': '3\n' });
    expect((await odd.conflict([two])).files).toEqual(['dir/ü b.txt']);
  } finally {
    await odd.close();
  }
});

const proposalOf = (entry: TrainEntry): Proposal => ({
  ...entry,
  branch: entry.branch,
  target: 'main',
  evidence: { tree: '', commit: entry.head, results: [], passed: true },
});
const handoffs = () =>
  stage.repository.git('for-each-ref', '--format=%(objectname)', 'refs/symphony/handoff/');

test('M9 a proposed commit outlives its branch until it is withdrawn', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  const odd = { ...(await stage.entry('two', { 'two.txt': '2\n' })), item: '../..lock~^: é.lock' };
  expect(await stage.host.propose(proposalOf(one))).toEqual({ ref: 'train/one' });
  await stage.host.propose(proposalOf(odd));
  expect(handoffs().split('\n').sort()).toEqual([one.head, odd.head].sort());
  stage.repository.git('branch', '--quiet', '-D', one.branch);
  stage.repository.git('reflog', 'expire', '--expire=now', '--all');
  stage.repository.git('gc', '--quiet', '--prune=now');
  await stage.host.propose(proposalOf(one));
  expect((await stage.assembled([one])).alreadyMerged).toEqual([]);
  await stage.host.withdraw(one.item, 'train/one');
  await stage.host.withdraw(odd.item, 'train/two');
  expect(handoffs()).toBe('');
});

test('M9 landing drops the refs it made superfluous and no others', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  const two = await stage.entry('two', { 'two.txt': '2\n' });
  for (const entry of [one, two]) await stage.host.propose(proposalOf(entry));
  await stage.land(await stage.assembled([one]));
  expect(handoffs()).toBe(two.head);
});

test('M9 what is not on its branch cannot be proposed', async () => {
  const one = await stage.entry('one', { 'one.txt': '1\n' });
  const two = await stage.entry('two', { 'two.txt': '2\n' });
  const refusal = (entry: TrainEntry) => failure(stage.host.propose(proposalOf(entry)));
  expect(await refusal({ ...one, head: two.head })).toMatchObject({ code: 'conflict' });
  expect(await refusal({ ...one, head: '1'.repeat(40) })).toMatchObject({ code: 'missing' });
  expect(await refusal({ ...one, head: 'symphony/one' })).toMatchObject({ code: 'invalid' });
  expect(await refusal({ ...one, branch: 'nowhere' })).toMatchObject({ code: 'missing' });
  expect(handoffs()).toBe('');
});
