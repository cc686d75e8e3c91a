import type { Melody } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { branchSource } from '../../../src/melody/triggers/branch.ts';
import { aWhile, openDisk, running, until } from './disk-stage.ts';
import { listener, melody } from './trigger-stage.ts';

const onBranch = (name: string, branch: string): Melody => melody(name, { on: 'git', branch });

async function stage(melodies: () => readonly Melody[]) {
  const disk = await openDisk();
  const { heard, occur } = listener();
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const options = { melodies, root: disk.repository.path, git: disk.git, clock: disk.clock, warn };
  const source = await running(branchSource(options).start(occur));
  return { ...disk, heard, source, warnings, options, occur };
}

test('P7 the first sight of a branch is where it stands; a commit on it is told with what was before', async () => {
  const { repository, heard, warnings } = await stage(() => [
    onBranch('notes', 'main'),
    onBranch('other', 'side'),
  ]);
  const previous = await repository.git('rev-parse', 'main');
  await aWhile(250);
  expect(heard).toEqual([]);
  const commit = await repository.commit({ 'a.txt': 'a' }, 'Add a');
  await until(() => heard.length > 0);
  await aWhile(250);
  expect(heard).toMatchObject([
    {
      melody: 'notes',
      key: `git:notes:${commit}`,
      detail: `main moved to ${commit.slice(0, 10)}`,
      scope: { branch: 'main', commit, previous },
    },
  ]);
  expect(warnings).toEqual([]);
});

test('P7 a branch that is packed, reset, made later, or moved without a checkout is followed', async () => {
  const { repository, heard } = await stage(() => [onBranch('notes', 'feature/deep')]);
  const first = await repository.git('rev-parse', 'main');
  await repository.git('branch', 'feature/deep');
  await aWhile(250);
  expect(heard).toEqual([]);
  const second = await repository.commit({ 'a.txt': 'a' }, 'Add a');
  await repository.git('update-ref', 'refs/heads/feature/deep', second);
  await until(() => heard.length === 1);
  await repository.git('pack-refs', '--all');
  await aWhile(250);
  expect(heard).toHaveLength(1);
  await repository.git('branch', '--force', 'feature/deep', first);
  await until(() => heard.length === 2);
  expect(heard[1]?.scope).toEqual({ branch: 'feature/deep', commit: first, previous: second });
});

test('P7 a branch as it was fetched is followed by its remote name', async () => {
  const { repository, heard } = await stage(() => [onBranch('notes', 'origin/main')]);
  const first = await repository.git('rev-parse', 'main');
  await repository.git('update-ref', 'refs/remotes/origin/main', first);
  await aWhile(250);
  const second = await repository.commit({ 'a.txt': 'a' }, 'Add a');
  await repository.git('update-ref', 'refs/remotes/origin/main', second);
  await until(() => heard.length === 1);
  expect(heard[0]?.key).toBe(`git:notes:${second}`);
});

test('P7 without a word from the file system the branch is looked at every half minute', async () => {
  const { repository, options, occur, heard, source } = await stage(() => [onBranch('notes', 'main')]);
  await source.stop();
  const clock = new ManualClock(Date.parse('2026-11-16T08:00:00Z'));
  await running(branchSource({ ...options, clock }).start(occur));
  const commit = await repository.commit({ 'a.txt': 'a' }, 'Add a');
  await aWhile(250);
  expect(heard).toEqual([]);
  await clock.advanceTo(Date.parse('2026-11-16T08:00:30Z'));
  await until(() => heard.length === 1);
  expect(heard[0]?.scope.commit).toBe(commit);
});

test('P7 melodies that change are followed from then on; a name that is no branch is no trouble', async () => {
  let melodies: Melody[] = [
    onBranch('odd', '../../config'),
    onBranch('odd', '--all'),
    onBranch('odd', 'a..b'),
  ];
  const { repository, heard, source, warnings } = await stage(() => melodies);
  await repository.commit({ 'a.txt': 'a' }, 'Add a');
  melodies = [onBranch('notes', 'main')];
  await source.update();
  await repository.commit({ 'a.txt': 'b' }, 'Change a');
  await until(() => heard.length === 1);
  await source.stop();
  await repository.commit({ 'a.txt': 'c' }, 'Change a again');
  await aWhile(250);
  expect(heard.map(({ melody: name }) => name)).toEqual(['notes']);
  expect(warnings).toEqual([]);
});
