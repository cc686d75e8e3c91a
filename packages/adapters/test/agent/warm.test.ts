import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Heard } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMarked, isAlive } from '../../src/process/index.ts';
import { RehearsalHall } from './hall.ts';

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

const WORK = [
  { run: 'env > ../env.txt; pwd > ../where.txt' },
  { write: { path: 'a.txt', text: 'x' } },
  { commit: 'Add a' },
];

/** Everything a command of the player can see of where it came from. */
async function seenBy(warm: boolean, env: Record<string, string>) {
  const run = warm ? 'run-warm' : 'run-fresh';
  const heard = await hall.playTurn(WORK, { run, env, ...(warm && { warm: await hall.warm() }) });
  expect(heard.end()?.status).toBe('completed');
  const shown = hall.read('../env.txt').trim().split('\n').sort();
  expect(heard.sessionId()).toBe(`rehearsal-${run}`);
  return { env: shown, where: hall.read('../where.txt').trim() };
}

describe('P1 a player that was warm', () => {
  test('works in its chamber, with its environment and nothing of the place it waited in', async () => {
    const env = { PATH: process.env.PATH ?? '', PORT: '4107', ONLY: 'this' };
    const warm = await seenBy(true, env);
    expect(warm.where).toBe(hall.git('rev-parse', '--show-toplevel'));
    expect(hall.git('log', '--format=%s')).toBe('Add a\nstart');
    expect(warm.env).toEqual(expect.arrayContaining(['PORT=4107', 'ONLY=this', 'SYMPHONY_RUN=run-warm']));

    const other = hall;
    hall = new RehearsalHall();
    const fresh = await seenBy(false, env);
    const unlike = /^(PWD|OLDPWD|_|SYMPHONY_INSTANCE|SYMPHONY_RUN)=/;
    expect(warm.env.filter((line) => !unlike.test(line))).toEqual(
      fresh.env.filter((line) => !unlike.test(line)),
    );
    await other.close();
  });

  test('that has just died, or does not answer, is replaced by a fresh one and nobody notices', async () => {
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      const warm = await hall.warm();
      const [spare] = await findMarked(hall.instance);
      process.kill(spare?.pid ?? 0, signal);
      const heard = await hall.playTurn([{ say: 'hello' }], { warm });
      expect(heard.messages()).toEqual(['hello']);
      expect(heard.session.process?.pid).not.toBe(spare?.pid);
      expect(await hall.living()).toBe(0);
    }
  });

  test('is told of by its identity, and what it leaves behind when killed is ended', async () => {
    const warm = await hall.warm();
    const heard = await hall.play([{ say: 'up' }, { hang: { leave_group: true } }], { warm });
    await heard.until('message');
    await expect.poll(() => hall.living()).toBe(2);
    const identity = heard.session.process ?? { pid: 0, startedAt: '' };
    expect(await isAlive(identity)).toBe(true);
    process.kill(identity.pid, 'SIGKILL');
    await heard.until('exited');
    expect(heard.of('exited')).toMatchObject([{ signal: 'SIGKILL' }]);
    expect(await hall.living()).toBe(0);
  });

  test('is stopped with what left its group, which is asked first as well', async () => {
    const stray = `trap 'echo yes > asked.txt; exit' TERM; touch up.txt; sleep 1000 & wait`;
    const hang = { hang: { ignore_term: true, leave_group: true } };
    const script = [{ run: `setsid sh -c "${stray}" &` }, hang];
    const heard = await hall.play(script, { warm: await hall.warm() });
    // The player, the two above, and the stray of `hang`, which it starts once it ignores SIGTERM.
    await expect.poll(() => hall.living()).toBe(4);
    await expect.poll(() => existsSync(join(hall.chamber, 'up.txt'))).toBe(true);
    await heard.session.stop(3_000); // the shell answers in its own time on a loaded machine
    expect(hall.read('asked.txt')).toBe('yes\n');
    expect(await hall.living()).toBe(0);
  });

  test('in a chamber that is gone fails as a fresh one does', async () => {
    const warm = await hall.warm();
    const gone = { cwd: `${hall.chamber}-gone` };
    await expect(hall.play([{ say: 'hello' }], { warm, ...gone })).rejects.toMatchObject({
      failure: { code: 'missing' },
    });
    expect(await hall.living()).toBe(0);
  });

  test('says its first word no later than a fresh one', async () => {
    const times = { fresh: [] as number[], warm: [] as number[] };
    for (let round = 0; round < 5; round++) {
      for (const kind of ['fresh', 'warm'] as const) {
        const warm = kind === 'warm' ? await hall.warm() : undefined;
        await sleep(20);
        const heard = new Heard();
        const begun = performance.now();
        const request = hall.request([{ say: 'hello' }], warm ? { warm } : {});
        heard.session = await hall.port.start(request, (event) => heard.take(event));
        await heard.until('started');
        times[kind].push(performance.now() - begun);
        await heard.session.stop(1_000);
      }
    }
    const [fresh, warm] = [median(times.fresh), median(times.warm)];
    console.log(`first event: fresh ${fresh.toFixed(0)} ms, warm ${warm.toFixed(0)} ms (medians of 5)`);
    expect(warm).toBeLessThanOrEqual(fresh * 1.1);
  });
});

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
