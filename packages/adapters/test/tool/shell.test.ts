import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chamberTools } from '@symphony/adapters/tool';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boxOf, contextFor, folderOfItsOwn, type Heard, type ToolBox } from './stage.ts';

let folder: ReturnType<typeof folderOfItsOwn>;
let box: ToolBox;
beforeEach(() => {
  folder = folderOfItsOwn();
  box = boxOf(chamberTools({ root: folder.path, env: { PATH: process.env.PATH ?? '', GIVEN: 'yes' } }));
});
afterEach(() => folder.remove());

async function lives(pid: number): Promise<boolean> {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function fileSaid(name: string): Promise<number> {
  const path = join(folder.path, name);
  for (let look = 0; look < 500 && !(existsSync(path) && readFileSync(path, 'utf8') !== ''); look += 1)
    await sleep(10);
  return Number(readFileSync(path, 'utf8'));
}

describe('R5 shell.run', () => {
  test('code and output of both streams, in the given environment', async () => {
    const result = await box.use('shell.run', { command: 'echo "$GIVEN-$HOME"; echo err >&2; exit 3' });
    expect(result).toMatchObject({ exitCode: 3 });
    expect(result.output.split('\n').sort()).toEqual(['', 'err', 'yes-']);
  });

  test('with check a code other than 0 is a failure that says what was said', async () => {
    const failure = await box.failure('shell.run', { command: 'echo why; exit 2', check: true });
    expect(failure).toMatchObject({ code: 'E5001', message: expect.stringMatching(/ended with 2.*\nwhy/s) });
    expect(await box.use('shell.run', { command: 'true', check: true })).toMatchObject({ exitCode: 0 });
  });

  test('much output: its beginning and its end', async () => {
    const { output, cut } = await box.use('shell.run', { command: 'seq 1 200000' });
    expect(cut).toBe(true);
    expect(output.length).toBeLessThan(31_000);
    expect(output).toMatch(/^1\n2\n/);
    expect(output).toMatch(/characters left out/);
    expect(output.trimEnd().endsWith('200000')).toBe(true);
  });

  test('too long: it is ended with all it started, and what it said is told', async () => {
    const failure = await box.failure('shell.run', {
      command: 'echo begun; sleep 60 & echo $! > pid; wait',
      timeoutMs: 300,
    });
    expect(failure).toMatchObject({ code: 'E5003', message: expect.stringContaining('begun') });
    expect(await lives(await fileSaid('pid'))).toBe(false);
  });

  test('R2 stopped: the whole group is gone within 200 ms, also who ignores SIGTERM and who left the group', async () => {
    // The promise is about what we do: on a busy machine even looking may come late, so the best of a few counts.
    const took = [await timeToStop(), await timeToStop(), await timeToStop()];
    expect(Math.min(...took)).toBeLessThan(200);
    expect(Math.max(...took)).toBeLessThan(5_000);
  });

  async function timeToStop(): Promise<number> {
    for (const name of ['leader', 'child', 'away']) rmSync(join(folder.path, name), { force: true });
    const stop = new AbortController();
    const command = `trap '' TERM; (trap '' TERM; sleep 60) & echo $! > child; setsid sleep 61 & echo $! > away; echo $$ > leader; wait; sleep 62`;
    const running = box.use('shell.run', { command }, stop.signal).then(
      () => 'ended',
      (error: Error) => error.message,
    );
    const pids = [await fileSaid('leader'), await fileSaid('child'), await fileSaid('away')];
    await sleep(100);
    const startedAt = performance.now();
    stop.abort();
    while ((await Promise.all(pids.map(lives))).some(Boolean) && performance.now() - startedAt < 5_000)
      await sleep(5);
    const took = performance.now() - startedAt;
    expect(await running).toBe('The command was stopped.');
    return took;
  }

  test('two at once do not end each other', async () => {
    const [fast, slow] = await Promise.all([
      box.use('shell.run', { command: 'true' }),
      box.use('shell.run', { command: 'sleep 0.5; echo still here' }),
    ]);
    expect(fast.exitCode).toBe(0);
    expect(slow.output).toBe('still here\n');
  });

  test('what it left behind ends with it', async () => {
    await box.use('shell.run', { command: 'sleep 60 >/dev/null 2>&1 & echo $! > pid' });
    expect(await lives(await fileSaid('pid'))).toBe(false);
  });

  test('a person hears its last line meanwhile', async () => {
    const heard: Heard = { progress: [], intents: [] };
    const shell = box.tools.find((tool) => tool.name === 'shell.run');
    await shell?.run({ command: 'echo compiling; sleep 0.3; echo linking' }, contextFor(undefined, heard));
    expect(heard.progress).toEqual(['compiling', 'linking']);
  });

  test('what it starts is put into the sandbox', async () => {
    const inside = boxOf(
      chamberTools({
        root: folder.path,
        env: { PATH: process.env.PATH ?? '' },
        confine: (launch) => ({
          ...launch,
          command: 'env',
          args: ['CONFINED=1', launch.command, ...launch.args],
        }),
      }),
    );
    expect((await inside.use('shell.run', { command: 'echo $CONFINED' })).output).toBe('1\n');
  });
});
