import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, type TrainEntry } from '@symphony/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalStage } from './local-stage.ts';
import { SampleRepository } from './sample-repository.ts';

let stage: LocalStage;
let one: TrainEntry;
const verify = ['git status --porcelain; ls'];

beforeEach(async () => {
  stage = await LocalStage.open({ 'a.txt': 'a\n' });
  one = await stage.entry('one', { 'one.txt': '1\n' });
});
afterEach(() => stage.close());

const inScratch = (...args: string[]) => stage.repository.gitIn(stage.scratch, ...args);
const scratchGitDir = () => inScratch('rev-parse', '--absolute-git-dir');

/** A host that knows nothing of the past finds the scratch worktree and proves a clean tree in it. */
async function expectSound(seen = 'a.txt\none.txt\n') {
  await stage.repository.write('a.txt', 'the user is at work\n');
  const before = stage.target;
  const { evidence } = await stage.reopen().assembled([one], { verify });
  expect(evidence.results[0]?.outputTail).toBe(seen);
  expect(stage.target).toBe(before);
  expect(await readFile(join(stage.repository.path, 'a.txt'), 'utf8')).toBe('the user is at work\n');
  expect(stage.repository.git('fsck', '--no-dangling', '--connectivity-only')).toBe('');
}

test('M9 dirty, untracked and nested leftovers are thrown away, ignored caches stay', async () => {
  await stage.assembled([one]);
  await writeFile(join(stage.scratch, 'a.txt'), 'dirty\n');
  await writeFile(join(stage.scratch, 'left over.txt'), 'dirty\n');
  await mkdir(join(stage.scratch, 'ignored'));
  await writeFile(join(stage.scratch, 'ignored', 'cache'), 'warm\n');
  inScratch('init', '--quiet', 'nested repository');
  await expectSound('a.txt\nignored\none.txt\n');
  expect(await readFile(join(stage.scratch, 'ignored', 'cache'), 'utf8')).toBe('warm\n');
});

test('M9 an unfinished merge with its locks is thrown away', async () => {
  await stage.assembled([one]);
  await stage.repository.branch('left', { 'a.txt': 'left\n' });
  await stage.repository.branch('right', { 'a.txt': 'right\n' });
  inScratch('checkout', '--quiet', '--detach', 'left');
  expect(() => inScratch('merge', 'right')).toThrow();
  expect(await readdir(scratchGitDir())).toContain('MERGE_HEAD');
  for (const lock of ['index.lock', 'HEAD.lock']) await writeFile(join(scratchGitDir(), lock), '');
  await expectSound();
  expect(await readdir(scratchGitDir())).not.toContain('MERGE_HEAD');
});

test('M9 a branch somebody checked out in the scratch worktree is not moved', async () => {
  await stage.assembled([one]);
  await stage.repository.branch('precious', { 'p.txt': 'p\n' });
  const precious = stage.repository.git('rev-parse', 'precious');
  inScratch('checkout', '--quiet', 'precious');
  await expectSound();
  expect(stage.repository.git('rev-parse', 'precious')).toBe(precious);
});

test('M9 a scratch folder that is gone is made again', async () => {
  await stage.assembled([one]);
  await rm(stage.scratch, { recursive: true });
  await expectSound();
});

test('M9 a scratch folder git has forgotten is made again', async () => {
  await stage.assembled([one]);
  await rm(scratchGitDir(), { recursive: true });
  await expectSound();
});

test("M9 a scratch folder without its link never stands for the user's checkout", async () => {
  await stage.assembled([one]);
  await rm(join(stage.scratch, '.git'));
  await expectSound();
  expect(inScratch('rev-parse', '--show-toplevel')).not.toBe(stage.repository.path);
});

test('M9 a scratch folder with the link of a chamber leaves that chamber alone', async () => {
  await stage.assembled([one]);
  const chamber = join(stage.repository.root, 'chamber');
  stage.repository.git('worktree', 'add', '--quiet', '-b', 'precious', chamber);
  await writeFile(join(chamber, 'a.txt'), 'staged\n');
  stage.repository.gitIn(chamber, 'add', 'a.txt');
  await writeFile(join(stage.scratch, '.git'), await readFile(join(chamber, '.git')));
  await expectSound();
  expect(stage.repository.gitIn(chamber, 'status', '--porcelain', '--branch')).toBe('## precious\nM  a.txt');
});

test('M9 a broken index, HEAD or link is made again', async () => {
  for (const [name, where] of [
    ['index', scratchGitDir],
    ['HEAD', scratchGitDir],
    ['.git', () => stage.scratch],
  ] as const) {
    await stage.assembled([one]);
    await writeFile(join(where(), name), 'broken');
    await expectSound();
  }
});

test('M9 a folder half removed or never finished is made again', async () => {
  await mkdir(join(stage.scratch, 'something'), { recursive: true });
  await writeFile(join(stage.scratch, 'something', 'else.txt'), 'x\n');
  await expectSound();
});

test('M9 a worktree locked on the list but gone is made again', async () => {
  await stage.assembled([one]);
  stage.repository.git('worktree', 'lock', stage.scratch);
  await rm(stage.scratch, { recursive: true });
  await expectSound();
});

test('M9 the scratch worktree of a copied repository is not shared with the original', async () => {
  const { repository } = stage;
  await stage.assembled([one]);
  const two = await stage.entry('two', { 'two.txt': '2\n' });
  const copy = LocalStage.on(SampleRepository.at(repository.root, join(repository.root, 'copy')));
  await cp(repository.path, copy.repository.path, { recursive: true });
  repository.git('worktree', 'repair', copy.scratch);
  const before = repository.git('worktree', 'list', '--porcelain');
  const { commit } = await copy.assembled([two]);
  expect(repository.git('worktree', 'list', '--porcelain')).toBe(before);
  expect(copy.repository.git('cat-file', '-t', commit)).toBe('commit');
});

test('M9 a real repository at the scratch path is refused, not removed', async () => {
  await mkdir(stage.scratch, { recursive: true });
  inScratch('init', '--quiet');
  await writeFile(join(stage.scratch, 'precious.txt'), 'precious\n');
  expect(await stage.assemble([one]).catch(failureOf)).toMatchObject({ code: 'refused' });
  expect(await readdir(stage.scratch)).toContain('precious.txt');
});

test('M9 other worktrees on the list are left alone, even when their folders are away', async () => {
  const away = join(stage.repository.root, 'away');
  stage.repository.git('worktree', 'add', '--quiet', '-b', 'away', away);
  await rm(away, { recursive: true });
  await stage.assembled([one]);
  await rm(stage.scratch, { recursive: true });
  await expectSound();
  expect(stage.repository.git('worktree', 'list', '--porcelain')).toContain(away);
});

test('M9 an ignored cache folder in the place of a merged file is no obstacle', async () => {
  await stage.assembled([one]);
  await mkdir(join(stage.scratch, 'ignored'));
  await writeFile(join(stage.scratch, 'ignored', 'cache'), 'warm\n');
  one = await stage.entry('one', { ignored: 'a file now\n' });
  await expectSound('a.txt\nignored\n');
});

test('M9 a sparse main checkout does not make the proof sparse', async () => {
  await stage.repository.commit('Folders', { 'in/x.txt': 'x\n', 'out/y.txt': 'y\n' });
  one = await stage.entry('one', { 'out/one.txt': '1\n' });
  stage.repository.git('sparse-checkout', 'set', 'in');
  const { evidence } = await stage.assembled([one], { verify: ['ls in out'] });
  expect(evidence.results[0]?.outputTail).toBe('in:\nx.txt\n\nout:\none.txt\ny.txt\n');
});

test('M9 what prepares the scratch worktree may fail, and says so as a port does', async () => {
  const furnished = stage.reopen((path) => writeFile(join(path, 'missing', 'link'), ''));
  expect(await furnished.assemble([one], { verify }).catch(failureOf)).toMatchObject({
    code: 'internal',
    message: expect.stringContaining('could not be prepared'),
  });
});
