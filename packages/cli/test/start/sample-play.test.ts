import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OLDER_NODE } from '../command/symphony.ts';
import { makeProject, type Project } from './project.ts';

/** The whole sample with all its waits takes a quarter of a minute on two free cores. */
const PLAY = 120_000;

let project: Project;
beforeEach(() => {
  project = makeProject();
});
afterEach(() => project.remove(), 60_000);

const git = (...args: string[]): string =>
  spawnSync('git', args, { cwd: project.sample, encoding: 'utf8' }).stdout.trim();

const run = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { PATH: process.env.PATH } });

/** An earlier sample with traces of a person in it. */
function leaveAnEarlierSample(): void {
  const made = run(project.path, join('scripts', 'sample.mjs'), project.sample);
  expect(made.stderr).toBe('');
  git('checkout', '--quiet', '-b', 'tried-something');
  writeFileSync(join(project.sample, 'leftover.txt'), 'from an earlier start');
}

/** Whether the test file passes as it was at a commit. */
function passesAt(commit: string, file: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-at-'));
  try {
    git('worktree', 'add', '--quiet', '--detach', join(folder, 'tree'), commit);
    return run(join(folder, 'tree'), '--test', file).status === 0;
  } finally {
    git('worktree', 'remove', '--force', join(folder, 'tree'));
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('npm start', () => {
  test(
    'plays the sample to its end without a terminal: all merged, summed up, code 0; an earlier one is replaced',
    async () => {
      leaveAnEarlierSample();
      const { code, out, err } = await project.start([]).ended;
      expect({ code, err }).toEqual({ code: 0, err: '' });

      // Told as it happens, and in the end.
      expect(out).toContain('no model. The spend is part of the scripts.');
      const [progress = '', summary = ''] = out.split('\nEnded: ');
      expect(progress).toMatch(/S-5 +asks: How many decimals/);
      expect(summary).toContain('everything that can be done is done\nItems      8 merged\n');
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) expect(summary).toMatch(new RegExp(`S-${n} at [0-9a-f]{10}`));
      expect(summary).toMatch(/^Retries {4}S-4: `node --test` exited with 1/m);
      expect(summary).toMatch(/^Conflicts {2}S-[23] conflicted with the target; violin solved it/m);
      expect(summary).toContain('"Merged main, kept both lists of units, all tests pass."');
      expect(summary).toContain('Questions  S-5: How many decimals shall formatQuantity show? — 2 (default)');
      expect(summary).toMatch(/^Spend {6}\$1\.44 for 121,130 tokens, as scripted; nothing was paid$/m);
      expect(summary).toContain('git -C .sample log --graph --oneline main');
      expect(summary).toContain('node bin/symphony.mjs -C .sample status');
      expect(summary.split('\n').every((line) => line.length <= 80)).toBe(true);

      // And true: on main, in one sensible history, proved by the tests.
      expect(existsSync(join(project.sample, 'leftover.txt'))).toBe(false);
      expect(git('for-each-ref', '--format=%(refname:short)', 'refs/heads/tried-something')).toBe('');
      expect(git('status', '--porcelain')).toBe('');
      expect(git('log', '--first-parent', '--format=%s', 'main').split('\n')).toHaveLength(9);
      expect(run(project.sample, '--test').status).toBe(0);
      expect(run(project.sample, join('examples', 'tour.js')).stdout.split('\n')).toEqual([
        '666.61 nmi',
        '72 in',
        '0.45 kg',
        '26.85 °C',
        '',
      ]);
      const commitOf = (words: string) => git('log', '--format=%H', `--grep=^${words}$`, 'main');
      expect(passesAt(commitOf('Show that Kelvin is off by 0.15'), 'test/temperature.test.js')).toBe(false);
      expect(passesAt(commitOf('Count Kelvin from 273.15'), 'test/temperature.test.js')).toBe(true);
      expect(readdirSync(project.home)).toEqual([]);
    },
    PLAY,
  );

  const nodes: [string, string][] = [['this Node', process.execPath]];
  if (OLDER_NODE !== undefined) nodes.push(['an older Node', OLDER_NODE]);
  test.each(nodes)(
    'C10 Ctrl-C under npm (%s) is one signal: it stops gracefully and nothing is left',
    async (_, node) => {
      const { child, ended, saw } = project.start([], node);
      await saw('takes it');
      const pid = child.pid ?? 0;
      // The terminal tells the whole group; npm tells its child once more.
      process.kill(-pid, 'SIGINT');
      process.kill(pid, 'SIGINT');
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (child.exitCode === null) process.kill(pid, 'SIGINT');
      expect(await ended).toMatchObject({ code: 0, out: expect.stringContaining('\nEnded: stopped\n') });
      expect(existsSync(join(project.sample, '.symphony', 'run', 'conductor.json'))).toBe(false);
      const places = spawnSync('sh', ['-c', 'readlink /proc/[0-9]*/cwd'], { encoding: 'utf8' }).stdout;
      expect(places.split('\n').filter((place) => place.startsWith(project.path))).toEqual([]);
    },
    60_000,
  );
});
