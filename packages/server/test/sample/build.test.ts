import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMission } from '@symphony/adapters/mission';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildSample, findWorkplace, loadProjectConfig, openBoardOf } from '../../src/index.ts';
import { lockInstance } from '../../src/instance-lock.ts';
import { furnish } from '../../src/workplace.ts';

let scratch = '';
let home = '';
let folder = '';
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'symphony-sample-')));
  home = join(scratch, 'home');
  folder = join(scratch, 'sample');
  mkdirSync(home);
  vi.stubEnv('HOME', home);
  for (const name of ['GIT_CONFIG_GLOBAL', 'XDG_CONFIG_HOME']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(scratch, { recursive: true, force: true });
});

const git = (...args: string[]): string => {
  const done = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout.trim();
};

const checks = (): number | null =>
  spawnSync(process.execPath, ['--test'], { cwd: folder, env: { PATH: process.env.PATH } }).status;

describe('the sample repository', () => {
  test('is valid: configuration, a board of eight items, passing tests, nothing uncommitted', async () => {
    await buildSample(folder);
    const workplace = await findWorkplace(folder);
    const config = await loadProjectConfig(workplace);
    expect(config.ok ? config.warnings : config.problems).toEqual([]);
    expect(config.config).toMatchObject({ target: 'main', verify: ['node --test'] });
    const { items, problems } = await (await openBoardOf(workplace)).list();
    expect(problems).toEqual([]);
    expect(items.map(({ identifier }) => identifier)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `S-${n}`));
    expect(git('status', '--porcelain')).toBe('');
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
    expect(checks()).toBe(0);
  });

  test('every item says what to do, has its own priority and labels, and a script', async () => {
    await buildSample(folder);
    const { items } = await (await openBoardOf(await findWorkplace(folder))).list();
    for (const { state, priority, labels, description, fields } of items) {
      expect(state).toBe('Todo');
      expect(priority).toBeGreaterThan(0);
      expect(labels).not.toEqual([]);
      expect(description).toMatch(/\w{3}/);
      expect(fields.rehearsal).toBeInstanceOf(Array);
    }
    const blockers = items.flatMap(({ blockedBy }) => blockedBy);
    expect(blockers.length).toBeGreaterThan(3);
    expect(blockers.every(({ state }) => state === 'Todo')).toBe(true);
  });

  test('M6 brings a mission whose plan is right and that asks nobody', async () => {
    await buildSample(folder);
    const text = readFileSync(join(folder, 'missions', 'command-line.yaml'), 'utf8');
    const { plan, problems } = readMission(text, { name: 'command-line' });
    expect(problems).toEqual([]);
    expect(plan?.workers).toHaveLength(4);
    expect(plan?.criteria.every(({ check }) => check !== null)).toBe(true);
    expect(plan?.rules.map(({ severity }) => severity)).toEqual(['major', 'fundamental']);
    expect(git('ls-files', 'missions')).toBe('missions/command-line.yaml');
  });

  test('brings its own identity and leaves an empty home empty', async () => {
    await buildSample(folder);
    expect(git('log', '-1', '--format=%an <%ae>')).toBe('Symphony Sample <sample@localhost>');
    expect(readdirSync(home)).toEqual([]);
  });

  test("a person's own hooks, signing, templates and line endings do not reach it", async () => {
    const hooks = join(home, 'hooks');
    mkdirSync(join(home, 'template', 'hooks'), { recursive: true });
    mkdirSync(hooks);
    for (const name of [join(hooks, 'pre-commit'), join(home, 'template', 'hooks', 'pre-commit')])
      writeFileSync(name, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const settings = [
      `[core]\n\thooksPath = ${hooks}\n\tautocrlf = true`,
      '[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = false',
      `[init]\n\ttemplateDir = ${join(home, 'template')}\n\tdefaultBranch = trunk\n`,
    ].join('\n');
    writeFileSync(join(home, '.gitconfig'), settings);
    await buildSample(folder);
    git('commit', '--quiet', '--allow-empty', '--message', 'Another');
    git('checkout', '--quiet', '--force', 'main', '--', '.');
    expect(readFileSync(join(folder, 'src', 'length.js'), 'utf8')).not.toContain('\r');
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect(readFileSync(join(home, '.gitconfig'), 'utf8')).toBe(settings);
  });
});

describe('where a sample may be made', () => {
  const refusal = (why: string) => ({ failure: { code: 'refused', message: expect.stringContaining(why) } });

  test('an earlier sample is replaced, whatever became of it', async () => {
    await buildSample(folder);
    const tree = git('rev-parse', 'HEAD^{tree}');
    git('checkout', '--quiet', '-b', 'mine');
    mkdirSync(join(folder, '.symphony', 'log'), { recursive: true });
    writeFileSync(join(folder, '.symphony', 'log', 'events.jsonl'), '{}\n');
    writeFileSync(join(folder, 'src', 'length.js'), 'broken(');
    await buildSample(folder);
    expect(existsSync(join(folder, '.symphony', 'log'))).toBe(false);
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
    expect(git('rev-parse', 'main^{tree}')).toBe(tree);
    expect(git('status', '--porcelain')).toBe('');
  });

  test('one that was interrupted while it was made or removed is replaced too', async () => {
    await buildSample(folder);
    for (const name of ['.git', 'src', 'package.json']) rmSync(join(folder, name), { recursive: true });
    await buildSample(folder);
    expect(git('status', '--porcelain')).toBe('');
  });

  test('an empty folder is taken', async () => {
    mkdirSync(folder);
    await buildSample(folder);
    expect(git('status', '--porcelain')).toBe('');
  });

  test('a folder without the marker is refused with a sentence and left as it is', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'thesis.txt'), 'years of work');
    await expect(buildSample(folder)).rejects.toMatchObject(refusal(`${folder} was not made by`));
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  test('a link or a file is refused, and what it leads to is left as it is', async () => {
    const elsewhere = join(scratch, 'elsewhere');
    await buildSample(elsewhere);
    const before = readdirSync(elsewhere);
    symlinkSync(elsewhere, folder);
    await expect(buildSample(folder)).rejects.toMatchObject(refusal('is not a folder'));
    expect(readdirSync(elsewhere)).toEqual(before);
    const file = join(scratch, 'file');
    writeFileSync(file, 'text');
    await expect(buildSample(file)).rejects.toMatchObject(refusal('is not a folder'));
    expect(readFileSync(file, 'utf8')).toBe('text');
  });

  test('C10 while a conductor plays there it is left to it', async () => {
    await buildSample(folder);
    const workplace = await findWorkplace(folder);
    furnish(workplace);
    const lock = lockInstance(workplace);
    try {
      await expect(buildSample(folder)).rejects.toMatchObject({ failure: { code: 'conflict' } });
      expect(git('status', '--porcelain')).toBe('');
    } finally {
      lock.release();
    }
    await buildSample(folder);
  });

  test('a place that cannot be written is told in a sentence', async () => {
    writeFileSync(join(scratch, 'file'), '');
    await expect(buildSample(join(scratch, 'file', 'sample'))).rejects.toMatchObject({
      failure: { code: 'disk', message: expect.stringMatching(/cannot be made in .*ENOTDIR/) },
    });
  });
});
