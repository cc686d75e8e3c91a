import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepository, type Repository, trackedItem } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGit } from '../../src/workbench/queries/changes/git-output.ts';
import { opening, played } from './history.ts';
import { expectRefused, openRoom, type Room } from './reading-room.ts';

/** Whatever an agent leaves in its chamber, looking at it stays quick and small. */

let repository: Repository;
let path: string;
let room: Room;

beforeEach(async () => {
  repository = await makeRepository({ files: { 'a.txt': 'a\n' } });
  path = join(repository.path, '.symphony', 'chambers', 'A');
  await repository.git('worktree', 'add', '--quiet', '-b', 'symphony/A', path);
  room = openRoom(repository.path);
  const baseCommit = await repository.git('rev-parse', 'HEAD');
  room.record(...opening([trackedItem('A')]), ...played({ item: 'A', run: 'r', path, baseCommit }));
});

afterEach(async () => {
  room.close();
  await repository.remove();
});

/** What it took, and how much more this process held at any moment of it. */
async function measured<T>(work: () => Promise<T>) {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const from = performance.now();
  const result = await work();
  clearInterval(timer);
  return { result, ms: performance.now() - from, grewBy: Math.max(most, process.memoryUsage().rss) - before };
}

test('20,000 files: 2,000 are told, the rest is counted', { timeout: 120_000 }, async () => {
  const text = 'some line of text\n'.repeat(300);
  for (let folder = 0; folder < 20; folder += 1) {
    await mkdir(join(path, `folder-${folder}`));
    await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => writeFile(join(path, `folder-${folder}`, `${at}.txt`), text)),
    );
  }
  const { result, ms, grewBy } = await measured(() => room.queries.changes({ id: 'A' }));
  expect(result.files).toHaveLength(2_000);
  expect(result.more).toBe(18_000);
  expect(result.files.every(({ added }) => added === 300)).toBe(true);
  const last = await measured(() => room.queries.patch({ id: 'A', path: 'folder-9/999.txt' }));
  expect(last.result.patch).toContain('+some line of text\n');
  expect(ms).toBeLessThan(20_000);
  expect(grewBy).toBeLessThan(150_000_000);
});

test('100 MB in one file are not read into memory', { timeout: 120_000 }, async () => {
  const line = `${'x'.repeat(99)}\n`;
  await writeFile(join(path, 'huge.txt'), line.repeat(1_000_000));
  await writeFile(join(path, 'large.txt'), line.repeat(100_000));
  const { result, grewBy } = await measured(() => room.queries.changes({ id: 'A' }));
  const shown = Object.fromEntries(result.files.map((file) => [file.path, file.added]));
  expect(shown).toEqual({ 'huge.txt': null, 'large.txt': 100_000 });
  const large = await measured(() => room.queries.patch({ id: 'A', path: 'large.txt' }));
  expect(large.result.cut).toBe(true);
  expect(large.result.patch.length).toBeGreaterThan(399_000);
  expect(large.result.patch.length).toBeLessThanOrEqual(400_000);
  expect(large.result.patch.endsWith(line)).toBe(true);
  const huge = await room.queries.patch({ id: 'A', path: 'huge.txt' });
  expect(huge).toEqual({ path: 'huge.txt', patch: '', cut: false });
  expect(Math.max(grewBy, large.grewBy)).toBeLessThan(60_000_000);
});

test('one endless line is cut before it', async () => {
  await writeFile(join(path, 'minified.js'), 'x'.repeat(1_000_000));
  const { patch, cut } = await room.queries.patch({ id: 'A', path: 'minified.js' });
  expect(cut).toBe(true);
  expect(patch.split('\n').at(-2)).toBe('@@ -0,0 +1 @@');
});

test('a git that takes too long is ended with all it started', async () => {
  const name = 'sleep 300.4711';
  await repository.git('config', 'filter.slow.clean', name);
  await writeFile(join(path, '.gitattributes'), '*.txt filter=slow\n');
  await writeFile(join(path, 'a.txt'), 'changed\n');
  const call = { cwd: path, args: ['diff', 'HEAD', '--', 'a.txt'] };
  await expectRefused(
    readGit(call, () => true, 700),
    'timeout',
    /needs more than 1 seconds? to compare/,
  );
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(name);
});
