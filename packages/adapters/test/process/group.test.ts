import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortError } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ChildGroup,
  endRun,
  findMarked,
  identify,
  type Marker,
  spawnGroup,
} from '../../src/process/index.ts';

const ENV = { PATH: process.env.PATH ?? '' };

let folder: string;
let marker: Marker;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'symphony-process-'));
  marker = { instance: `test-${randomUUID()}`, role: 'agent', run: 'run-1' };
});

afterEach(async () => {
  await endRun(marker);
  await rm(folder, { recursive: true, force: true });
});

const shell = (script: string): Promise<ChildGroup> =>
  spawnGroup({ command: 'sh', args: ['-c', script], cwd: folder, env: ENV, marker });

/** Resolves when the child has said `word`: from then on its traps are set and its children run. */
const said = (group: ChildGroup, word: string): Promise<void> =>
  new Promise((resolve) => {
    let text = '';
    group.child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes(word)) resolve();
    });
  });

const stateOf = (group: ChildGroup): string =>
  execFileSync('ps', ['-o', 'stat=', '-p', String(group.identity.pid)], { encoding: 'utf8' });

const left = async (): Promise<number> => (await findMarked(marker.instance)).length;

/** The deadline proves that the grace was not waited for where it was not needed. */
async function stopWithin(group: ChildGroup, graceMs: number, limitMs: number): Promise<void> {
  const from = Date.now();
  await group.stop(graceMs);
  expect(Date.now() - from).toBeLessThan(limitMs);
  expect(await left()).toBe(0);
}

describe('a process group', () => {
  test('C10 a child that obeys is ended by SIGTERM, well before the grace is over', async () => {
    const group = await shell('echo up; exec sleep 1000');
    await said(group, 'up');
    await expect.poll(left).toBeGreaterThan(0);
    await stopWithin(group, 20_000, 5_000);
    expect(await group.exited).toEqual({ code: null, signal: 'SIGTERM' });
  });

  test('C10 a child that ignores SIGTERM is killed when the grace is over', async () => {
    const group = await shell("trap '' TERM; echo up; while :; do sleep 0.05; done");
    await said(group, 'up');
    const from = Date.now();
    await stopWithin(group, 200, 10_000);
    expect(Date.now() - from).toBeGreaterThanOrEqual(200);
    expect(await group.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('C10 a grandchild that left the group and holds the output is ended too', async () => {
    const group = await shell("setsid sh -c 'echo away; exec sleep 1000' & wait");
    await said(group, 'away');
    // In the middle of its exec a process shows no environment, and so no marker.
    await expect.poll(left).toBeGreaterThanOrEqual(2);
    await stopWithin(group, 20_000, 5_000);
  });

  test('C10 a stubborn member that hides its marker is ended with its group', async () => {
    const stubborn = `trap '' TERM; echo up $$; while :; do sleep 0.05; done`;
    const group = await shell(`env -i PATH="$PATH" sh -c "${stubborn.replaceAll('$', '\\$')}" & wait`);
    let text = '';
    group.child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    await said(group, 'up');
    const pid = Number(/up (\d+)/.exec(text)?.[1]);
    expect(await identify(pid)).not.toBeNull();
    expect((await findMarked(marker.instance)).map((each) => each.pid)).not.toContain(pid);
    const from = Date.now();
    await stopWithin(group, 200, 10_000);
    expect(Date.now() - from).toBeGreaterThanOrEqual(200); // it had its grace like everybody
    expect(await identify(pid)).toBeNull();
  });

  test('C20 a suspended group is ended without being resumed first', async () => {
    const group = await shell('echo up; exec sleep 1000');
    await said(group, 'up');
    group.signal('SIGSTOP');
    await expect.poll(() => stateOf(group)).toMatch(/^T/);
    await stopWithin(group, 20_000, 5_000);
    expect((await group.exited).signal).toBe('SIGTERM');
  });

  test('stopping twice, at once and again later, is harmless', async () => {
    const group = await shell('echo up; exec sleep 1000');
    await said(group, 'up');
    await Promise.all([group.stop(5_000), group.stop(5_000)]);
    await group.stop(5_000);
    group.signal('SIGKILL');
    expect((await group.exited).signal).toBe('SIGTERM');
  });

  test('the exit is told although something left behind holds the output', async () => {
    const group = await shell('setsid sleep 1000 & exit 7');
    expect(await group.exited).toEqual({ code: 7, signal: null });
    expect(await left()).toBe(1);
    await group.stop(0);
    expect(await left()).toBe(0);
  });

  test('endRun ends the processes of its run and role only', async () => {
    const other: Marker = { ...marker, run: 'run-2' };
    const mine = await shell('exec sleep 1000');
    const theirs = await spawnGroup({
      command: 'sleep',
      args: ['1000'],
      cwd: folder,
      env: ENV,
      marker: other,
    });
    await endRun(marker);
    await mine.exited;
    expect((await findMarked(marker.instance)).map((each) => each.marker.run)).toEqual(['run-2']);
    await theirs.stop(0);
  });

  test('the marker survives names that are not ASCII', async () => {
    marker = { ...marker, instance: `häuser-${randomUUID()}` };
    const group = await shell('exec sleep 1000');
    await expect.poll(left).toBeGreaterThan(0);
    await group.stop(0);
  });
});

describe('spawning what is not there', () => {
  const failure = async (request: Partial<Parameters<typeof spawnGroup>[0]>) => {
    const outcome = await spawnGroup({
      command: 'sh',
      args: ['-c', 'true'],
      cwd: folder,
      env: ENV,
      marker,
      ...request,
    }).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(PortError);
    return (outcome as PortError).failure;
  };

  test('a missing program is PortError missing', async () => {
    expect(await failure({ command: 'no-such-program-here' })).toMatchObject({
      code: 'missing',
      message: expect.stringContaining('no-such-program-here'),
    });
  });

  test('a missing folder is PortError missing and names the folder', async () => {
    const cwd = join(folder, 'gone');
    expect(await failure({ cwd })).toMatchObject({ code: 'missing', message: expect.stringContaining(cwd) });
  });

  test('a file that may not be run is PortError unavailable', async () => {
    expect(await failure({ command: folder })).toMatchObject({ code: 'unavailable' });
  });

  test('arguments the system refuses are a PortError too, not a thrown errno', async () => {
    expect(await failure({ args: ['-c', 'x'.repeat(4 * 1024 * 1024)] })).toMatchObject({
      code: 'unavailable',
    });
  });
});
