import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findMarked } from '@symphony/adapters/process';
import { makeRepository, type Repository } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRehearsing } from './rehearsing.ts';

const CONDUCTOR = fileURLToPath(new URL('./lone-pool.ts', import.meta.url));

let repository: Repository;
let instance: string;
const living = async (): Promise<number[]> => (await findMarked(instance)).map(({ pid }) => pid);

beforeEach(async () => {
  repository = await makeRepository();
  instance = `pool-${process.pid}-${Date.now()}`;
});

afterEach(() => repository.remove());

describe('P1 the processes of pooled players', () => {
  test('a run is given the process that waits, works in its chamber, and drain leaves none', async () => {
    const { pool, play, waiting } = openRehearsing(instance, repository.path);
    const first = await play('run-1', [{ say: 'one' }]);
    await first.until('turn-ended');
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    const spare = (await living()).find((pid) => pid !== first.session.process?.pid);

    const work = [{ run: 'echo "$PORT $SYMPHONY_RUN" > port.txt' }, { commit: 'Note the port' }];
    const second = await play('run-2', [...work, { say: 'done' }], { PORT: '4107' });
    await second.until('turn-ended');
    expect(second.session.process?.pid).toBe(spare);
    expect(pool.view().starts).toEqual({ warm: 1, fresh: 1 });
    expect(second.end()?.status).toBe('completed');
    expect(await repository.git('show', 'HEAD:port.txt')).toBe('4107 run-2');

    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    const drained = pool.drain();
    await Promise.all([first.session.stop(1_000), second.session.stop(1_000)]);
    await drained;
    expect(await living()).toEqual([]);
  });

  test('a run in a process that was warm is suspended, goes on and is stopped', async () => {
    const { pool, play, waiting } = openRehearsing(instance, repository.path);
    const first = await play('run-1', [{ say: 'one' }]);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    const ticks = Array.from({ length: 500 }, (_, at) => [{ say: `tick ${at}` }, { sleep: 10 }]).flat();
    const second = await play('run-2', ticks);
    expect(pool.view().starts.warm).toBe(1);
    await second.until('message', 2);
    await second.session.suspend?.();
    await sleep(100); // what was said before is still on its way
    const before = second.events.length;
    await sleep(200);
    expect(second.events.length).toBe(before);
    await second.session.unsuspend?.();
    await second.until('message', second.messages().length + 2);
    await second.session.stop(1_000);
    expect(second.events.at(-1)?.type).toBe('exited');
    expect(pool.view().players).toMatchObject([{ inUse: 1 }]);
    await first.session.stop(1_000);
    await pool.drain();
    expect(await living()).toEqual([]);
  });

  test('C8 none outlives a conductor that was killed', async () => {
    const args = ['--disable-warning=ExperimentalWarning', CONDUCTOR, instance, repository.path];
    const conductor = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(conductor.stdout, 'data');
    expect(await living()).toHaveLength(2);
    conductor.kill('SIGKILL');
    await once(conductor, 'close');
    await expect.poll(living, { timeout: 5_000 }).toEqual([]);
  });
});
