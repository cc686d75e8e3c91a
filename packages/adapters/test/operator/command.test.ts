import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '@symphony/domain';
import { expect, test } from 'vitest';
import { findMarked, spawnGroup } from '../../src/process/index.ts';
import { openStage } from './operator-stage.ts';

const until = async (look: () => boolean): Promise<void> => {
  for (let round = 0; !look() && round < 300; round++) await sleep(10);
  expect(look()).toBe(true);
};

/** How many processes have this word among their arguments, marked or not. */
const running = (word: string): number =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(word);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false; // it ended meanwhile
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  }).length;

test('P7 a command runs on the committed target, in a chamber of its own that goes afterwards', async () => {
  const stage = await openStage({ files: { 'a.txt': 'committed\n' } });
  await stage.hall.repository.write({ 'a.txt': 'being edited\n' });
  const { ok, code, output } = await stage.run('command', {
    run: 'cat a.txt; pwd; git branch --show-current',
  });
  expect({ ok, code }).toEqual({ ok: true, code: 0 });
  const [content, folder = '', branch] = String(output).split('\n');
  expect(content).toBe('committed');
  expect(folder.startsWith(stage.hall.root)).toBe(true);
  expect(branch).toMatch(/^symphony\/run-1_check_1--/);
  expect(existsSync(folder)).toBe(false);
  expect(await stage.hall.repository.git('branch', '--list', 'symphony/*')).toBe('');
  expect(await stage.hall.repository.read('a.txt')).toBe('being edited\n');
  expect(stage.notices).toEqual([]);
});

test('P7 a chamber the command changed is kept, and that is said', async () => {
  const stage = await openStage();
  const { output } = await stage.run('command', { run: 'pwd; echo made > made.txt' });
  const folder = String(output).trim();
  expect(existsSync(join(folder, 'made.txt'))).toBe(true);
  expect(stage.notices).toHaveLength(1);
  expect(stage.notices[0]).toContain(folder);
  expect(stage.notices[0]).toContain('made.txt');
});

test('P7 a code other than 0 is refused, with the command, the code and the last lines', async () => {
  const stage = await openStage();
  const failure = await stage.fail('command', { run: 'echo first; echo "the reason" >&2; exit 3' });
  expect(failure.code).toBe('refused');
  for (const part of ['exit 3', 'code 3', 'the reason']) expect(failure.message).toContain(part);
  expect(await stage.hall.chambers.list()).toEqual([]);
  const allowed = { run: 'echo no; exit 3', allow_failure: true };
  expect(await stage.run('command', allowed)).toEqual({ ok: false, code: 3, output: 'no\n' });
  const killed = { run: 'kill -KILL $$', allow_failure: true };
  expect(await stage.run('command', killed)).toEqual({ ok: false, code: 137, output: '' });
});

test('P7 a program that is not there is a failure of the command, told in its own words', async () => {
  const stage = await openStage();
  const failure = await stage.fail('command', { run: 'no-such-program --now' });
  expect(failure.code).toBe('refused');
  expect(failure.message).toContain('code 127');
  expect(failure.message).toContain('no-such-program');
});

test('P7 stop ends a command that hangs with its whole group, deaf and disguised children included', async () => {
  const stage = await openStage();
  const marker = `${stage.hall.repository.path}-ready`;
  const hanging = `trap '' TERM; env -i sleep 1000.${process.pid} & (trap '' TERM; while :; do sleep 0.1; done) & touch '${marker}'; wait`;
  const working = stage.run('command', { run: hanging, allow_failure: true });
  const ended = working.then(
    () => null,
    (error: unknown) => failureOf(error),
  );
  await until(() => existsSync(marker));
  await until(() => running(`1000.${process.pid}`) === 1);
  expect((await findMarked(stage.instance)).length).toBeGreaterThan(0);
  await stage.operators.stop('run-1/check/1');
  expect(await ended).toMatchObject({ code: 'refused' });
  expect((await ended)?.message).toContain('stopped');
  expect(await findMarked(stage.instance)).toEqual([]);
  expect(running(`1000.${process.pid}`)).toBe(0);
  expect(await stage.hall.chambers.list()).toEqual([]);
});

test('P7 a command that takes longer than its timeout is ended, also with allow_failure', async () => {
  const stage = await openStage();
  const began = performance.now();
  const config = { run: 'echo begun; sleep 1000', timeout: '200ms', allow_failure: true };
  const failure = await stage.fail('command', config);
  expect(failure.code).toBe('timeout');
  expect(failure.message).toContain('begun');
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await findMarked(stage.instance)).toEqual([]);
});

test('P7 of a huge output the tail is kept, within 8 KB', async () => {
  const stage = await openStage();
  const run = 'i=0; while [ $i -lt 20000 ]; do echo "line $i of a long story, on and on"; i=$((i+1)); done';
  const { output } = await stage.run('command', { run });
  expect(Buffer.byteLength(String(output))).toBeLessThanOrEqual(8 * 1024);
  expect(String(output)).toMatch(/line 19999 of a long story, on and on\n$/);
});

test('P7 a command sees the environment it is given and its chamber’s, nothing of the conductor’s own', async () => {
  process.env.SECRET_OF_THE_CONDUCTOR = 'hidden';
  const environment = () => ({ PATH: process.env.PATH ?? '', GIVEN: 'yes' });
  const stage = await openStage({ environment });
  const { output } = await stage.run('command', {
    run: 'echo "$GIVEN|$SECRET_OF_THE_CONDUCTOR|$SYMPHONY_RUN"',
  });
  delete process.env.SECRET_OF_THE_CONDUCTOR;
  expect(output).toBe('yes||run-1/check/1\n');
});

test('P7 the same key asked twice at once is one piece of work; another key has another chamber', async () => {
  const stage = await openStage();
  const config = { run: 'pwd; sleep 0.2' };
  const first = stage.run('command', config);
  const again = stage.run('command', config);
  const other = stage.run('command', config, 'run-1/check/2');
  expect(await again).toBe(await first);
  expect((await other).output).not.toBe((await first).output);
});

test('P7 stop of a key nobody knows ends what an earlier conductor left under it', async () => {
  const stage = await openStage();
  const marker = { instance: stage.instance, role: 'operator', run: 'run-0/old/1' } as const;
  await spawnGroup({
    command: 'sleep',
    args: ['1000'],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
    marker,
  });
  await stage.operators.stop('run-0/old/2');
  expect(await findMarked(stage.instance)).toHaveLength(1);
  await stage.operators.stop('run-0/old/1');
  expect(await findMarked(stage.instance)).toEqual([]);
});
