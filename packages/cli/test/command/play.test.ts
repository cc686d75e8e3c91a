import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { putItem, WRITE_AND_COMMIT } from './board-file.ts';
import { BIN, makeRepository, OLDER_NODE, type Playing, startSymphony, symphony } from './symphony.ts';

let cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const each of cleanUp.reverse()) await each();
  cleanUp = [];
});

function repository(): string {
  const made = makeRepository();
  cleanUp.push(made.remove);
  return made.path;
}

/** Ends with the test, whatever became of it. */
function play(cwd: string, args: readonly string[], node?: string): Playing {
  const playing = startSymphony(args, { cwd, group: true, ...(node ? { node } : {}) });
  cleanUp.push(async () => {
    playing.child.kill('SIGKILL');
    await playing.ended;
  });
  return playing;
}

/** Processes that work inside a folder (where the system tells). */
const processesIn = (folder: string): string[] =>
  spawnSync('sh', ['-c', 'readlink /proc/[0-9]*/cwd'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => path.startsWith(folder));

describe('symphony run', () => {
  test('C23 one piece of work in a bare repository: played, merged, summed up, code 0', () => {
    const cwd = repository();
    const { code, out, err } = symphony(['run', '--rehearse', 'Say hello'], { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/\d\d:\d\d:\d\d {2}S-1 +merged/);
    expect(out).toContain('Items      1 merged');
    expect(out).toContain('git log --graph --oneline main');
    expect(out).not.toContain('says:');
    expect(spawnSync('git', ['log', '--format=%s', 'main'], { cwd, encoding: 'utf8' }).stdout).toContain(
      'Say hello',
    );
  });

  test('C24 --json: the summary alone on stdout, progress in plain lines on stderr, 1 when an item needs a person', () => {
    const cwd = repository();
    putItem(cwd, 'S-1', 'Fine', WRITE_AND_COMMIT('a.txt'));
    putItem(cwd, 'S-2', 'Does nothing \u001b[31m', ['say: I cannot do this']);
    const { code, out, err } = symphony(['run', '--rehearse', '--exit-when-idle', '--json'], { cwd });
    const summary = JSON.parse(out);
    expect(code).toBe(1);
    expect(summary.code).toBe(1);
    expect(
      summary.items.map((item: { identifier: string; state: string }) => [item.identifier, item.state]),
    ).toEqual([
      ['S-1', 'open'],
      ['S-2', 'needs_human'],
    ]);
    expect(summary.merged).toEqual([{ item: 'S-1', commit: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
    expect(err).toMatch(/S-2 +needs you/);
    expect(err).not.toContain('\u001b');
  });

  test('C10 the first signal stops gracefully with the agents, and no process is left', async () => {
    const cwd = repository();
    putItem(cwd, 'S-1', 'Takes long', ['say: I wait', 'sleep: 60s']);
    const playing = play(cwd, ['run', '--rehearse']);
    await playing.saw('rehearsal takes it');
    playing.child.kill('SIGINT');
    const { code, out } = await playing.ended;
    expect(out).toContain('stopping: waiting up to 30 s for agents, press Ctrl-C again to stop now');
    expect(out).toContain('Ended: ');
    expect(code).toBe(0);
    expect(existsSync(join(cwd, '.symphony', 'run', 'conductor.json'))).toBe(false);
    expect(processesIn(cwd)).toEqual([]);
  });

  test('C10 the second signal ends at once with 1', async () => {
    const cwd = repository();
    putItem(cwd, 'S-1', 'Does not want to end', ['say: I stay', 'hang: { ignore_term: true }']);
    const playing = play(cwd, ['run', '--rehearse']);
    await playing.saw('rehearsal takes it');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    playing.child.kill('SIGTERM');
    await playing.saw('stopping');
    const asked = Date.now();
    playing.child.kill('SIGTERM');
    expect((await playing.ended).code).toBe(1);
    expect(Date.now() - asked).toBeLessThan(6000);
    expect(processesIn(cwd)).toEqual([]);
  });

  test('a reader that leaves stops the agents too, quietly with 0', () => {
    const cwd = repository();
    putItem(cwd, 'S-1', 'Takes long', ['say: I wait', 'sleep: 60s']);
    const script = `{ '${process.execPath}' '${BIN}' run --rehearse; echo "code $?" >&2; } | head -n 1`;
    const done = spawnSync('sh', ['-c', script], { cwd, encoding: 'utf8', timeout: 28_000 });
    expect(done.stderr).toBe('code 0\n');
    expect(existsSync(join(cwd, '.symphony', 'run', 'conductor.json'))).toBe(false);
  });
});

describe.skipIf(OLDER_NODE === undefined)(
  'C10 behind the launcher of an older Node (needs one on this machine)',
  () => {
    const launch = async (): Promise<{ cwd: string; playing: Playing }> => {
      const cwd = repository();
      putItem(cwd, 'S-1', 'Takes long', ['say: I wait', 'sleep: 60s']);
      const playing = play(cwd, ['run', '--rehearse'], OLDER_NODE);
      await playing.saw('rehearsal takes it');
      return { cwd, playing };
    };

    test('a signal to the launcher alone stops gracefully', async () => {
      const { playing } = await launch();
      playing.child.kill('SIGTERM');
      expect(await playing.ended).toMatchObject({ code: 0, out: expect.stringContaining('Ended: ') });
    });

    test('a signal to the whole group is one signal', async () => {
      const { playing } = await launch();
      process.kill(-(playing.child.pid ?? 0), 'SIGINT');
      expect(await playing.ended).toMatchObject({ code: 0, out: expect.stringContaining('Ended: ') });
    });

    test('a launcher that is killed takes the conductor with it', async () => {
      const { cwd, playing } = await launch();
      playing.child.kill('SIGKILL');
      expect((await playing.ended).out).toContain('Ended: ');
      expect(existsSync(join(cwd, '.symphony', 'run', 'conductor.json'))).toBe(false);
    });
  },
);
