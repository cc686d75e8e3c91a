import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chamberTools } from '@symphony/adapters/tool';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boxOf, folderOfItsOwn, type ToolBox } from './stage.ts';

let around: ReturnType<typeof folderOfItsOwn>;
let root: string;
const env = (): Record<string, string> => ({ PATH: process.env.PATH ?? '', HOME: around.path });
const at = (path: string): string => join(root, path);
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, env: env(), encoding: 'utf8' }).trim();
const open = (): ToolBox => boxOf(chamberTools({ root, env: env() }));

beforeEach(() => {
  around = folderOfItsOwn();
  root = join(around.path, 'root');
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(at('src/a.ts'), 'const needle = 1;\nconst other = 2;\n');
  writeFileSync(at('src/b.md'), 'A Needle. (a+)+\n');
  writeFileSync(at('ignored.txt'), 'needle\n');
  writeFileSync(at('.gitignore'), 'ignored.txt\n');
  writeFileSync(at('blob.bin'), Buffer.concat([Buffer.from('needle\0'), Buffer.alloc(10)]));
  writeFileSync(join(around.path, 'outside.txt'), 'needle\n');
  symlinkSync(join(around.path, 'outside.txt'), at('link.txt'));
});
afterEach(() => around.remove());

function makeRepository(): void {
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  git('add', 'src', '.gitignore');
  git('commit', '--quiet', '-m', 'First');
}

test('R5 every tool of a chamber has a name, a schema that compiles and says what it does to the world', () => {
  const ajv = new Ajv({ strict: true });
  const tools = chamberTools({ root, env: {} });
  expect(tools.map(({ name }) => name)).toEqual([
    'files.read',
    'files.list',
    'files.glob',
    'files.write',
    'files.edit',
    'search.text',
    'shell.run',
    'git.status',
    'git.diff',
    'git.log',
    'git.commit',
  ]);
  for (const tool of tools) {
    ajv.compile(tool.input as object);
    expect(tool.permissions?.length, tool.name).toBeGreaterThan(0);
  }
});

describe.each(['git', 'no git'] as const)('R5 search.text and files.glob with %s', (kind) => {
  beforeEach(() => {
    if (kind === 'git') makeRepository();
  });
  const ignored = kind === 'git' ? [] : [{ path: 'ignored.txt', line: 1, text: 'needle' }];

  test('lines with path and number; no binary file, no link out, nothing ignored', async () => {
    const { matches } = await open().use('search.text', { pattern: 'needle' });
    expect(matches.sort((a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1))).toEqual([
      ...ignored,
      { path: 'src/a.ts', line: 1, text: 'const needle = 1;' },
    ]);
  });

  test('case, plain text, a glob, a folder and a limit', async () => {
    const box = open();
    const paths = async (input: object): Promise<string[]> => {
      const { matches } = await box.use('search.text', { path: 'src', ...input });
      return matches.map(({ path }: { path: string }) => path);
    };
    expect((await paths({ pattern: 'NEEDLE', ignoreCase: true })).sort()).toEqual(['src/a.ts', 'src/b.md']);
    expect(await paths({ pattern: '(a+)+', literal: true })).toEqual(['src/b.md']);
    expect(await paths({ pattern: '[Nn]eedle', glob: '**/*.md' })).toEqual(['src/b.md']);
    expect(await paths({ pattern: 'const', limit: 1 })).toHaveLength(1);
    expect(await paths({ pattern: 'nowhere' })).toEqual([]);
    expect(await paths({ pattern: '-e' })).toEqual([]);
  });

  test('what is closed stays so, whatever the glob and the path', async () => {
    const box = open();
    const inside = ['.symphony/run/token', '.git/secret', 'src/.git/secret'];
    for (const path of inside) {
      mkdirSync(join(at(path), '..'), { recursive: true });
      writeFileSync(at(path), 'needle in the dark\n');
    }
    const globs = ['**', '**/*', '**/token', '**/secret', '.symphony/**', '.git/**', '**/.git/**'];
    for (const glob of [undefined, ...globs]) {
      const { matches } = await box.use('search.text', { pattern: 'dark', ...(glob ? { glob } : {}) });
      expect(matches, glob).toEqual([]);
    }
    for (const path of ['.symphony', ...inside])
      expect((await box.failure('search.text', { pattern: 'dark', path })).code).toBe('E8001');
  });

  test('a pattern that is none is said', async () => {
    expect((await open().failure('search.text', { pattern: '(' })).message).toContain('The search failed');
  });

  test('files by their path', async () => {
    writeFileSync(at('src/new.ts'), '');
    const { files } = await open().use('files.glob', { pattern: '**/{*.ts,ignored.txt}' });
    expect(files).toEqual([...ignored.map(({ path }) => path), 'src/a.ts', 'src/new.ts']);
  });
});

describe('R5 git', () => {
  beforeEach(makeRepository);

  test('status, diff, commit and log tell one story', async () => {
    const box = open();
    writeFileSync(at('src/a.ts'), 'const needle = 3;\nconst other = 2;\n');
    writeFileSync(at('ü new.ts'), 'x\n');
    const { branch, clean, files } = await box.use('git.status');
    expect({ branch, clean }).toEqual({ branch: 'main', clean: false });
    expect(files).toEqual(
      expect.arrayContaining([
        { path: 'src/a.ts', state: 'modified', staged: false },
        { path: 'ü new.ts', state: 'untracked', staged: false },
      ]),
    );
    expect((await box.use('git.diff')).text).toContain('-const needle = 1;\n+const needle = 3;');
    const first = await box.use('git.commit', { message: 'Raise it\n\nBecause.', paths: ['src'] });
    expect(first).toMatchObject({ files: ['src/a.ts'], count: 1 });
    const second = await box.use('git.commit', { message: '--amend' });
    expect(second.files).toContain('ü new.ts');
    expect((await box.use('git.log', { limit: 2 })).commits).toMatchObject([
      { hash: second.hash, subject: '--amend', author: 'Ada' },
      { hash: first.hash, subject: 'Raise it', body: 'Because.' },
    ]);
    expect((await box.use('git.log', { path: 'src' })).commits).toHaveLength(2);
    expect((await box.use('git.diff', { from: 'HEAD~1', to: 'HEAD' })).text).toContain('new.ts');
    expect(await box.use('git.status')).toMatchObject({ clean: true });
    expect((await box.failure('git.commit', { message: 'x' })).message).toBe('There is nothing to commit.');
  });

  test('names that look like options, paths outside and commits that are none are refused', async () => {
    const box = open();
    expect((await box.failure('git.diff', { from: '--output=x' })).message).toContain('no branch');
    expect((await box.failure('git.log', { path: '../outside.txt' })).code).toBe('E8001');
    expect(existsSync(at('x'))).toBe(false);
  });

  test('nothing an agent planted is started: hooks, monitors, drivers, filters', async () => {
    const box = open();
    const trap = join(around.path, 'trap');
    const bait = join(around.path, 'sprung');
    writeFileSync(trap, `#!/bin/sh\ntouch '${bait}'\ncat\n`);
    chmodSync(trap, 0o755);
    mkdirSync(at('.husky'));
    for (const hook of [
      'pre-commit',
      'commit-msg',
      'post-commit',
      'prepare-commit-msg',
      'post-index-change',
    ]) {
      writeFileSync(at(`.husky/${hook}`), `#!/bin/sh\ntouch '${bait}'\n`);
      chmodSync(at(`.husky/${hook}`), 0o755);
    }
    writeFileSync(at('.gitattributes'), '*.ts filter=evil diff=evil\n');
    writeFileSync(at('src/a.ts'), 'changed\n');
    for (const [key, value] of [
      ['core.hooksPath', '.husky'],
      ['core.fsmonitor', trap],
      ['diff.external', trap],
      ['diff.evil.textconv', trap],
      ['diff.evil.command', trap],
      ['commit.gpgSign', 'true'],
      ['gpg.program', trap],
    ])
      git('config', key as string, value as string);
    await box.use('git.status');
    await box.use('git.diff');
    await box.use('search.text', { pattern: 'changed' });
    await box.use('git.commit', { message: 'Quietly' });
    await box.use('git.log');
    expect(existsSync(bait)).toBe(false);

    writeFileSync(at('included'), `[filter "evil"]\n\tclean = ${trap}\n`);
    for (const [plant, remove] of [
      [
        ['filter.evil.clean', trap],
        ['--remove-section', 'filter.evil'],
      ],
      [
        ['include.path', at('included')],
        ['--unset', 'include.path'],
      ],
      [
        ['--worktree', 'filter.evil.clean', trap],
        ['--worktree', '--remove-section', 'filter.evil'],
      ],
    ] as const) {
      git('config', 'extensions.worktreeConfig', 'true');
      git('config', ...plant);
      writeFileSync(at('src/a.ts'), `changed again by ${plant}\n`);
      await box.use('git.status');
      await box.use('git.diff');
      expect(existsSync(bait), `${plant}`).toBe(false);
      expect(await box.failure('git.commit', { message: 'x' })).toMatchObject({
        code: 'E8001',
        message: expect.stringContaining('evil'),
      });
      expect(existsSync(bait), `${plant}`).toBe(false);
      git('config', ...remove);
    }
    // A person's own are none of them.
    git('config', '--global', 'filter.lfs.clean', 'cat');
    expect((await box.use('git.commit', { message: 'Again' })).count).toBeGreaterThan(0);
  });

  test('a repository put in the place of the real one, or within it, is not used', async () => {
    const box = open();
    const bait = join(around.path, 'sprung');
    mkdirSync(at('inner'));
    execFileSync('git', ['init', '--quiet', at('inner')], { env: env() });
    execFileSync(
      'git',
      [
        '-C',
        at('inner'),
        '-c',
        'user.name=E',
        '-c',
        'user.email=e@x',
        'commit',
        '--quiet',
        '--allow-empty',
        '-m',
        'i',
      ],
      { env: env() },
    );
    git('add', 'inner');
    git('commit', '--quiet', '-m', 'With a repository within');
    execFileSync('git', ['-C', at('inner'), 'config', 'core.fsmonitor', `touch '${bait}'; true`], {
      env: env(),
    });
    writeFileSync(at('inner/x'), 'x');
    writeFileSync(at('y'), 'y');
    await box.use('git.status');
    await box.use('git.diff');
    expect((await box.use('git.commit', { message: 'Around it' })).files).toEqual(
      ['blob.bin', 'link.txt', 'y'].sort(),
    );
    expect(existsSync(bait)).toBe(false);

    renameSync(at('.git'), join(around.path, 'moved'));
    git('init', '--quiet');
    git('config', 'core.fsmonitor', `touch '${bait}'; true`);
    await box.use('git.status');
    expect(existsSync(bait)).toBe(false);
  });

  test('a worktree whose link is replaced by another repository is still itself', async () => {
    const tree = join(around.path, 'tree');
    git('worktree', 'add', '--quiet', tree, '-b', 'work');
    const box = boxOf(chamberTools({ root: tree, env: env() }));
    renameSync(join(tree, '.git'), join(around.path, 'link'));
    execFileSync('git', ['init', '--quiet', '--initial-branch=planted', tree], { env: env() });
    expect(await box.use('git.status')).toMatchObject({ branch: 'work', clean: true });
  });

  test('in a folder below the top, only that folder is looked at and committed', async () => {
    const below = boxOf(chamberTools({ root: at('src'), env: env() }));
    writeFileSync(at('src/a.ts'), 'changed\n');
    writeFileSync(at('top.txt'), 'x\n');
    expect((await below.use('git.status')).files).toEqual([
      { path: 'a.ts', state: 'modified', staged: false },
    ]);
    expect((await below.use('git.commit', { message: 'Only here' })).files).toEqual(['a.ts']);
    expect(git('status', '--porcelain')).toContain('top.txt');
  });

  test('where git does not know who commits, or there is no repository, it is said', async () => {
    git('config', '--unset', 'user.name');
    git('config', '--unset', 'user.email');
    git('config', 'user.useConfigOnly', 'true');
    expect(await open().failure('git.commit', { message: 'x' })).toMatchObject({ code: 'E2001' });
    const bare = folderOfItsOwn();
    expect(
      (await boxOf(chamberTools({ root: bare.path, env: env() })).failure('git.status')).message,
    ).toContain('not in a git');
    bare.remove();
  });
});
