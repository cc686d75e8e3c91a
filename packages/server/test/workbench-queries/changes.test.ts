import { execFileSync } from 'node:child_process';
import { chmod, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepository, type Repository, trackedItem } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { merged, moved, opening, played } from './history.ts';
import { expectRefused, openRoom, type Room } from './reading-room.ts';

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('');

let repository: Repository;
let chamber: Repository;
let room: Room;
let base: string;

/** One item, played in a real chamber that is there still. */
beforeEach(async () => {
  repository = await makeRepository({
    files: { 'kept.txt': 'as it was\n', 'old name.txt': LINES, 'gone.txt': 'x\n', '.gitignore': 'ignored\n' },
  });
  base = await repository.git('rev-parse', 'HEAD');
  const path = join(repository.path, '.symphony', 'chambers', 'A');
  await repository.git('worktree', 'add', '--quiet', '-b', 'symphony/A', path);
  chamber = repository.at(path);
  room = openRoom(repository.path);
  room.record(...opening([trackedItem('A')]), ...played({ item: 'A', run: 'r', path, baseCommit: base }));
});

afterEach(async () => {
  room.close();
  await repository.remove();
});

const changes = () => room.queries.changes({ id: 'A' });
const patch = (path: string) => room.queries.patch({ id: 'a', path });

describe('a live chamber', () => {
  test('shows what is committed, changed and new, and touches nothing', async () => {
    await chamber.commit({ 'first.txt': 'one\ntwo\n' }, 'Some work');
    const head = await chamber.git('rev-parse', 'HEAD');
    await chamber.git('mv', 'old name.txt', 'new name.txt');
    await chamber.write({ 'kept.txt': 'as it is\nand more\n', 'gone.txt': null, ignored: 'not shown' });
    await chamber.write({ 'folder/untracked ü\n.txt': 'new\n', 'bytes.bin': 'a\0b' });
    await chmod(join(chamber.path, 'first.txt'), 0o755);
    await symlink('/etc/passwd', join(chamber.path, 'link'));
    const admin = join(repository.path, '.git', 'worktrees', 'A');
    const before = [await readFile(join(admin, 'index')), await chamber.git('status', '--porcelain')];
    const objects = await repository.git('count-objects');

    expect(await changes()).toEqual({
      kind: 'live',
      base,
      head,
      more: 0,
      files: [
        { path: 'bytes.bin', oldPath: null, change: 'added', added: null, removed: null },
        { path: 'first.txt', oldPath: null, change: 'added', added: 2, removed: 0 },
        { path: 'folder/untracked ü\n.txt', oldPath: null, change: 'added', added: 1, removed: 0 },
        { path: 'gone.txt', oldPath: null, change: 'deleted', added: 0, removed: 1 },
        { path: 'kept.txt', oldPath: null, change: 'modified', added: 2, removed: 1 },
        { path: 'link', oldPath: null, change: 'added', added: 1, removed: 0 },
        { path: 'new name.txt', oldPath: 'old name.txt', change: 'renamed', added: 0, removed: 0 },
      ],
    });
    expect((await patch('kept.txt')).patch).toContain('-as it was\n+as it is\n+and more\n');
    expect((await patch('folder/untracked ü\n.txt')).patch).toContain('+new\n');
    expect((await patch('link')).patch).toContain('+/etc/passwd\n');
    expect((await patch('new name.txt')).patch).toContain('rename from old name.txt');
    expect(await patch('bytes.bin')).toEqual({ path: 'bytes.bin', patch: '', cut: false });

    expect(await readFile(join(admin, 'index'))).toEqual(before[0]);
    expect(await chamber.git('status', '--porcelain')).toBe(before[1]);
    expect(await repository.git('count-objects')).toBe(objects);
    expect(await left()).toEqual([]);
  });

  test('is seen right after a change of the same size at the same time', async () => {
    const file = join(chamber.path, 'kept.txt');
    const second = Math.floor(Date.now() / 1_000) - 60;
    // What cannot be set back must not give the change away.
    await repository.git('config', 'core.trustctime', 'false');
    await utimes(file, second, second);
    await chamber.git('update-index', '--refresh');
    await utimes(join(repository.path, '.git', 'worktrees', 'A', 'index'), second, second);
    await chamber.write({ 'kept.txt': 'as it is!\n' });
    await utimes(file, second, second);
    expect((await patch('kept.txt')).patch).toContain('-as it was\n+as it is!\n');
  });

  test('in the middle of a merge shows what is in the files, once', async () => {
    await repository.commit({ 'kept.txt': 'theirs\n' }, 'On main');
    await chamber.commit({ 'kept.txt': 'ours\n' }, 'In the chamber');
    await expect(chamber.git('merge', 'main')).rejects.toThrow();
    const { files } = await changes();
    expect(files).toEqual([{ path: 'kept.txt', oldPath: null, change: 'modified', added: 5, removed: 1 }]);
  });

  test('with repositories and pipes inside it is shown, and none of their settings is used', async () => {
    await chamber.write({ 'work.txt': 'x\n' });
    const inner = join(chamber.path, 'inner');
    execFileSync('git', ['init', '--quiet', inner]);
    const proof = join(chamber.path, 'ignored');
    const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.test'];
    await chamber.write({ 'inner/file': 'x', 'inner/.gitattributes': 'file filter=trap\n' });
    execFileSync('git', ['-C', inner, 'add', '--all']);
    execFileSync('git', ['-C', inner, ...author, 'commit', '--quiet', '-m', 'x']);
    await chamber.git('add', 'inner');
    await chamber.git('commit', '--quiet', '--message', 'A repository inside');
    await writeFile(join(inner, 'file'), 'y');
    await writeFile(join(inner, '.git', 'config'), `[filter "trap"]\n\tclean = "touch '${proof}'; cat"\n`);
    execFileSync('git', ['init', '--quiet', join(chamber.path, 'empty')]);
    execFileSync('mkfifo', [join(chamber.path, 'pipe')]);
    const { files } = await changes();
    expect(files.map(({ path, change }) => `${change} ${path}`)).toEqual(['added inner', 'added work.txt']);
    await expect(stat(proof)).rejects.toThrow();
  });

  test('with a folder where a file was, and the other way round, is shown', async () => {
    await chamber.commit({ 'folder/file.txt': 'x\n' }, 'A folder');
    await chamber.write({ 'kept.txt': null, folder: null });
    await chamber.write({ 'kept.txt/inside': 'x\n', folder: 'now a file\n', empty: '' });
    expect((await changes()).files.map(({ path, change, added }) => `${change} ${path} +${added}`)).toEqual([
      'added empty +0',
      'added folder +1',
      'deleted kept.txt +0',
      'added kept.txt/inside +1',
    ]);
  });

  test('what git cannot read is named and not waited for', async () => {
    await rm(join(chamber.path, 'gone.txt'));
    execFileSync('mkfifo', [join(chamber.path, 'gone.txt')]);
    await expectRefused(
      changes(),
      'unavailable',
      /could not compare this: gone\.txt: unsupported file type\.$/,
    );
  });

  test('whose link leads to settings of its own is not believed', async () => {
    const own = join(chamber.path, 'ignored');
    execFileSync('git', ['init', '--quiet', '--bare', own]);
    await writeFile(join(own, 'HEAD'), 'ref: refs/heads/symphony/A\n');
    await writeFile(join(chamber.path, '.git'), `gitdir: ${own}\n`);
    await chamber.write({ 'work.txt': 'x\n' });
    expect(await changes()).toMatchObject({ kind: 'kept', files: [] });
    await rm(join(chamber.path, '.git'));
    execFileSync('mkfifo', [join(chamber.path, '.git')]);
    expect(await changes()).toMatchObject({ kind: 'kept' });
  });

  test('is compared as it is, whatever the settings of whoever runs it', async () => {
    for (const [name, value] of [
      ['diff.external', 'false'],
      ['diff.noprefix', 'true'],
      ['diff.mnemonicPrefix', 'true'],
      ['diff.submodule', 'log'],
      ['diff.renames', 'false'],
      ['color.ui', 'always'],
      ['diff.context', '0'],
    ] as const)
      await repository.git('config', name, value);
    await chamber.git('mv', 'old name.txt', 'new name.txt');
    await chamber.write({ 'new name.txt': `${LINES}more\n` });
    const { patch: text } = await patch('new name.txt');
    expect(text.startsWith('diff --git a/old name.txt b/new name.txt\n')).toBe(true);
    expect(text).toContain(' line 27\n line 28\n line 29\n+more\n');
  });

  test('tells a submodule by its commits', async () => {
    const library = await makeRepository({ name: 'library' });
    try {
      const from = ['-c', 'protocol.file.allow=always'];
      await chamber.git(...from, 'submodule', '--quiet', 'add', library.path, 'library');
      await chamber.git('commit', '--quiet', '--message', 'A library');
      const { files } = await changes();
      expect(files.map(({ path }) => path)).toEqual(['.gitmodules', 'library']);
      expect((await patch('library')).patch).toContain('+Subproject commit ');
    } finally {
      await library.remove();
    }
  });
});

describe('what is not live any more', () => {
  test('a kept branch is held against where it began', async () => {
    const head = await chamber.commit({ 'kept.txt': 'done\n' }, 'Work');
    await repository.git('worktree', 'remove', chamber.path);
    expect(await changes()).toMatchObject({ kind: 'kept', base, head, files: [{ path: 'kept.txt' }] });
    room.record({ type: 'chamber-removed', item: 'A', key: 'A', bundle: null });
    expect(await changes()).toMatchObject({ kind: 'kept', base, head });
    expect((await patch('kept.txt')).patch).toContain('+done');
  });

  test('without a branch, what was handed off is shown while it is there', async () => {
    const head = await chamber.commit({ 'kept.txt': 'done\n' }, 'Work');
    room.record(...merged('A', base, head).slice(0, 2));
    await repository.git('worktree', 'remove', chamber.path);
    await repository.git('branch', '--quiet', '-D', 'symphony/A');
    expect(await changes()).toMatchObject({ kind: 'kept', base, head });
  });

  test('merged work is what its own merge brought, not what came with the same train', async () => {
    const head = await chamber.commit({ 'kept.txt': 'done\n' }, 'Work');
    await repository.git('checkout', '--quiet', '-b', 'other', base);
    await repository.commit({ 'other.txt': 'x\n' }, 'Other work');
    await repository.git('checkout', '--quiet', 'main');
    await repository.commit({ 'before.txt': 'x\n' }, 'Before');
    const before = await repository.git('rev-parse', 'HEAD');
    await repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'symphony/A');
    const own = await repository.git('rev-parse', 'HEAD');
    await repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'other');
    room.record(...merged('A', await repository.git('rev-parse', 'HEAD'), head));
    expect(await changes()).toEqual({
      kind: 'merged',
      base: before,
      head: own,
      files: [{ path: 'kept.txt', oldPath: null, change: 'modified', added: 1, removed: 1 }],
      more: 0,
    });
    await expectRefused(patch('other.txt'), 'missing', /^A does not change other\.txt\.$/);
  });

  test('with nothing to compare there is nothing', async () => {
    room.record({ type: 'item-seen', item: 'B', tracked: trackedItem('B') });
    const none = { kind: 'none', base: null, head: null, files: [], more: 0 };
    expect(await room.queries.changes({ id: 'B' })).toEqual(none);
    await expectRefused(room.queries.patch({ id: 'B', path: 'x' }), 'missing', /does not change x/);
    await repository.git('worktree', 'remove', chamber.path);
    await repository.git('branch', '--quiet', '-D', 'symphony/A');
    expect(await changes()).toEqual(none);
  });

  test('work that began from nothing is all new', async () => {
    const story = { item: 'B', run: 'b', path: chamber.path, baseCommit: '' };
    room.record({ type: 'item-seen', item: 'B', tracked: trackedItem('B') }, ...played(story));
    const { kind, base: from, files } = await room.queries.changes({ id: 'B' });
    expect({ kind, from, paths: files.map(({ path, change }) => `${change} ${path}`) }).toEqual({
      kind: 'live',
      from: null,
      paths: ['added .gitignore', 'added gone.txt', 'added kept.txt', 'added old name.txt'],
    });
  });
});

describe('what is refused', () => {
  test.each(['', '/etc/passwd', '../x', 'a/../../x', './kept.txt', 'a\0b', 'x'.repeat(5_000)])(
    'the path %j',
    async (path) => {
      await expectRefused(patch(path), 'invalid', /not the path of a file/);
    },
  );

  test('what looks like an option or a pattern is only a name', async () => {
    await chamber.write({ '--output=x': 'a\n', '*.txt': 'b\n', ':(glob)**': 'c\n' });
    expect((await patch('--output=x')).patch).toContain('+a');
    expect((await patch('*.txt')).patch.match(/^diff /gm)).toHaveLength(1);
    expect((await patch(':(glob)**')).patch).toContain('+c');
    await expectRefused(patch('**'), 'missing', /does not change/);
  });

  test('items nobody knows', async () => {
    await expectRefused(room.queries.changes({ id: 'nope' }), 'missing', /^There is no item nope\.$/);
    await expectRefused(room.queries.patch({ id: 'nope', path: 'x' }), 'missing', /no item nope/);
  });

  test('a broken repository is said in a sentence', async () => {
    room.record(moved('A', 'cancelled', 'completed', 'open'));
    await rm(join(repository.path, '.git', 'objects'), { recursive: true });
    expect(await changes()).toMatchObject({ kind: 'none' });
  });
});

/** What questions left behind in the folder for temporary files. */
const left = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('symphony-changes-'));

describe('C22 a workspace that a hook filled', () => {
  let workspace: Repository;
  beforeEach(async () => {
    workspace = await makeRepository({ files: { 'there.txt': 'as it was\n' } });
  });
  afterEach(() => workspace.remove());

  const play = (item: string, path: string, baseCommit: string): void =>
    room.record(
      ...opening([trackedItem(item)]),
      ...played({ item, run: `run-${item}`, path, baseCommit, branch: '' }),
    );
  const filled = (id: string) => room.queries.changes({ id });

  test('is compared with what it was filled with, in its own repository', async () => {
    const begun = await workspace.git('rev-parse', 'HEAD');
    play('B', workspace.path, begun);
    await workspace.commit({ 'more.txt': 'one\n' }, 'Work');
    await workspace.write({ 'there.txt': 'as it is\n', 'new.txt': 'two\n' });
    const sign = join(workspace.path, '.git', 'started');
    await workspace.git('config', 'filter.x.clean', `touch ${sign}; cat`);
    await workspace.write({ '.gitattributes': '*.txt filter=x\n' });
    const view = await filled('B');
    expect(view).toMatchObject({ kind: 'live', base: begun, head: await workspace.git('rev-parse', 'HEAD') });
    expect(view.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
      'added .gitattributes',
      'added more.txt',
      'added new.txt',
      'modified there.txt',
    ]);
    expect((await room.queries.patch({ id: 'B', path: 'there.txt' })).patch).toContain('+as it is');
    expect(await readdir(join(workspace.path, '.git'))).not.toContain('started');
    expect(await left()).toEqual([]);
  });

  test('with nothing committed yet: everything is new', async () => {
    await rm(join(workspace.path, '.git'), { recursive: true });
    await workspace.git('init', '--quiet');
    play('B', workspace.path, '');
    expect((await filled('B')).files.map(({ path }) => path)).toEqual(['there.txt']);
  });

  test('that is no checkout, or gone, is told to be so; a branch of its name is not taken for it', async () => {
    await repository.git('branch', 'B');
    play('B', workspace.path, '');
    await rm(join(workspace.path, '.git'), { recursive: true });
    expect(await filled('B')).toMatchObject({
      kind: 'none',
      files: [],
      why: expect.stringContaining('is no git checkout'),
    });
    await rm(workspace.path, { recursive: true });
    expect(await filled('B')).toMatchObject({ kind: 'none', why: expect.stringContaining('is gone') });
  });
});
