import { describe, expect, test } from 'vitest';
import { findMarked } from '../../src/process/index.ts';
import { openHall, soundness } from './hall.ts';

describe('hooks', () => {
  test('svc-S6 svc-S8 run in the chamber with its values and without our secrets', async () => {
    process.env.SOME_TRACKER_TOKEN = 'secret';
    const hall = await openHall({ settings: { env: { COLOUR: 'blue' } } });
    hall.settings.hooks.before_run = 'env > seen.env; pwd > seen.pwd';
    const chamber = await hall.prepare('A');
    await hall.chambers.runHook(chamber, 'before_run');
    delete process.env.SOME_TRACKER_TOKEN;
    const env = (await hall.in(chamber).read('seen.env')).split('\n');
    expect(env).toContain('COLOUR=blue');
    expect(env).toContain(`PORT=${chamber.ports[0]}`);
    expect(env).toContain('SYMPHONY_ITEM=id-of-A');
    expect(env).toContain(`SYMPHONY_CHAMBER=${chamber.path}`);
    expect(env).toContain(`PATH=${process.env.PATH}`);
    expect(env.join('\n')).not.toContain('secret');
    expect(await hall.in(chamber).read('seen.pwd')).toBe(`${chamber.path}\n`);
  });

  test('svc-S6 the end of the output is told, and no more', async () => {
    const hall = await openHall();
    hall.settings.hooks.before_run =
      'i=0; while [ $i -lt 2000 ]; do echo "línea $i"; i=$((i+1)); done; echo "the reason" >&2; exit 7';
    const chamber = await hall.prepare('A');
    const error = await hall.chambers.runHook(chamber, 'before_run').catch((caught) => caught);
    expect(error.failure).toMatchObject({
      code: 'refused',
      nextStep: expect.stringContaining('before_run'),
    });
    expect(error.message).toMatch(/^The before_run hook ended with 7: /);
    expect(error.message).toContain('the reason');
    expect(error.message).not.toContain('\uFFFD');
    expect(Buffer.byteLength(error.message)).toBeLessThan(2048 + 100);
  });

  test('svc-S6 a hook that takes too long is ended with everything it started', async () => {
    const hall = await openHall({ settings: { hookTimeoutMs: 300 } });
    hall.settings.hooks.before_run = 'echo started; sleep 600 & setsid sleep 600 & wait';
    const chamber = await hall.prepare('A');
    await expect(hall.chambers.runHook(chamber, 'before_run')).rejects.toMatchObject({
      failure: { code: 'timeout', message: expect.stringMatching(/within 300 ms: started/) },
    });
    const instance = `chamber-test-${process.pid}-`;
    for (let at = 1; at < 10; at += 1) expect(await findMarked(`${instance}${at}`)).toEqual([]);
  });

  test('svc-S7 a failing after_create takes the new chamber back', async () => {
    const hall = await openHall();
    hall.settings.hooks.after_create = 'echo made > made.txt; exit 1';
    await expect(hall.prepare('A')).rejects.toMatchObject({
      failure: { message: expect.stringContaining('after_create') },
    });
    expect(await hall.chambers.list()).toEqual([]);
    expect(await hall.repository.git('branch', '--list', 'symphony/*')).toBe('');
    expect((await hall.repository.git('worktree', 'list')).split('\n')).toHaveLength(1);
    hall.settings.hooks.after_create = 'echo made > made.txt';
    expect(await hall.in(await hall.prepare('A')).read('made.txt')).toBe('made\n');
    expect(await soundness(hall.repository)).toBe('');
  });

  test('svc-S7 what a failing after_create committed is kept on the branch', async () => {
    const hall = await openHall();
    hall.settings.hooks.after_create = 'echo x > x.txt; git add x.txt; git commit -qm Hook; exit 1';
    await expect(hall.prepare('A')).rejects.toThrow();
    hall.settings.hooks.after_create = null;
    const chamber = await hall.prepare('A');
    expect(await hall.in(chamber).read('x.txt')).toBe('x\n');
    expect(await hall.chambers.inspect(chamber)).toMatchObject({ commits: 1, dirty: [] });
  });

  test('svc-S7 after_run and before_remove stop nothing, but are told', async () => {
    const hall = await openHall();
    hall.settings.hooks.after_run = 'echo no >&2; exit 1';
    hall.settings.hooks.before_remove = 'echo never >&2; exit 1';
    const chamber = await hall.prepare('A');
    await hall.chambers.runHook(chamber, 'after_run');
    expect(await hall.chambers.remove(chamber, { target: 'main', force: false })).toMatchObject({
      kind: 'removed',
    });
    expect(hall.notices).toEqual([
      'The after_run hook ended with 1: no',
      'The before_remove hook ended with 1: never',
    ]);
  });

  test('M2 what before_remove writes is not lost, and it does not run for a chamber that stays', async () => {
    const hall = await openHall();
    hall.settings.hooks.before_remove = 'echo last > last.txt';
    const chamber = await hall.prepare('A');
    const kept = await hall.chambers.remove(chamber, { target: 'main', force: false });
    expect(kept).toMatchObject({ kind: 'kept', reason: expect.stringContaining('last.txt') });
    hall.settings.hooks.before_remove = 'rm last.txt';
    expect(await hall.chambers.remove(chamber, { target: 'main', force: false })).toMatchObject({
      kind: 'kept',
    });
    expect(await hall.in(chamber).read('last.txt')).toBe('last\n');
  });
});
