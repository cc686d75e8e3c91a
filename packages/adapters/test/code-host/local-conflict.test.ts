import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalStage } from './local-stage.ts';
import type { Change } from './sample-repository.ts';

let stage: LocalStage;
const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('');
const START: Record<string, Change> = { 'a.txt': `${lines(20, 'before')}middle\n${lines(20, 'after')}` };

beforeEach(async () => {
  stage = await LocalStage.open({ ...START, 'b.txt': lines(5, 'b'), 'image.bin': Buffer.from([0, 1, 2, 3]) });
});
afterEach(() => stage.close());

/** The author changes one thing, the target another; the conflict is what comes of it. */
async function clash(theirs: Record<string, Change>, ours: Record<string, Change>) {
  const entry = await stage.entry('one', theirs);
  await stage.repository.commit('Change it on main', ours);
  const before = stage.target;
  const conflict = await stage.conflict([entry]);
  expect(conflict).toMatchObject({ item: entry.item, base: before });
  expect(stage.target).toBe(before);
  expect(stage.repository.gitIn(stage.scratch, 'status', '--porcelain')).toBe('');
  return conflict;
}

test('M9 both sides of a text conflict are shown with the commits that caused it', async () => {
  const conflict = await clash(
    { 'a.txt': `${lines(20, 'before')}theirs\n${lines(20, 'after')}` },
    { 'a.txt': `${lines(20, 'before')}ours\n${lines(20, 'after')}` },
  );
  expect(conflict.files).toEqual(['a.txt']);
  expect(conflict.report).toContain('one (Work on one) could not be merged into main');
  expect(conflict.report).toMatch(
    /--- a\.txt\n…\nbefore 17\nbefore 18\nbefore 19\n<{7} HEAD\nours\n={7}\ntheirs\n>{7} [0-9a-f]+\nafter 0\nafter 1\nafter 2\n…/,
  );
  expect(conflict.report).toMatch(/Commits on main .*\n[0-9a-f]+ Change it on main$/);
});

test('M9 a file deleted by the author and changed on the target', async () => {
  const { files, report } = await clash({ 'b.txt': null }, { 'b.txt': `${lines(5, 'b')}more\n` });
  expect(files).toEqual(['b.txt']);
  expect(report).toContain('one deleted or moved it, main changed it');
  expect(report).toContain('+more');
});

test('M9 a file deleted on the target and changed by the author', async () => {
  const { files, report } = await clash({ 'b.txt': `${lines(5, 'b')}more\n` }, { 'b.txt': null });
  expect(files).toEqual(['b.txt']);
  expect(report).toContain('main deleted or moved it, one changed it');
  expect(report).toContain('+more');
  expect(report).toContain('Change it on main');
});

test('M9 a binary file is described, not shown', async () => {
  const { files, report } = await clash(
    { 'image.bin': Buffer.from([0, 9, 9, 9, 9]) },
    { 'image.bin': Buffer.from([0, 7]) },
  );
  expect(files).toEqual(['image.bin']);
  expect(report).toContain('main has 2 bytes, one has 5 bytes');
  expect(report).not.toContain('\u0000');
});

test('M9 a file both sides renamed names both names', async () => {
  const text = lines(5, 'b');
  const { files, report } = await clash({ 'b.txt': null, 'c.txt': text }, { 'b.txt': null, 'd.txt': text });
  expect(files).toEqual(expect.arrayContaining(['b.txt', 'c.txt', 'd.txt']));
  expect(report).toContain('CONFLICT (rename/rename)');
});

test('M9 a file where the other side has a folder', async () => {
  const { files, report } = await clash({ thing: 'a file\n' }, { 'thing/inner.txt': 'a folder\n' });
  expect(files.length).toBeGreaterThan(0);
  expect(report).toContain('CONFLICT (file/directory)');
});

test('M9 a submodule that points to different commits', async () => {
  const { repository } = stage;
  const pointAt = async (branch: string, hash: string) => {
    repository.git('checkout', '--quiet', branch);
    repository.git('update-index', '--add', '--cacheinfo', `160000,${hash},module`);
    repository.git('commit', '--quiet', '-m', `Point at ${hash.slice(0, 4)}`);
    return repository.git('rev-parse', 'HEAD');
  };
  repository.git('branch', 'symphony/one');
  await pointAt('main', '2'.repeat(40));
  const head = await pointAt('symphony/one', '3'.repeat(40));
  repository.git('checkout', '--quiet', 'main');
  const entry = { item: 'item-one', identifier: 'one', title: 'Point', branch: 'symphony/one', head };
  const { files, report } = await stage.conflict([entry]);
  expect(files).toEqual(['module']);
  expect(report).toContain('A submodule: main has commit 2222222222, one has commit 3333333333');
});

test('M9 a symbolic link is read as a link, never followed', async () => {
  const { repository } = stage;
  const link = async (branch: string, to: string) => {
    await repository.write('to-hash', to);
    const blob = repository.git('hash-object', '-w', 'to-hash');
    repository.git('clean', '--quiet', '-f', 'to-hash');
    repository.git('checkout', '--quiet', branch);
    repository.git('update-index', '--add', '--cacheinfo', `120000,${blob},link`);
    repository.git('commit', '--quiet', '-m', `Link to ${to}`);
    repository.git('reset', '--quiet', '--hard');
    return repository.git('rev-parse', 'HEAD');
  };
  repository.git('branch', 'symphony/one');
  await link('main', '/etc/hostname');
  const head = await link('symphony/one', '/etc/passwd');
  repository.git('checkout', '--quiet', 'main');
  const entry = { item: 'item-one', identifier: 'one', title: 'Link', branch: 'symphony/one', head };
  const { report } = await stage.conflict([entry]);
  expect(report).toContain('main has a link to /etc/hostname, one has a link to /etc/passwd');
  expect(report).not.toContain('root:');
});

test('M9 unrelated histories are a conflict that says so', async () => {
  const { repository } = stage;
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  const head = repository.git('commit-tree', tree, '-m', 'From nowhere');
  repository.git('branch', 'symphony/one', head);
  const entry = { item: 'item-one', identifier: 'one', title: 'Alien', branch: 'symphony/one', head };
  const conflict = await stage.conflict([entry]);
  expect(conflict).toMatchObject({ item: 'item-one', files: [] });
  expect(conflict.report).toContain('unrelated histories');
});

test('M9 a report stays small, however much conflicts', async () => {
  const many = (word: string) =>
    Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`many/${n}.txt`, lines(600, `${word} ü`)]));
  const { files, report } = await clash(many('theirs'), many('ours'));
  expect(files).toHaveLength(100);
  expect(report).toContain('130 files conflict');
  expect(report).toContain('and 30 more');
  expect(report.match(/^--- /gm)).toHaveLength(10);
  expect(Buffer.byteLength(report)).toBeLessThan(60_000);
  expect(report).not.toContain('\uFFFD');
});

test('M9 a conflict with an earlier entry of the same train names the later one only', async () => {
  const one = await stage.entry('one', { 'b.txt': 'one\n' });
  const two = await stage.entry('two', { 'b.txt': 'two\n' });
  const conflict = await stage.conflict([one, two]);
  expect(conflict).toMatchObject({ item: two.item, files: ['b.txt'] });
  expect(conflict.report).toContain('with 1 more merged before it');
  expect(conflict.report).toContain('Work of symphony/one');
  expect((await stage.assembled([one])).evidence.passed).toBe(true);
});
