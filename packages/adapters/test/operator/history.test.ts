import { expect, test } from 'vitest';
import { openStage } from './operator-stage.ts';

test('P7 read-file reads what is committed on the target, not what lies in the working tree', async () => {
  const stage = await openStage({ files: { 'docs/a b.md': 'committed\n', 'empty.txt': '' } });
  await stage.hall.repository.write({ 'docs/a b.md': 'edited\n', 'new.md': 'new\n' });
  expect(await stage.run('read-file', { path: 'docs/a b.md' })).toEqual({ text: 'committed\n' });
  expect(await stage.run('read-file', { path: './docs//a b.md' })).toEqual({ text: 'committed\n' });
  expect(await stage.run('read-file', { path: 'empty.txt' })).toEqual({ text: '' });
  const failure = await stage.fail('read-file', { path: 'new.md' });
  expect(failure).toMatchObject({ code: 'missing', message: 'There is no file new.md on main.' });
});

test('P7 read-file stays inside the repository', async () => {
  const stage = await openStage();
  const escapes = [
    '../secret',
    '/etc/passwd',
    'a/../../b',
    'a/../README.md',
    '.git/config',
    'x/.GIT/y',
    '.',
    'C:\\x',
    '..\\x',
    'a\0b',
  ];
  for (const path of escapes) {
    const failure = await stage.fail('read-file', { path });
    expect([path, failure.code]).toEqual([path, 'invalid']);
    expect(failure.message).toContain('`path`');
  }
});

test('P7 read-file refuses folders, files that are no text and files beyond 1 MB', async () => {
  const files = { 'docs/a.md': 'a', 'binary.bin': 'a\0b', 'big.txt': 'x'.repeat(1024 * 1024 + 1) };
  const stage = await openStage({ files });
  for (const path of ['docs', 'binary.bin', 'big.txt']) {
    const failure = await stage.fail('read-file', { path });
    expect([path, failure.code]).toEqual([path, 'invalid']);
    expect(failure.message).toContain(path);
  }
});

test('P7 git-log tells what came since the last tag, else since the beginning, newest first', async () => {
  const stage = await openStage();
  const { repository } = stage.hall;
  await repository.commit({ 'a.txt': 'a' }, 'Add a');
  const all = await stage.run('git-log', {});
  expect(all).toMatchObject({ count: 2, since: '' });
  expect(
    String(all.text)
      .split('\n')
      .map((line) => line.replace(/^\w+ | \(.*$/g, '')),
  ).toEqual(['Add a', 'First commit']);
  expect(await stage.run('git-log', { since: null, paths: null })).toEqual(all);
  expect(await stage.run('git-log', { since: '' })).toEqual(all);
  await repository.git('tag', 'v1');
  expect(await stage.run('git-log', {})).toEqual({ text: '', count: 0, since: 'v1' });
  await repository.commit({ 'b/c.txt': 'b' }, 'Add b');
  await repository.commit({ 'd*.txt': 'd' }, 'Add d');
  expect(await stage.run('git-log', {})).toMatchObject({ count: 2, since: 'v1' });
  const ofB = await stage.run('git-log', { paths: ['b'] });
  expect(ofB.count).toBe(1);
  expect(ofB.text).toContain('Add b');
  expect(await stage.run('git-log', { paths: 'd*.txt' })).toMatchObject({ count: 1 });
  expect(await stage.run('git-log', { paths: '*' })).toMatchObject({ count: 0 });
  expect(await stage.run('git-log', { since: 'HEAD~1' })).toMatchObject({ count: 1 });
});

test('P7 git-log and git-diff refuse names git would take for something else', async () => {
  const stage = await openStage();
  for (const since of ['--output=/tmp/x', '-n1', 'nowhere', 'main..main', '@{upstream}']) {
    expect((await stage.fail('git-log', { since })).code).toBe('missing');
    expect((await stage.fail('git-diff', { from: since })).code).toBe('missing');
  }
  expect((await stage.fail('git-log', { paths: ['../x'] })).code).toBe('invalid');
});

test('P7 git-diff shows what differs and which files, to the target unless told', async () => {
  const stage = await openStage({ files: { 'a.txt': 'one\n' } });
  const { repository } = stage.hall;
  const first = await repository.git('rev-parse', 'HEAD');
  await repository.git('config', 'diff.mnemonicPrefix', 'true');
  await repository.commit({ 'a.txt': 'two\n', 'ä b.txt': 'new\n' }, 'Change');
  const { text, files } = await stage.run('git-diff', { from: first });
  expect(files).toEqual(['a.txt', 'ä b.txt']);
  expect(text).toContain('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two');
  expect(await stage.run('git-diff', { from: first, to: first })).toEqual({ text: '', files: [] });
});

test('P7 a diff too long to be passed on is cut at a line, and says so', async () => {
  const stage = await openStage({ files: { 'a.txt': '' } });
  const long = Array.from({ length: 20_000 }, (_, line) => `line ${line} of many`).join('\n');
  await stage.hall.repository.commit({ 'a.txt': long }, 'Grow');
  const { text } = await stage.run('git-diff', { from: 'main~1' });
  expect(String(text).length).toBeLessThan(200_100);
  expect(text).toMatch(/of many\n… \d+ more characters are left out\.\n$/);
});
