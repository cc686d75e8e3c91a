import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { putItem, WRITE_AND_COMMIT } from '../command/board-file.ts';
import { makeRepository, OLDER_NODE } from '../command/symphony.ts';
import { makeProject, type Project } from './project.ts';

let project: Project;
beforeEach(() => {
  project = makeProject();
});
afterEach(() => project.remove());

const start = (...args: string[]) => project.start(args).ended;

describe('npm start: how it is called', () => {
  test('C24 --help explains, before anything is installed or made', async () => {
    rmSync(join(project.path, 'node_modules'), { recursive: true });
    const { code, out, err } = await start('--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('npm start -- --repo PATH');
    expect(out.split('\n').every((line) => line.length <= 80)).toBe(true);
    expect(existsSync(join(project.path, 'node_modules'))).toBe(false);
    expect(existsSync(project.sample)).toBe(false);
  });

  test.each([
    ['an unknown option', ['--faster'], "Unknown option '--faster'"],
    ['an argument', ['there'], "Unexpected argument 'there'"],
    ['a path that is missing', ['--repo'], "Option '--repo <value>' argument missing"],
    ['an empty path', ['--repo='], '--repo needs the path of a repository'],
  ])('C24 %s: code 2, one sentence and where to read on', async (_, args, sentence) => {
    const { code, out, err } = await start(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(`npm start: ${sentence}.\n  See \`npm start -- --help\`.\n`);
    expect(existsSync(project.sample)).toBe(false);
  });

  test.skipIf(OLDER_NODE === undefined)('says so on an older Node too (needs one here)', async () => {
    const { code, err } = await project.start(['--faster'], OLDER_NODE).ended;
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--faster') });
  });

  test('a .sample that is not ours: code 1, a sentence, and not a file of it is touched', async () => {
    mkdirSync(project.sample);
    writeFileSync(join(project.sample, 'mine.txt'), 'mine');
    const { code, out, err } = await start();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^symphony: .*\.sample was not made by `npm start`, so it is left alone\.\n {2}Move/);
    expect(readdirSync(project.sample)).toEqual(['mine.txt']);
  });
});

describe('npm start -- --repo PATH', () => {
  let own: ReturnType<typeof makeRepository>;
  beforeEach(() => {
    own = makeRepository();
  });
  afterEach(() => own.remove());
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: own.path, encoding: 'utf8' }).stdout.trim();

  test('an empty board: how to put work on it, code 0, nothing played', async () => {
    const { code, out, err } = await start('--repo', own.path);
    const at = relative(project.path, own.path);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`The board of ${at} is empty.`);
    expect(out).toContain(`node bin/symphony.mjs -C ${at} board add "`);
    expect(out).toContain(`npm start -- --repo ${at}`);
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
  });

  test('says that branches stay as they are, and they do', async () => {
    putItem(own.path, 'S-1', 'Fine', WRITE_AND_COMMIT('a.txt'));
    const before = git('rev-parse', 'main');
    const { code, out } = await start('--repo', relative(project.path, own.path));
    expect(code).toBe(0);
    const said = out.indexOf('Your branches stay as they are');
    expect(said).toBeGreaterThan(-1);
    expect(said).toBeLessThan(out.indexOf('S-1'));
    expect(git('rev-parse', 'main')).toBe(before);
    expect(git('status', '--porcelain', '--', '.', ':!.symphony')).toBe('');
    expect(git('log', '--format=%s', 'symphony/rehearsal')).toContain('Add a.txt');
    expect(out).toContain(
      `git -C ${relative(project.path, own.path)} log --graph --oneline symphony/rehearsal`,
    );
    expect(existsSync(project.sample)).toBe(false);
  });

  test('no repository there: code 1 and a sentence', async () => {
    const { code, err } = await start('--repo', project.home);
    expect(code).toBe(1);
    expect(err).toMatch(/^symphony: .*home is not in/);
  });
});
