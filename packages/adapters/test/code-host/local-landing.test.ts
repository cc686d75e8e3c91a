import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf } from '@symphony/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Assembled, LocalStage } from './local-stage.ts';

let stage: LocalStage;
let assembly: Assembled;

beforeEach(async () => {
  stage = await LocalStage.open({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const entry = await stage.entry('one', {
    'a.txt': 'changed\n',
    'new.txt': 'new\n',
    'ignored/cache': 'tracked\n',
  });
  assembly = await stage.assembled([entry]);
});
afterEach(() => stage.close());

const inMain = (file: string) => readFile(join(stage.repository.path, file), 'utf8');
const status = () => stage.repository.git('status', '--porcelain');
const gitFile = (name: string) => join(stage.repository.path, '.git', name);

async function expectLanded() {
  expect(await stage.land(assembly)).toEqual({ kind: 'landed' });
  expect(stage.target).toBe(assembly.commit);
}

async function expectHeld(reason: RegExp) {
  const before = status();
  expect(await stage.land(assembly)).toEqual({ kind: 'held', reason: expect.stringMatching(reason) });
  expect(stage.target).toBe(assembly.base);
  expect(status()).toBe(before);
}

test('M9 files follow where the target is checked out', async () => {
  await expectLanded();
  expect(await inMain('a.txt')).toBe('changed\n');
  expect(status()).toBe('');
});

test('M9 changes that are not in the way are left as they are', async () => {
  await stage.repository.write('b.txt', 'mine\n');
  await stage.repository.write('mine.txt', 'mine\n');
  await stage.repository.write('staged.txt', 'staged\n');
  stage.repository.git('add', 'staged.txt');
  const before = status();
  await expectLanded();
  expect(status()).toBe(before);
  expect(await inMain('b.txt')).toBe('mine\n');
});

test('M9 changes in the way hold the landing and are named', async () => {
  await stage.repository.write('a.txt', 'mine\n');
  await expectHeld(/^main is checked out with uncommitted changes to a\.txt; commit or stash them$/);
  expect(await inMain('a.txt')).toBe('mine\n');
  stage.repository.git('stash', '--quiet');
  await expectLanded();
});

test('M9 staged changes in the way hold the landing', async () => {
  await stage.repository.write('a.txt', 'mine\n');
  stage.repository.git('add', 'a.txt');
  await expectHeld(/uncommitted changes to a\.txt/);
});

test('M9 untracked files in the way hold the landing', async () => {
  await stage.repository.write('new.txt', 'mine\n');
  await expectHeld(/^main is checked out with untracked files in the way: new\.txt; move or remove them$/);
  expect(await inMain('new.txt')).toBe('mine\n');
});

test("M9 ignored files are the user's too", async () => {
  await stage.repository.write('ignored/cache', 'mine\n');
  await expectHeld(/untracked files in the way: ignored\/cache/);
  expect(await inMain('ignored/cache')).toBe('mine\n');
});

test('M9 an untracked folder where a file should be holds the landing', async () => {
  await stage.repository.write('new.txt/inner', 'mine\n');
  await expectHeld(/untracked files in the way: new\.txt/);
  expect(await inMain('new.txt/inner')).toBe('mine\n');
});

test('M9 no more than five files are named', async () => {
  const names = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `many ${name}.txt`);
  const entry = await stage.entry('many', Object.fromEntries(names.map((name) => [name, 'x\n'])));
  assembly = await stage.assembled([entry]);
  for (const name of names) await stage.repository.write(name, 'mine\n');
  await expectHeld(/many 1\.txt, many 2\.txt, many 3\.txt, many 4\.txt, many 5\.txt and 2 more;/);
});

for (const lock of ['index.lock', 'HEAD.lock', 'refs/heads/main.lock']) {
  test(`M9 ${lock} means that git is busy`, async () => {
    await writeFile(gitFile(lock), '');
    expect(await stage.land(assembly)).toMatchObject({
      kind: 'held',
      reason: expect.stringMatching(/^git is busy in /),
    });
    expect(await inMain('a.txt')).toBe('a\n');
    await rm(gitFile(lock));
    await expectLanded();
  });
}

test('M9 an unfinished merge or cherry-pick holds the landing', async () => {
  for (const [name, what] of [
    ['MERGE_HEAD', 'a merge'],
    ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ] as const) {
    await writeFile(gitFile(name), `${assembly.base}\n`);
    await expectHeld(new RegExp(`^${what} of main is in progress in .*; finish or abort it$`));
    await rm(gitFile(name));
  }
  await expectLanded();
});

test('M9 a rebase of the target, which detaches HEAD, holds the landing', async () => {
  const { repository } = stage;
  await repository.branch('other', { 'b.txt': 'other\n' });
  await repository.commit('Mine', { 'b.txt': 'mine\n' });
  assembly = await stage.assembled([await stage.entry('two', { 'two.txt': '2\n' })]);
  expect(() => repository.git('rebase', '--quiet', 'other')).toThrow();
  await expectHeld(/^a rebase of main is in progress/);
  repository.git('rebase', '--abort');
  await expectLanded();
});

test('M9 a detached main checkout keeps its files while the target moves', async () => {
  stage.repository.git('checkout', '--quiet', '--detach');
  await expectLanded();
  expect(await inMain('a.txt')).toBe('a\n');
  expect(status()).toBe('');
});

test('M9 a target that is checked out nowhere is moved', async () => {
  stage.repository.git('checkout', '--quiet', '-b', 'elsewhere');
  await expectLanded();
  expect(stage.repository.git('rev-parse', 'HEAD')).toBe(assembly.base);
  expect(status()).toBe('');
});

test('M9 files follow in a linked worktree that has the target', async () => {
  const { repository } = stage;
  const linked = join(repository.root, 'linked worktree');
  repository.git('checkout', '--quiet', '-b', 'elsewhere');
  repository.git('worktree', 'add', '--quiet', linked, 'main');
  await expectLanded();
  expect(await readFile(join(linked, 'a.txt'), 'utf8')).toBe('changed\n');
  expect(repository.gitIn(linked, 'status', '--porcelain')).toBe('');
});

test('M9 a worktree whose folder is gone holds nothing', async () => {
  const { repository } = stage;
  const linked = join(repository.root, 'linked');
  repository.git('checkout', '--quiet', '-b', 'elsewhere');
  repository.git('worktree', 'add', '--quiet', linked, 'main');
  await rm(linked, { recursive: true });
  await expectLanded();
});

test('M9 a worktree that cannot be reached holds the landing', async () => {
  const { repository } = stage;
  const linked = join(repository.root, 'linked');
  repository.git('checkout', '--quiet', '-b', 'elsewhere');
  repository.git('worktree', 'add', '--quiet', '--lock', linked, 'main');
  await rm(linked, { recursive: true });
  await expectHeld(/cannot be reached/);
});

test('M9 a target checked out twice holds the landing', async () => {
  stage.repository.git(
    'worktree',
    'add',
    '--quiet',
    '--force',
    join(stage.repository.root, 'linked'),
    'main',
  );
  await expectHeld(/checked out in 2 places/);
});

test('M9 a landing that stopped after the files and the index is finished', async () => {
  stage.repository.git('read-tree', '-m', '-u', assembly.base, assembly.commit);
  expect(status()).not.toBe('');
  await expectLanded();
  expect(status()).toBe('');
});

test('M9 a landing that stopped among the files is held until a person has looked', async () => {
  await stage.repository.write('a.txt', 'changed\n');
  await stage.repository.write('new.txt', 'new\n');
  await writeFile(gitFile('index.lock'), 'half an index');
  await expectHeldWhole(/^git is busy/);
  await rm(gitFile('index.lock'));
  await expectHeldWhole(/uncommitted changes to a\.txt.* untracked files in the way: new\.txt/);
  stage.repository.git('stash', '--quiet', '--include-untracked');
  await expectLanded();
});

async function expectHeldWhole(reason: RegExp) {
  const landing = await stage.land(assembly);
  expect(landing).toEqual({ kind: 'held', reason: expect.stringMatching(reason) });
  expect(stage.target).toBe(assembly.base);
}

test('M9 a moved target is told before anything is looked at', async () => {
  await stage.repository.write('a.txt', 'mine\n');
  const now = await stage.repository.commit('Somebody else', { 'c.txt': 'c\n' });
  expect(await stage.land(assembly)).toEqual({ kind: 'moved', now });
  expect(await inMain('a.txt')).toBe('mine\n');
});

test('M9 a commit that was not built on the target never moves it', async () => {
  const stranger = stage.repository.git('commit-tree', `${assembly.commit}^{tree}`, '-m', 'stranger');
  for (const where of ['main', 'elsewhere']) {
    stage.repository.git('checkout', '--quiet', '-B', where);
    const failure = await stage.land({ ...assembly, commit: stranger }).catch(failureOf);
    expect(failure).toMatchObject({ code: 'invalid' });
    expect(stage.target).toBe(assembly.base);
  }
});

test('M9 a target with a slash in its name', async () => {
  const { repository, host } = stage;
  repository.git('branch', 'release/1.x');
  const entry = await stage.entry('two', { 'two.txt': '2\n' });
  const built = await stage.assembled([entry], { target: 'release/1.x' });
  const request = { target: 'release/1.x', expected: built.base, commit: built.commit };
  await mkdir(gitFile('refs/heads/release'), { recursive: true });
  expect(await host.land(request)).toEqual({ kind: 'landed' });
  expect(repository.git('rev-parse', 'release/1.x')).toBe(built.commit);
  expect(stage.target).toBe(built.base);
});
