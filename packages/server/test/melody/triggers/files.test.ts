import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Melody } from '@symphony/domain';
import { expect, test } from 'vitest';
import { filesSource } from '../../../src/melody/triggers/files.ts';
import { matcherOf } from '../../../src/melody/triggers/repository-watch.ts';
import { aWhile, openDisk, running, until } from './disk-stage.ts';
import { listener, melody } from './trigger-stage.ts';

const FILES = { '.gitignore': 'dist/\n*.log\n', 'src/a.ts': 'a', 'docs/a.md': 'a', 'dist.md': 'x' };

async function stage(melodies: () => readonly Melody[]) {
  const { repository, git, clock } = await openDisk({ files: FILES });
  await repository.write({ 'dist/old.ts': 'x', 'node_modules/m/index.ts': 'x' });
  const { heard, occur } = listener();
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const source = await running(
    filesSource({ melodies, root: repository.path, git, clock, warn }).start(occur),
  );
  const told = () => heard.map(({ melody: name, scope }) => [name, scope.paths]);
  return { repository, heard, told, source, warnings };
}

const watching = (name: string, ...paths: string[]): Melody => melody(name, { on: 'files', paths });

test('P7 a burst of changes is one occasion with all its paths, for each melody what it waits for', async () => {
  const { repository, heard, told, warnings } = await stage(() => [
    watching('code', 'src/**/*.ts'),
    watching('docs', 'docs/**', '!docs/private/**'),
    watching('all', '**/*.{ts,md}'),
  ]);
  await repository.write({
    'src/a.ts': 'b',
    'src/deep/b.ts': 'new',
    'docs/private/c.md': 'c',
    'other.txt': 'x',
  });
  await until(() => heard.length >= 2);
  await aWhile();
  expect(told()).toEqual([
    ['code', ['src/a.ts', 'src/deep/b.ts']],
    ['all', ['docs/private/c.md', 'src/a.ts', 'src/deep/b.ts']],
  ]);
  expect(heard[0]).toMatchObject({ detail: 'src/a.ts and 1 more changed', key: null, scope: { count: 2 } });
  await repository.write({ 'docs/a.md': null });
  await until(() => heard.length === 4);
  expect(told().slice(2)).toEqual([
    ['docs', ['docs/a.md']],
    ['all', ['docs/a.md']],
  ]);
  expect(warnings).toEqual([]);
});

test('P7 what git ignores, git itself, .symphony, node_modules and what a link leads to is not seen', async () => {
  const { repository, heard, told } = await stage(() => [watching('all', '**')]);
  await repository.write({
    'dist/new.ts': 'x',
    'dist/old.ts': 'y',
    'a.log': 'x',
    'src/b.log': 'x',
    '.symphony/board/S-1.md': 'x',
    'node_modules/m/index.ts': 'y',
    'src/node_modules/m.ts': 'y',
  });
  await symlink('..', join(repository.path, 'docs', 'up'));
  await repository.git('add', 'src');
  await repository.git('branch', 'other');
  await aWhile();
  expect(told().filter(([, paths]) => String(paths) !== 'docs/up')).toEqual([]);
  heard.length = 0;
  await rename(join(repository.path, 'src', 'a.ts'), join(repository.path, 'src', 'c.ts'));
  await until(() => heard.length > 0);
  expect(told()).toEqual([['all', ['src/a.ts', 'src/c.ts']]]);
});

test('P7 a folder that comes to be ignored later is not told of either', async () => {
  const { repository, heard, told } = await stage(() => [watching('all', '**/*.ts')]);
  await repository.write({ 'made/x.ts': 'x', '.gitignore': 'made/\n' });
  await aWhile();
  expect(told()).toEqual([]);
  await repository.write({ 'made/x.ts': 'y', 'src/a.ts': 'y' });
  await until(() => heard.length > 0);
  expect(told()).toEqual([['all', ['src/a.ts']]]);
});

test('P7 melodies that change are watched for from then on, and nothing is after the stop', async () => {
  let melodies: Melody[] = [];
  const { repository, heard, told, source } = await stage(() => melodies);
  await repository.write({ 'src/a.ts': '1' });
  await aWhile();
  melodies = [watching('late', 'src/*')];
  await source.update();
  await repository.write({ 'src/a.ts': '2' });
  await until(() => heard.length === 1);
  melodies = [watching('late', 'new/folder/*.md')];
  await source.update();
  await repository.write({ 'src/a.ts': '3', 'new/folder/a.md': 'x' });
  await until(() => heard.length === 2);
  expect(told()[1]).toEqual(['late', ['new/folder/a.md']]);
  await repository.write({ 'new/folder/a.md': 'y' });
  await source.stop();
  await aWhile();
  expect(heard).toHaveLength(2);
});

test('P7 a pattern that cannot be read is told of, and the others are watched', async () => {
  const { repository, heard, warnings, told } = await stage(() => [
    watching('bad', ''),
    watching('good', 'src/'),
  ]);
  expect(warnings).toEqual([expect.stringMatching(/^The files bad waits for are not watched: /)]);
  await repository.write({ 'src/a.ts': '2' });
  await until(() => heard.length === 1);
  expect(told()).toEqual([['good', ['src/a.ts']]]);
});

test('P7 patterns are globs from the root; those with ! take away, and alone they name nothing', () => {
  const cases: readonly (readonly [readonly string[], string, boolean])[] = [
    [['*.md'], 'a.md', true],
    [['*.md'], 'docs/a.md', false],
    [['**/*.md'], 'docs/.hidden/a.md', true],
    [['docs/**'], 'docs/a/b', true],
    [['{src,test}/**/*.ts'], 'test/x/a.ts', true],
    [['**', '!docs/**'], 'docs/a', false],
    [['!docs/**'], 'src/a', false],
    [['src/[id].ts'], 'src/i.ts', true],
    [['docs/'], 'docs/a/b.md', true],
    [['./src/*'], 'src/a.ts', true],
    [['**', '!docs/'], 'docs/a', false],
  ];
  for (const [patterns, path, fits] of cases)
    expect([patterns, path, matcherOf(patterns)(path)]).toEqual([patterns, path, fits]);
});
