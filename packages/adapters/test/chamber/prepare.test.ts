import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeRepository } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { chamberKey } from '../../src/chamber/key.ts';
import { type Git, openGit } from '../../src/git/index.ts';
import { adminOf, hallAt, openHall, request, soundness } from './hall.ts';

const refusal = (code: string, message: RegExp, nextStep?: RegExp) => ({
  failure: {
    code,
    message: expect.stringMatching(message),
    ...(nextStep ? { nextStep: expect.stringMatching(nextStep) } : {}),
  },
});

describe('preparing', () => {
  test('M1 blanks and any script in the path, and nothing shows in the main checkout', async () => {
    const hall = await openHall({ name: 'mein dépôt 音' });
    const status = await hall.repository.git('status', '--porcelain');
    const chamber = await hall.prepare('Über 音/1');
    expect(await hall.in(chamber).read('README.md')).toBe('hello\n');
    expect(await hall.in(chamber).git('symbolic-ref', '--short', 'HEAD')).toBe(chamber.branch);
    expect(await hall.repository.git('status', '--porcelain')).toBe(status);
    await hall.in(chamber).write({ 'tür auf.txt': 'x', 'a\nb': 'y' });
    expect((await hall.chambers.inspect(chamber)).dirty).toEqual(['a\nb', 'tür auf.txt']);
    expect(await hall.chambers.remove(chamber, { target: 'main', force: true })).toMatchObject({
      kind: 'removed',
    });
    expect(await soundness(hall.repository)).toBe('');
  });

  test('M1 the main checkout may be detached and dirty: chambers are cut from the target commit', async () => {
    const hall = await openHall();
    const first = await hall.repository.git('rev-parse', 'HEAD');
    const second = await hall.repository.commit({ 'two.txt': '2' }, 'Two');
    await hall.repository.git('checkout', '--quiet', '--detach', first);
    await hall.repository.write({ 'README.md': 'changed\n', 'new.txt': 'new' });
    const chamber = await hall.prepare('A');
    expect(chamber.baseCommit).toBe(second);
    expect(await hall.in(chamber).read('README.md')).toBe('hello\n');
    expect(await hall.repository.read('README.md')).toBe('changed\n');
    expect(await hall.repository.git('rev-parse', 'HEAD')).toBe(first);
  });

  test('M1 chambers asked for at once do not meet', async () => {
    const hall = await openHall();
    const names = ['A', 'B', 'C', 'D'];
    const made = await Promise.all(names.map((name) => hall.prepare(name)));
    const again = await Promise.all(names.map((name) => hall.prepare(name)));
    expect(again).toEqual(made);
    expect(new Set(made.flatMap(({ ports }) => ports)).size).toBe(4);
    const twice = await Promise.all([hall.prepare('E'), hall.prepare('E')]);
    expect(twice[0]).toEqual(twice[1]);
    expect(await hall.chambers.list()).toHaveLength(5);
  });

  test('M1 the record is in the private git directory, never in the tree', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    const where = await hall.in(chamber).git('rev-parse', '--git-path', 'symphony.json');
    const { baseCommit, ports, env } = chamber;
    const record = JSON.parse(await hall.repository.at(dirname(where)).read('symphony.json'));
    expect(record).toEqual({ item: 'id-of-A', identifier: 'A', baseCommit, ports, env });
    expect((await readdir(chamber.path)).sort()).toEqual(['.git', 'README.md']);
  });
});

describe('the base', () => {
  async function withOrigin() {
    const origin = await makeRepository({ name: 'origin' });
    const hall = await openHall({ files: null });
    await hall.repository.git('remote', 'add', 'origin', origin.path);
    await hall.repository.git('fetch', '--quiet', 'origin');
    return { hall, origin };
  }

  test('M1 the freshly fetched target', async () => {
    const { hall, origin } = await withOrigin();
    await hall.repository.git('checkout', '--quiet', '-b', 'main', 'origin/main');
    const ahead = await origin.commit({ 'two.txt': '2' }, 'Two');
    expect((await hall.prepare('A')).baseCommit).toBe(ahead);
    const further = await origin.commit({ 'three.txt': '3' }, 'Three');
    hall.settings.fetch = false;
    expect((await hall.prepare('B')).baseCommit).toBe(ahead);
    hall.settings.fetch = true;
    expect((await hall.prepare('C')).baseCommit).toBe(further);
    await origin.remove();
  });

  test('M1 a local target with work of its own wins', async () => {
    const { hall, origin } = await withOrigin();
    await hall.repository.git('checkout', '--quiet', '-b', 'main', 'origin/main');
    await origin.commit({ 'two.txt': '2' }, 'Two');
    const local = await hall.repository.commit({ 'mine.txt': 'm' }, 'Mine');
    expect((await hall.prepare('A')).baseCommit).toBe(local);
    await origin.remove();
  });

  test('M1 without a local branch the remote one is taken; an origin that is gone stops nothing', async () => {
    const { hall, origin } = await withOrigin();
    const there = await origin.git('rev-parse', 'HEAD');
    await origin.remove();
    const chamber = await hall.prepare('A');
    expect(chamber.baseCommit).toBe(there);
    expect(hall.notices.join()).toMatch(/origin could not be asked for main/);
    expect(
      await hall
        .in(chamber)
        .git('config', '--get-regexp', '^branch')
        .catch(() => 'none'),
    ).toBe('none');
  });

  test('a repository without a commit', async () => {
    const hall = await openHall({ files: null });
    await expect(hall.prepare('A')).rejects.toMatchObject(
      refusal('missing', /^The repository has no commit yet\. Make a first commit/, /git commit/),
    );
    await hall.repository.commit({ 'a.txt': 'a' }, 'First');
    await expect(hall.prepare('A')).resolves.toMatchObject({ key: chamberKey('A') });
  });

  test('a target that is missing names its neighbours', async () => {
    const hall = await openHall({ branch: 'master' });
    for (const name of ['maintenance', 'mains', 'zebra', 'other']) await hall.repository.git('branch', name);
    await expect(hall.prepare('A')).rejects.toMatchObject(
      refusal('missing', /target branch main does not exist.*: mains, /, /git branch main/),
    );
  });

  test('a bare repository, no repository', async () => {
    const bare = await makeRepository({ files: null });
    await bare.git('config', 'core.bare', 'true');
    await expect(hallAt(bare).prepare('A')).rejects.toMatchObject(
      refusal('refused', /bare repository/, /Clone it/),
    );
    await rm(join(bare.path, '.git'), { recursive: true });
    await expect(hallAt(bare).prepare('A')).rejects.toMatchObject(
      refusal('missing', /not a git repository/, /git init/),
    );
    await bare.remove();
  });

  test('a branch named symphony stands in the way', async () => {
    const hall = await openHall();
    await hall.repository.git('branch', 'symphony');
    await expect(hall.prepare('A')).rejects.toMatchObject(
      refusal('conflict', /branch named "symphony"/, /branch -m/),
    );
  });
});

describe('what is in the way', () => {
  test('svc-S4 a file at the path', async () => {
    const hall = await openHall();
    await mkdir(hall.root, { recursive: true });
    await writeFile(join(hall.root, chamberKey('A')), 'precious');
    await expect(hall.prepare('A')).rejects.toMatchObject(refusal('conflict', /is a file/, /Move .* away/));
    expect(await hall.repository.at(hall.root).read(chamberKey('A'))).toBe('precious');
  });

  test('a repository of its own at the path', async () => {
    const hall = await openHall();
    const path = join(hall.root, chamberKey('A'));
    await mkdir(path, { recursive: true });
    await hall.repository.at(path).git('init', '--quiet');
    await expect(hall.prepare('A')).rejects.toMatchObject(
      refusal('conflict', /another git repository/, /Move/),
    );
  });

  test('a worktree of another repository at the path', async () => {
    const hall = await openHall();
    const other = await openHall();
    const path = join(hall.root, chamberKey('A'));
    await mkdir(hall.root, { recursive: true });
    await other.repository.git('worktree', 'add', '--quiet', '--detach', path);
    await expect(hall.prepare('A')).rejects.toMatchObject(
      refusal('conflict', /another git repository/, /Move/),
    );
    expect(await hall.repository.at(path).read('README.md')).toBe('hello\n');
  });

  test('svc-S3 a symbolic link that leaves the root, the root itself, a path outside', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    const elsewhere = join(hall.repository.path, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(hall.root, chamberKey('B')));
    await symlink(join(hall.repository.path, 'nowhere'), join(hall.root, chamberKey('C')));
    await expect(hall.prepare('B')).rejects.toMatchObject(refusal('refused', /through a symbolic link/));
    await expect(hall.prepare('C')).rejects.toMatchObject(refusal('refused', /link that leads nowhere/));
    const paths: [string, RegExp][] = [
      [hall.root, /is the chamber root itself/],
      [hall.repository.path, /lies outside the chamber root/],
      [join(chamber.path, 'deeper'), /lies outside the chamber root/],
      [`${hall.root}/../../elsewhere`, /not an absolute, normal path/],
      ['chambers/x', /not an absolute, normal path/],
    ];
    for (const [path, sentence] of paths) {
      const wrong = { ...chamber, path };
      await expect(hall.chambers.remove(wrong, { target: 'main', force: true })).rejects.toMatchObject(
        refusal('refused', sentence),
      );
      await expect(hall.chambers.inspect(wrong)).rejects.toMatchObject(refusal('refused', sentence));
    }
    const forged = { ...chamber, key: '../../elsewhere' };
    await expect(hall.prepare('A', forged)).rejects.toMatchObject(
      refusal('refused', /outside the chamber root/),
    );
    const branchless = { ...chamber, branch: 'main' };
    await expect(hall.chambers.remove(branchless, { target: 'main', force: true })).rejects.toMatchObject(
      refusal('invalid', /does not fit/),
    );
  });

  test('a lock git left on what all worktrees share is named, never removed', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.repository.write({ '.git/packed-refs.lock': '' });
    const wish = { target: 'main', force: false };
    await expect(hall.chambers.remove(chamber, wish)).rejects.toMatchObject(
      refusal('conflict', /The lock file .*packed-refs\.lock was left behind/, /delete/),
    );
    await hall.repository.write({ '.git/packed-refs.lock': null });
    expect(await hall.chambers.remove(chamber, wish)).toEqual({ kind: 'removed', bundle: null });
  });

  test('the branch is checked out elsewhere', async () => {
    const hall = await openHall();
    await hall.repository.git('checkout', '--quiet', '-b', `symphony/${chamberKey('A')}`);
    await hall.repository.commit({ 'x.txt': 'x' }, 'X');
    await expect(hall.prepare('A')).rejects.toMatchObject(refusal('conflict', /is checked out in/, /Switch/));
  });

  test('a full disk is called one, and the next prepare goes on', async () => {
    const hall = await openHall();
    const real = openGit('chamber-test-full');
    const answer = { code: 128, stdout: '', stderr: 'fatal: write error: No space left on device' };
    const full: Git['try'] = async (cwd, args, options) =>
      args.includes('write-tree') ? answer : real.try(cwd, args, options);
    const chamber = await hall.prepare('A');
    await hall.in(chamber).write({ 'work.txt': 'w' });
    const chambers = hall.restarted(
      Object.assign((cwd: string, ...args: string[]) => real(cwd, ...args), { try: full }),
    );
    await expect(chambers.remove(chamber, { target: 'main', force: true })).rejects.toMatchObject(
      refusal('disk', /No space left on device/i, /Free some space/),
    );
    expect(await hall.in(chamber).read('work.txt')).toBe('w');
    expect(await hall.chambers.prepare(request('A'))).toEqual(chamber);
  });
});

test('C5 inspect counts from the recorded base and costs three git commands', async () => {
  const hall = await openHall();
  const chamber = await hall.prepare('A');
  await hall.in(chamber).commit({ 'one.txt': '1' }, 'One');
  await hall.repository.commit({ 'other.txt': 'o' }, 'Elsewhere');
  await hall.in(chamber).git('mv', 'one.txt', 'renamed.txt');
  await hall.in(chamber).write({ 'README.md': null });
  const real = openGit('chamber-test-count');
  let count = 0;
  const counting: Git['try'] = (cwd, args, options) => {
    count += 1;
    return real.try(cwd, args, options);
  };
  const chambers = hall.restarted(
    Object.assign((cwd: string, ...args: string[]) => real(cwd, ...args), { try: counting }),
  );
  await chambers.inspect(chamber);
  count = 0;
  const seen = await chambers.inspect(chamber);
  expect(count).toBe(3);
  expect(seen).toMatchObject({ commits: 1, dirty: ['README.md', 'renamed.txt'] });
  expect(seen.tree).toBe(await hall.in(chamber).git('rev-parse', 'HEAD^{tree}'));
  const lock = join(await adminOf(hall, chamber), 'index.lock');
  await writeFile(lock, '');
  expect(await chambers.inspect(chamber)).toEqual(seen);
});

test('C18 what is staged, large or nested changes the fingerprint too', async () => {
  const hall = await openHall();
  const chamber = await hall.prepare('A');
  const work = hall.in(chamber);
  const prints: string[] = [];
  const look = async () => prints.push((await hall.chambers.inspect(chamber)).fingerprint);
  await work.write({ 'README.md': 'one\n' });
  await look();
  await work.git('add', '--all');
  await look();
  await work.write({ 'README.md': 'two\n' });
  await work.git('add', '--all');
  await work.write({ 'README.md': 'one\n' });
  await look();
  await work.write({ 'large.bin': 'a'.repeat(1_100_000) });
  await look();
  await work.write({ 'large.bin': 'b'.repeat(1_100_000) });
  await look();
  await mkdir(join(chamber.path, 'nested'));
  await work.at(join(chamber.path, 'nested')).git('init', '--quiet');
  await work.write({ 'nested/x.txt': 'x' });
  await look();
  await work.write({ 'nested/x.txt': 'longer' });
  await look();
  expect(new Set(prints).size).toBe(prints.length);
});
