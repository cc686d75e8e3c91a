import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OLDER_NODE } from '../command/symphony.ts';
import { makeProject, type Project } from './project.ts';

/** The whole sample with all its waits takes half a minute on two free cores. */
const PLAY = 180_000;

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

const inSample = (...path: string[]): string => readFileSync(join(project.sample, ...path), 'utf8');

/** One mission beside the items: its deviations, its foreseen collision, two cycles, a purge and a green end. */
function expectMission(progress: string, summary: string): void {
  expect(summary).toMatch(
    /^Missions {3}command-line done \(6 merged, 2 deviations decided, 2 marks purged\)/m,
  );
  for (const severity of ['minor', 'major', 'fundamental'])
    expect(progress).toMatch(new RegExp(`command-line-\\w+ +${severity} deviation: expected`));
  expect(progress).toMatch(
    /command-line-(command and \S+manual|manual and \S+command) will conflict in package\.json/,
  );
  expect(progress).toMatch(/command-line: rule 1 decides on D\d: rework/);
  expect(progress).toMatch(/command-line: rule 2 decides on D\d: adopt/);
  expect(progress).toContain('command-line is worked on (implementation, cycle 2)');
  expect(progress).toContain('command-line: 2 marks taken out by');
  expect(progress).toContain('command-line is done: merged into main');
  const marks = ['DEVIATION_MINOR', 'ARCHITECTURAL_MISMATCH', 'FUNDAMENTAL_BREAK'].flatMap((mark) => [
    '-e',
    mark,
  ]);
  expect(git('grep', '-l', ...marks, '--', ':!missions')).toBe('');
  const measures = (...words: string[]) => run(project.sample, join('bin', 'measures.js'), ...words);
  expect(measures('5', 'km', 'in', 'm').stdout).toBe('5000 m\n');
  expect(measures('100', 'C', 'to', 'F').stdout).toBe('212 F\n');
  expect(measures('5', 'km').status).toBe(1);
  // And what was learnt is kept, beside the mission as files.
  const deviations = JSON.parse(inSample('.symphony', 'missions', 'command-line', 'DEVIATIONS.json'));
  expect(deviations.summary).toEqual({ minor: 1, major: 1, fundamental: 1 });
  expect(inSample('.symphony', 'learning', 'GOTCHAS.md')).toContain('Rule: Convert through Celsius');
  expect(inSample('.symphony', 'learning', 'MODULE_CACHE.json')).toContain('src/cli/degrees.js');
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
      // Eight items of the board, four workers of the mission, two that went on as decided, one purge.
      expect(summary).toContain('everything that can be done is done\nItems      15 merged\n');
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
        expect(progress).toMatch(new RegExp(`S-${n} +merged into main`));
      expect(summary).toMatch(/^Retries {4}S-4: `node --test` exited with 1/m);
      expect(summary).toMatch(/^Conflicts {2}S-[23] conflicted with the target; violin solved it/m);
      expect(summary).toContain('"Merged main, kept both lists of units, all tests pass."');
      expect(summary).toContain('Questions  S-5: How many decimals shall formatQuantity show? — 2 (default)');
      expect(summary).toMatch(/^Spend {6}\$2\.04 for 172,390 tokens, as scripted; nothing was paid$/m);
      expect(summary).toContain('git -C .sample log --graph --oneline main');
      expect(summary).toContain('node bin/symphony.mjs -C .sample status');
      expect(summary.split('\n').every((line) => line.length <= 80)).toBe(true);

      // And true: on main, in one sensible history, proved by the tests.
      expect(existsSync(join(project.sample, 'leftover.txt'))).toBe(false);
      expect(git('for-each-ref', '--format=%(refname:short)', 'refs/heads/tried-something')).toBe('');
      expect(git('status', '--porcelain')).toBe('');
      expect(git('log', '--first-parent', '--format=%s', 'main').split('\n')).toHaveLength(10);
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
      expectMission(progress, summary);
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
