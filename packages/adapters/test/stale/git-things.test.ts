import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chamber } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { openGit } from '../../src/git/index.ts';
import {
  ChamberShelf,
  openBranches,
  type Standing,
  Trash,
  Uses,
  unmergedInBundle,
} from '../../src/stale/index.ts';
import { type Hall, openHall, soundness } from '../chamber/hall.ts';
import { because, failing, NOW, UNUSED } from './room-of.ts';

const git = openGit('stale-test');

async function open(standing: () => Standing = () => UNUSED) {
  const hall = await openHall();
  const archive = join(hall.repository.path, '.symphony', 'archive');
  const [trash, uses] = [new Trash(archive), new Uses(archive)];
  const shared = { repository: hall.repository.path, git, target: () => 'main', trash, uses };
  const chambers = new ChamberShelf({
    ...shared,
    chambers: hall.chambers,
    standing,
    identifier: (item) => item.replace('id-of-', ''),
  });
  return { hall, trash, chambers, branches: openBranches({ ...shared, standing }) };
}

/** Work in a chamber, merged into the target as the train does it. */
async function merged(hall: Hall, identifier: string): Promise<Chamber> {
  const chamber = await hall.prepare(identifier);
  await hall.in(chamber).commit({ [`${identifier}.txt`]: identifier }, `Work of ${identifier}`);
  await hall.repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge', chamber.branch);
  return chamber;
}

describe('chambers', () => {
  test('P5 a merged one is removed and comes back with its commit; the manifest is all that is kept', async () => {
    const { hall, trash, chambers } = await open();
    const chamber = await merged(hall, 'A');
    const head = await hall.in(chamber).git('rev-parse', 'HEAD');
    const [thing] = await chambers.list();
    expect(thing?.guards).toMatchObject({ unmerged: null, running: null });
    expect(thing?.size).toBeGreaterThan(0);
    const entry = await chambers.remove(thing!, because());
    expect(existsSync(chamber.path)).toBe(false);
    expect(await hall.repository.git('branch', '--list', 'symphony/*')).toBe('');
    await chambers.recover();
    expect((await trash.entries()).map(({ id }) => id)).toEqual([entry.id]);

    await hall.repository.commit({ 'later.txt': 'the target moved on' }, 'Later');
    await chambers.restore((await trash.entries())[0]!);
    expect(await hall.in(chamber).git('rev-parse', 'HEAD')).toBe(head);
    expect(await hall.in(chamber).git('status', '--porcelain')).toBe('');
    expect(await readFile(join(chamber.path, 'A.txt'), 'utf8')).toBe('A');
    expect(await trash.entries()).toEqual([]);
    await soundness(hall.repository);
  });

  test('P5 unmerged commits, uncommitted files and items at work are guarded, and the port refuses too', async () => {
    const { hall, chambers, trash } = await open();
    const committed = await hall.prepare('B');
    await hall.in(committed).commit({ 'b.txt': 'b' }, 'Not merged');
    const dirty = await hall.prepare('C');
    await writeFile(join(dirty.path, 'c.txt'), 'not even committed');
    const things = await chambers.list();
    expect(things.map(({ label, guards }) => [label[0], guards.unmerged])).toEqual([
      ['B', 'not all of its commits are in main'],
      ['C', '1 file has uncommitted changes'],
    ]);
    for (const thing of things)
      expect((await failing(chambers.remove(thing, because()))).code).toBe('refused');
    expect(await readdir(hall.root)).toEqual(expect.arrayContaining([committed.key, dirty.key]));
    expect(await trash.entries()).toEqual([]);
  });

  test('P5 killed between manifest and removal, and between removal and manifest: both are settled', async () => {
    const { hall, chambers, trash } = await open();
    const chamber = await merged(hall, 'D');
    const [thing] = await chambers.list();
    const facts = {
      chamber: JSON.stringify(chamber),
      item: 'id-of-D',
      head: await hall.in(chamber).git('rev-parse', 'HEAD'),
      removed: 'no',
    };
    await trash.begin(thing!, because(), { facts, needs: [] });
    await chambers.recover();
    expect(await trash.entries()).toEqual([]);
    expect(existsSync(chamber.path)).toBe(true);

    await trash.begin(thing!, because(NOW + 1), { facts, needs: [] });
    await hall.chambers.remove(chamber, { target: 'main', force: false });
    await chambers.recover();
    expect((await trash.entries()).map((entry) => entry.facts.removed)).toEqual(['yes']);
    await chambers.restore((await trash.entries())[0]!);
    expect(await readFile(join(chamber.path, 'D.txt'), 'utf8')).toBe('D');
  });
});

describe('branches', () => {
  test('P5 a merged branch goes and comes back at the same commit; others are guarded', async () => {
    const { hall, branches, trash } = await open();
    const { repository } = hall;
    await repository.git('branch', 'symphony/merged');
    await repository.git('switch', '--quiet', '--create', 'symphony/open');
    await repository.commit({ 'open.txt': 'x' }, 'Open');
    await repository.git('switch', '--quiet', 'main');
    const used = await hall.prepare('E');
    const commit = await repository.git('rev-parse', 'symphony/merged');
    const things = await branches.list();
    expect(things.map(({ label, guards }) => [label, guards.unmerged ?? guards.running])).toEqual([
      [used.branch, `it is checked out in ${used.path}`],
      ['symphony/merged', null],
      ['symphony/open', 'not all of it is in main'],
    ]);
    const free = things.find(({ label }) => label === 'symphony/merged')!;
    const entry = await branches.remove(free, because());
    expect(await repository.git('branch', '--list', 'symphony/merged')).toBe('');
    await branches.recover();
    await branches.restore(entry);
    expect(await repository.git('rev-parse', 'symphony/merged')).toBe(commit);
    expect(await trash.entries()).toEqual([]);
    for (const thing of things.filter(({ id }) => id !== free.id))
      expect((await failing(branches.remove(thing, because()))).code).toBe('refused');
  });

  test('P5 a commit added after the look keeps the branch; a manifest before its deletion is dropped', async () => {
    const { hall, branches, trash } = await open();
    const { repository } = hall;
    await repository.git('branch', 'symphony/late');
    const [thing] = await branches.list();
    const facts = { ref: 'refs/heads/symphony/late', commit: await repository.git('rev-parse', 'main') };
    await trash.begin(thing!, because(), { facts, needs: [] });
    await branches.recover();
    expect(await trash.entries()).toEqual([]);
    await repository.git('switch', '--quiet', 'symphony/late');
    await repository.commit({ 'late.txt': 'x' }, 'Late');
    await repository.git('switch', '--quiet', 'main');
    expect((await failing(branches.remove(thing!, because()))).code).toBe('refused');
  });
});

test('P5 a bundle is told from the target: squashed work adds nothing, uncommitted work does', async () => {
  const { hall } = await open();
  const { repository } = hall;
  const ask = (bundle: string) =>
    unmergedInBundle(git, { repository: repository.path, target: 'main', bundle });
  const squashed = await hall.prepare('F');
  await hall.in(squashed).commit({ 'f.txt': 'f' }, 'Work');
  await repository.commit({ 'f.txt': 'f' }, 'The same, squashed');
  const removal = await hall.chambers.remove(squashed, { target: 'main', force: false });
  const open_ = await hall.prepare('G');
  await writeFile(join(open_.path, 'g.txt'), 'nowhere else');
  const forced = await hall.chambers.remove(open_, { target: 'main', force: true });
  if (removal.kind === 'kept' || forced.kind === 'kept') throw new Error('both must be removed');
  const before = await repository.git('count-objects', '-v');
  expect(await ask(removal.bundle!)).toBeNull();
  expect(await ask(forced.bundle!)).toBe('it holds work that is not in main');
  expect(await repository.git('count-objects', '-v')).toBe(before);
  await writeFile(join(repository.path, 'damaged.bundle'), 'no bundle');
  expect(await ask(join(repository.path, 'damaged.bundle'))).toBe('it could not be looked into');
});
