import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Chamber } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { chamberBranch, chamberKey } from '../../src/chamber/key.ts';
import { adminOf, type Hall, hallAt, openHall, request, soundness } from './hall.ts';

const KEY = chamberKey('A');
const BRANCH = chamberBranch(KEY);
const pathOf = (hall: Hall): string => join(hall.root, KEY);

/** A chamber as good as new, or with its work: clean files, on its branch, registered once, not locked. */
async function expectGood(hall: Hall, chamber: Chamber, commits: number): Promise<void> {
  expect(chamber).toMatchObject({ key: KEY, path: pathOf(hall), branch: BRANCH });
  expect(await hall.chambers.inspect(chamber)).toMatchObject({ commits, dirty: [] });
  expect(await hall.in(chamber).git('symbolic-ref', '--short', 'HEAD')).toBe(BRANCH);
  expect(await hall.in(chamber).read('README.md')).toBe('hello\n');
  const book = await hall.repository.git('worktree', 'list', '--porcelain');
  expect(book.split('\n').filter((line) => line === `worktree ${chamber.path}`)).toHaveLength(1);
  expect(book).not.toMatch(/^(?:locked|prunable)/m);
  await hall.in(chamber).commit({ 'after.txt': 'work goes on' }, 'Goes on');
  expect(await soundness(hall.repository)).toBe('');
}

describe('M1 killed inside prepare: the next one gives a good chamber', () => {
  const addLocked = (hall: Hall, ...more: string[]) =>
    hall.repository.git(
      'worktree',
      'add',
      '--quiet',
      '--lock',
      '--reason',
      `symphony is making ${KEY}`,
      ...more,
    );
  const admin = (hall: Hall) => join(hall.repository.path, '.git', 'worktrees', KEY);

  const states: Record<string, (hall: Hall) => Promise<unknown>> = {
    'only the root': (hall) => mkdir(hall.root, { recursive: true }),
    'an empty folder': (hall) => mkdir(pathOf(hall), { recursive: true }),
    'the branch alone': (hall) => hall.repository.git('branch', BRANCH),
    'a lock on the branch to be made': (hall) =>
      hall.repository.write({ [`.git/refs/heads/${BRANCH}.lock`]: '' }),
    'the branch at an older base': async (hall) => {
      await hall.repository.git('branch', BRANCH);
      await hall.repository.commit({ 'newer.txt': 'n' }, 'Newer');
    },
    'a private directory without anything but the lock': async (hall) => {
      await hall.repository.git('branch', BRANCH);
      await mkdir(admin(hall), { recursive: true });
      await writeFile(join(admin(hall), 'locked'), `symphony is making ${KEY}`);
    },
    'registered, no folder yet': async (hall) => {
      await addLocked(hall, '--no-checkout', '-b', BRANCH, pathOf(hall), 'main');
      await rm(pathOf(hall), { recursive: true });
    },
    'a folder with its link, no files, no index': async (hall) => {
      await addLocked(hall, '--no-checkout', '-b', BRANCH, pathOf(hall), 'main');
      await rm(join(admin(hall), 'index'), { force: true });
    },
    'half the files and a lock on the index': async (hall) => {
      await addLocked(hall, '-b', BRANCH, pathOf(hall), 'main');
      await rm(join(admin(hall), 'index'));
      await rm(join(pathOf(hall), 'b.txt'));
      await writeFile(join(pathOf(hall), 'README.md'), 'hel');
      await writeFile(join(admin(hall), 'index.lock'), 'half');
    },
    'killed by git itself, locked as initializing': async (hall) => {
      await hall.repository.git(
        'worktree',
        'add',
        '--quiet',
        '--lock',
        '--reason',
        'initializing',
        '-b',
        BRANCH,
        pathOf(hall),
        'main',
      );
      await rm(join(pathOf(hall), 'b.txt'));
    },
    'all made, the hook not finished': async (hall) => {
      await hall.prepare('A');
      await writeFile(join(admin(hall), 'locked'), `symphony is making ${KEY}`);
    },
    'made, no record': async (hall) => {
      await hall.prepare('A');
      await rm(join(admin(hall), 'symphony.json'));
    },
    'made, a damaged record': async (hall) => {
      await hall.prepare('A');
      await writeFile(join(admin(hall), 'symphony.json'), '{"item": "id-');
    },
  };

  test.each(Object.entries(states))('%s', async (_, breakIt) => {
    const hall = await openHall({ files: { 'README.md': 'hello\n', 'b.txt': 'b' } });
    await breakIt(hall);
    const chamber = await hall.restarted().prepare(request('A'));
    expect(chamber.baseCommit).toBe(await hall.repository.git('rev-parse', 'main'));
    expect(await hall.in(chamber).read('b.txt')).toBe('b');
    expect((await readdir(hall.root)).sort()).toEqual(['.gitignore', KEY]);
    await expectGood(hall, chamber, 0);
  });

  test('svc-S1 svc-S5 the after_create hook runs again, for what is made anew only', async () => {
    const hall = await openHall();
    hall.settings.hooks.after_create = 'echo ran >> "$(git rev-parse --git-common-dir)/hook-log"';
    const log = () => hall.repository.read('.git/hook-log');
    await hall.prepare('A');
    await hall.prepare('A');
    expect(await log()).toBe('ran\n');
    await writeFile(join(admin(hall), 'locked'), `symphony is making ${KEY}`);
    await hall.restarted().prepare(request('A'));
    expect(await log()).toBe('ran\nran\n');
  });

  test('files nobody can account for are set aside, not deleted', async () => {
    const hall = await openHall();
    await addLocked(hall, '-b', BRANCH, pathOf(hall), 'main');
    await writeFile(join(pathOf(hall), 'precious.txt'), 'precious');
    await expectGood(hall, await hall.prepare('A'), 0);
    expect(await readFile(join(hall.root, `${KEY}.aside-1`, 'precious.txt'), 'utf8')).toBe('precious');
    expect(hall.notices.join()).toMatch(/are now in .*aside-1/);
  });
});

describe('M2 a damaged chamber keeps its work', () => {
  /** One commit, one staged file. */
  async function working(): Promise<{ hall: Hall; chamber: Chamber; head: string }> {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    const head = await hall.in(chamber).commit({ 'done.txt': 'done' }, 'Done');
    await hall.in(chamber).write({ 'staged.txt': 'staged' });
    await hall.in(chamber).git('add', 'staged.txt');
    return { hall, chamber, head };
  }

  test('the folder was deleted: commits and staged files come back', async () => {
    const { hall, chamber, head } = await working();
    await rm(chamber.path, { recursive: true });
    expect(await hall.restarted().prepare(request('A'))).toEqual(chamber);
    expect(await hall.chambers.inspect(chamber)).toMatchObject({ head, commits: 1, dirty: ['staged.txt'] });
    expect(await hall.in(chamber).read('staged.txt')).toBe('staged');
    expect(await hall.in(chamber).read('done.txt')).toBe('done');
  });

  test('killed while the folder came back', async () => {
    const { hall, chamber, head } = await working();
    await rm(join(chamber.path, 'done.txt'));
    await writeFile(join(await adminOf(hall, chamber), 'locked'), `symphony is restoring ${KEY}`);
    await hall.restarted().prepare(request('A'));
    expect(await hall.chambers.inspect(chamber)).toMatchObject({ head, dirty: ['staged.txt'] });
    expect(await hall.repository.git('worktree', 'list', '--porcelain')).not.toMatch(/^locked/m);
  });

  test('its link to git was deleted: every file stays as it was', async () => {
    const { hall, chamber, head } = await working();
    await hall.in(chamber).write({ 'README.md': 'changed\n', 'new.txt': 'new' });
    await rm(join(chamber.path, '.git'));
    await expect(hall.chambers.inspect(chamber)).rejects.toMatchObject({ failure: { code: 'missing' } });
    expect(await hall.restarted().prepare(request('A', chamber))).toEqual(chamber);
    const { head: now, dirty } = await hall.chambers.inspect(chamber);
    expect({ now, dirty: [...dirty].sort() }).toEqual({
      now: head,
      dirty: ['README.md', 'new.txt', 'staged.txt'],
    });
  });

  test('the folder is there but git has forgotten it: set aside, the commits checked out', async () => {
    const { hall, chamber, head } = await working();
    await hall.in(chamber).write({ 'new.txt': 'new' });
    await rm(await adminOf(hall, chamber), { recursive: true });
    const again = await hall.restarted().prepare(request('A', chamber));
    expect(again.baseCommit).toBe(chamber.baseCommit);
    expect(await readFile(join(`${chamber.path}.aside-1`, 'new.txt'), 'utf8')).toBe('new');
    expect(await hall.chambers.inspect(again)).toMatchObject({ head, commits: 1, dirty: [] });
    const strays = (await hall.chambers.list()).filter(({ branch }) => branch === null);
    expect(strays).toEqual([
      { key: `${KEY}.aside-1`, path: `${chamber.path}.aside-1`, branch: null, baseCommit: null, item: null },
    ]);
  });

  test('only the branch is left, and the target went on', async () => {
    const { hall, chamber, head } = await working();
    await hall.in(chamber).commit({}, 'Staged');
    await hall.repository.git('worktree', 'remove', '--force', chamber.path);
    await hall.repository.commit({ 'other.txt': 'o' }, 'Other');
    const again = await hall.restarted().prepare(request('A'));
    expect(again.baseCommit).toBe(chamber.baseCommit);
    expect(await hall.in(again).git('rev-parse', 'HEAD~1')).toBe(head);
    await expectGood(hall, again, 2);
  });

  test('the branch is checked out in a registration whose folder is gone', async () => {
    const { hall, chamber } = await working();
    const head = await hall.in(chamber).commit({}, 'Staged');
    const elsewhere = join(dirname(hall.repository.path), 'elsewhere');
    await hall.repository.git('worktree', 'move', chamber.path, elsewhere);
    await rm(elsewhere, { recursive: true });
    const again = await hall.restarted().prepare(request('A'));
    expect(again).toEqual(chamber);
    expect((await hall.chambers.inspect(again)).head).toBe(head);
    await expectGood(hall, again, 2);
  });

  test('the repository was moved with its chambers', async () => {
    const { hall, chamber, head } = await working();
    await hall.in(chamber).write({ 'new.txt': 'new' });
    const moved = hall.repository.at(`${hall.repository.path} moved`);
    await rename(hall.repository.path, moved.path);
    const there = hallAt(moved);
    const again = await there.prepare('A', chamber);
    expect(again).toEqual({ ...chamber, path: join(there.root, KEY) });
    const { head: now, dirty } = await there.chambers.inspect(again);
    expect({ now, dirty: [...dirty].sort() }).toEqual({ now: head, dirty: ['new.txt', 'staged.txt'] });
    expect(await soundness(moved)).toBe('');
  });

  test('a merge is not finished and a killed git left its locks', async () => {
    const { hall, chamber } = await working();
    await hall.in(chamber).commit({ 'README.md': 'ours\n' }, 'Ours');
    await hall.repository.commit({ 'README.md': 'theirs\n' }, 'Theirs');
    await expect(hall.in(chamber).git('merge', 'main')).rejects.toThrow();
    const conflicted = await hall.in(chamber).read('README.md');
    const admin = await adminOf(hall, chamber);
    const branchLock = join(hall.repository.path, '.git', 'refs', 'heads', `${BRANCH}.lock`);
    const others = join(hall.repository.path, '.git', 'index.lock');
    for (const lock of [join(admin, 'index.lock'), join(admin, 'HEAD.lock'), branchLock, others])
      await writeFile(lock, '');
    await hall.restarted().prepare(request('A'));
    expect(await hall.in(chamber).read('README.md')).toBe(conflicted);
    expect(await hall.in(chamber).git('rev-parse', 'MERGE_HEAD')).toBe(
      await hall.repository.git('rev-parse', 'main'),
    );
    await hall.in(chamber).commit({ 'README.md': 'both\n' }, 'Merged');
    expect(await readdir(dirname(others))).toContain(basename(others));
  });

  test('its branch was deleted under it', async () => {
    const { hall, chamber, head } = await working();
    await hall.repository.git('update-ref', '-d', `refs/heads/${BRANCH}`);
    await hall.restarted().prepare(request('A'));
    expect(await hall.chambers.inspect(chamber)).toMatchObject({ head, dirty: ['staged.txt'] });
  });

  test('a worktree of the person that is away for now is left alone', async () => {
    const hall = await openHall();
    const usb = join(dirname(hall.repository.path), 'usb');
    await hall.repository.git('worktree', 'add', '--quiet', '--detach', usb);
    await rename(usb, `${usb} unplugged`);
    const chamber = await hall.prepare('A');
    await hall.chambers.remove(chamber, { target: 'main', force: true });
    await cp(`${usb} unplugged`, usb, { recursive: true });
    expect(await hall.repository.at(usb).git('status', '--porcelain')).toBe('');
  });
});
