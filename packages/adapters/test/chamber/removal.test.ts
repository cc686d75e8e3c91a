import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chamber } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { chamberKey } from '../../src/chamber/key.ts';
import { adminOf, type Hall, openHall, request, soundness } from './hall.ts';

const gently = { target: 'main', force: false };
const firmly = { target: 'main', force: true };

async function bundleOf(hall: Hall, chamber: Chamber): Promise<string> {
  const removal = await hall.chambers.remove(chamber, firmly);
  if (removal.kind !== 'removed' || removal.bundle === null)
    throw new Error(`no bundle: ${JSON.stringify(removal)}`);
  return removal.bundle;
}

describe('M2 taking chambers away', () => {
  test('a removed chamber leaves nothing behind', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.in(chamber).commit({ 'x.txt': 'x' }, 'X');
    await hall.repository.git('merge', '--quiet', '--no-ff', '--no-edit', chamber.branch);
    expect(await hall.chambers.remove(chamber, gently)).toEqual({ kind: 'removed', bundle: null });
    expect(await hall.repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(await hall.repository.git('worktree', 'list', '--porcelain')).not.toContain('chambers');
    expect(await readdir(hall.root)).toEqual(['.gitignore']);
    expect(await hall.repository.git('config', '--local', '--list')).not.toContain('symphony');
  });

  test('merged on origin counts as merged', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    const head = await hall.in(chamber).commit({ 'x.txt': 'x' }, 'X');
    await hall.repository.git('update-ref', 'refs/remotes/origin/main', head);
    expect(await hall.chambers.remove(chamber, gently)).toEqual({ kind: 'removed', bundle: null });
  });

  test('squashed into the target: it goes, its commits are stored', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.in(chamber).commit({ 'x.txt': 'x' }, 'X');
    const head = await hall.in(chamber).commit({ 'x.txt': 'xx' }, 'XX');
    await hall.repository.git('merge', '--squash', '--quiet', chamber.branch);
    await hall.repository.commit({ 'more.txt': 'm' }, 'Squashed');
    const removal = await hall.chambers.remove(chamber, gently);
    expect(removal).toMatchObject({ kind: 'removed', bundle: expect.any(String) });
    const bundle = removal.kind === 'removed' ? (removal.bundle ?? '') : '';
    expect(await hall.repository.git('bundle', 'list-heads', bundle)).toContain(head);
  });

  test('commits on a detached head or on a branch the agent made count too', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.in(chamber).git('checkout', '--quiet', '--detach');
    const head = await hall.in(chamber).commit({ 'x.txt': 'x' }, 'Detached');
    expect(await hall.chambers.remove(chamber, gently)).toEqual({
      kind: 'kept',
      reason: '1 commit is not in main yet',
    });
    await hall.chambers.restore(await bundleOf(hall, chamber));
    expect(await hall.in(chamber).git('rev-parse', 'HEAD')).toBe(head);
    expect(await hall.in(chamber).git('rev-parse', chamber.branch)).toBe(chamber.baseCommit);
  });

  test('a target that is gone keeps it', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    expect(await hall.chambers.remove(chamber, { target: 'gone', force: false })).toMatchObject({
      kind: 'kept',
    });
  });

  test('an unfinished rebase keeps it', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await mkdir(join(await adminOf(hall, chamber), 'rebase-merge'));
    expect(await hall.chambers.remove(chamber, gently)).toEqual({
      kind: 'kept',
      reason: 'a rebase is not finished',
    });
  });

  test('what cannot be stored keeps it, forced or not', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.repository.git('worktree', 'lock', '--reason', 'mine', chamber.path);
    expect(await hall.chambers.remove(chamber, firmly)).toEqual({
      kind: 'kept',
      reason: 'the worktree is locked: mine',
    });
    await hall.repository.git('worktree', 'unlock', chamber.path);
    await mkdir(join(chamber.path, 'nested'));
    const nested = hall.repository.at(join(chamber.path, 'nested'));
    await nested.git('init', '--quiet');
    await nested.write({ 'x.txt': 'x' });
    expect(await hall.chambers.remove(chamber, firmly)).toMatchObject({
      kind: 'kept',
      reason: expect.stringContaining('the git repository nested/'),
    });
    expect(await nested.read('x.txt')).toBe('x');
  });

  test('a branch somebody else has checked out stays', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.in(chamber).git('checkout', '--quiet', '--detach');
    await hall.repository.git('checkout', '--quiet', chamber.branch);
    expect(await hall.chambers.remove(chamber, gently)).toMatchObject({ kind: 'removed' });
    expect(await hall.repository.git('symbolic-ref', '--short', 'HEAD')).toBe(chamber.branch);
    expect(await hall.repository.git('rev-parse', 'HEAD')).toBe(chamber.baseCommit);
  });

  test('folders git does not know are kept, and stored when forced', async () => {
    const hall = await openHall();
    const key = chamberKey('stray');
    const path = join(hall.root, key);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'precious.txt'), 'precious');
    const stray = await hall.chambers.find(key);
    if (!stray) throw new Error('not found');
    expect(await hall.chambers.remove(stray, gently)).toMatchObject({ kind: 'kept' });
    const bundle = await bundleOf(hall, stray);
    expect(await hall.chambers.find(key)).toBeNull();
    const ref = (await hall.repository.git('bundle', 'list-heads', bundle)).split(' ')[1] ?? '';
    await hall.repository.git('fetch', '--quiet', bundle, `${ref}:refs/heads/look`);
    expect(await hall.repository.read('precious.txt', 'look')).toBe('precious');
  });
});

describe('M2 bundles', () => {
  /** Commits, staged, changed again, deleted, new and ignored files. */
  async function busy(hall: Hall, chamber: Chamber): Promise<void> {
    const work = hall.in(chamber);
    await work.commit({ 'one.txt': '1', 'gone.txt': 'g', '.gitignore': 'ignored\n' }, 'One');
    await work.write({ 'one.txt': 'staged' });
    await work.git('add', 'one.txt');
    await work.write({ 'one.txt': 'changed', 'gone.txt': null, 'sub/new ü.txt': 'new', ignored: 'i' });
  }

  test('a chamber comes back with all of it', async () => {
    const hall = await openHall({ name: 'mein dépôt 音' });
    const chamber = await hall.prepare('A');
    await busy(hall, chamber);
    const before = await hall.chambers.inspect(chamber);
    const diff = await hall.chambers.diff(chamber);
    expect(diff).toMatch(/\+changed/);
    expect(diff).toMatch(/\+new/);
    expect(diff).not.toMatch(/ignored file|\+i$/m);
    expect(await hall.chambers.inspect(chamber)).toEqual(before);

    const bundle = await bundleOf(hall, chamber);
    await hall.repository.git('gc', '--quiet', '--prune=now');
    const back = await hall.restarted().restore(bundle);
    const { key, path, branch, baseCommit } = chamber;
    expect(back).toEqual({ key, path, branch, baseCommit, item: 'id-of-A' });
    expect(await hall.chambers.inspect(chamber)).toEqual(before);
    expect(await hall.chambers.diff(key)).toBe(diff);
    expect(await hall.in(chamber).git('show', ':one.txt')).toBe('staged');
    expect(await hall.chambers.list()).toEqual([back]);
    expect(await hall.prepare('A')).toMatchObject({ key, baseCommit });
    await expect(hall.chambers.restore(bundle)).rejects.toMatchObject({ failure: { code: 'conflict' } });
    expect(await soundness(hall.repository)).toBe('');
  });

  test('a change as long as what it replaces, right after the commit, is in the bundle', async () => {
    const hall = await openHall();
    for (const item of ['A', 'B']) {
      const chamber = await hall.prepare(item);
      await hall.in(chamber).commit({ 'x.txt': '1' }, 'One');
      await hall.in(chamber).write({ 'x.txt': '2' });
      await sleep(1010 - (Date.now() % 1000)); // the next second: only the index's own time tells
      expect(await hall.chambers.diff(chamber)).toContain('+2');
    }
  });

  test('a merge that was not finished comes back with both sides', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.in(chamber).commit({ 'README.md': 'ours\n' }, 'Ours');
    await hall.in(chamber).git('checkout', '--quiet', '--detach', chamber.baseCommit);
    const theirs = await hall.in(chamber).commit({ 'README.md': 'theirs\n' }, 'Theirs');
    await hall.in(chamber).git('checkout', '--quiet', chamber.branch);
    await expect(hall.in(chamber).git('merge', theirs)).rejects.toThrow();
    const text = await hall.in(chamber).read('README.md');
    const bundle = await bundleOf(hall, chamber);
    await hall.repository.git('reflog', 'expire', '--expire=now', '--all');
    await hall.repository.git('gc', '--quiet', '--prune=now');
    await hall.chambers.restore(bundle);
    expect(await hall.in(chamber).read('README.md')).toBe(text);
    expect(await hall.repository.git('cat-file', '-t', theirs)).toBe('commit');
  });

  test('a damaged file, a foreign one, none', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await busy(hall, chamber);
    const bundle = await bundleOf(hall, chamber);
    const other = await openHall({ files: { 'other.txt': 'another history\n' } });
    const here = expect.stringMatching(/builds upon commits that are not in this repository/);
    await expect(other.chambers.restore(bundle)).rejects.toMatchObject({
      failure: { code: 'invalid', message: here },
    });
    const none = other.chambers.restore(join(hall.bundles, 'none.bundle'));
    await expect(none).rejects.toMatchObject({ failure: { code: 'missing' } });
    const whole = await readFile(bundle);
    await truncate(bundle, whole.length - 30);
    await expect(hall.chambers.restore(bundle)).rejects.toMatchObject({ failure: { code: 'invalid' } });
    const flipped = Buffer.from(whole);
    flipped[whole.length - 40] = (flipped[whole.length - 40] ?? 0) ^ 1;
    await writeFile(bundle, flipped);
    await expect(hall.chambers.restore(bundle)).rejects.toMatchObject({ failure: { code: 'invalid' } });
    expect(await hall.chambers.list()).toEqual([]);
    await writeFile(bundle, whole);
    await hall.chambers.restore(bundle);
  });

  test('the chamber stays when its bundle cannot be written', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await busy(hall, chamber);
    const before = await hall.chambers.inspect(chamber);
    await mkdir(join(hall.bundles, '..'), { recursive: true });
    await writeFile(hall.bundles, 'a file where the folder should be');
    await expect(hall.chambers.remove(chamber, firmly)).rejects.toMatchObject({ name: 'PortError' });
    expect(await hall.chambers.inspect(chamber)).toEqual(before);
    await rm(hall.bundles);
    await bundleOf(hall, chamber);
  });
});

describe('M2 killed while removing: the next call finishes', () => {
  const note = (hall: Hall, chamber: Chamber) => join(hall.root, `.removing-${chamber.key}.json`);
  const going = (hall: Hall, chamber: Chamber) => join(hall.root, `.removing-${chamber.key}`);

  /** A chamber with one commit and one new file; the note names a bundle. */
  async function halfway(): Promise<{ hall: Hall; chamber: Chamber; bundle: string; tip: string }> {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    const tip = await hall.in(chamber).commit({ 'x.txt': 'x' }, 'X');
    await hall.in(chamber).write({ 'new.txt': 'new' });
    const bundle = join(hall.bundles, `${chamber.key}-noted.bundle`);
    await writeFile(note(hall, chamber), JSON.stringify({ bundle, tip }));
    return { hall, chamber, bundle, tip };
  }

  const steps: Record<string, (hall: Hall, chamber: Chamber, tip: string) => Promise<unknown>> = {
    'after the rename': (hall, chamber) => rename(chamber.path, going(hall, chamber)),
    'after the branch': async (hall, chamber, tip) => {
      await rename(chamber.path, going(hall, chamber));
      await hall.repository.git('update-ref', '-d', `refs/heads/${chamber.branch}`, tip);
    },
    'after the folder': async (hall, chamber, tip) => {
      await hall.repository.git('update-ref', '-d', `refs/heads/${chamber.branch}`, tip);
      await rm(chamber.path, { recursive: true });
    },
    'after git forgot it': async (hall, chamber, tip) => {
      await hall.repository.git('worktree', 'remove', '--force', chamber.path);
      await hall.repository.git('update-ref', '-d', `refs/heads/${chamber.branch}`, tip);
    },
  };

  test.each(Object.entries(steps))('%s', async (_, until) => {
    const { hall, chamber, bundle, tip } = await halfway();
    await until(hall, chamber, tip);
    expect(await hall.restarted().remove(chamber, firmly)).toEqual({ kind: 'removed', bundle });
    expect(await readdir(hall.root)).toEqual(['.gitignore']);
    expect(await hall.repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(await hall.repository.git('worktree', 'list', '--porcelain')).not.toContain('chambers');
  });

  test('after the bundle: the same bundle is found again', async () => {
    const hall = await openHall();
    const chamber = await hall.prepare('A');
    await hall.in(chamber).write({ 'new.txt': 'new' });
    const bundle = await bundleOf(hall, chamber);
    await hall.chambers.restore(bundle);
    expect(await bundleOf(hall, chamber)).toBe(bundle);
    expect(await readdir(hall.bundles)).toHaveLength(1);
  });

  test('prepare finishes a decided removal, then makes a new chamber', async () => {
    const { hall, chamber } = await halfway();
    await rename(chamber.path, going(hall, chamber));
    const again = await hall.restarted().prepare(request('A', chamber));
    expect(await hall.chambers.inspect(again)).toMatchObject({ commits: 0, dirty: [] });
    expect((await readdir(hall.root)).sort()).toEqual(['.gitignore', chamber.key]);
  });

  test('a note without the rename counts for nothing', async () => {
    const { hall, chamber } = await halfway();
    await hall.in(chamber).write({ 'newer.txt': 'newer' });
    expect(await hall.restarted().remove(chamber, gently)).toMatchObject({ kind: 'kept' });
    expect(await hall.in(chamber).read('newer.txt')).toBe('newer');
  });
});
