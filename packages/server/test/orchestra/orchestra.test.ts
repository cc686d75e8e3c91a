import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMarked } from '@symphony/adapters/process';
import { type Entry, failureOf } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Orchestra } from '../../src/orchestra.ts';
import { type Hall, openHall, WRITES } from './playing.ts';

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.clear());

/** Resolves with the first entry of this type. */
const heard = (orchestra: Orchestra, type: Entry['event']['type']): Promise<Entry> =>
  new Promise((resolve) => {
    void orchestra.client.follow(0, (entry) => {
      if (entry.event.type === type) resolve(entry);
    });
  });

const refused = async (work: Promise<unknown>) => {
  const { code, message, nextStep } = failureOf(await work.catch((error: unknown) => error));
  expect(message).toMatch(/[.?)]$/);
  expect(nextStep).toMatch(/\.$/);
  return { code, message };
};

describe('an orchestra', () => {
  test('C23 plays one piece of work to its end and leaves neither lock nor socket', async () => {
    const orchestra = await hall.start({ task: 'Say hello', exitWhenIdle: true });
    expect(orchestra.task).toBe('S-1');
    expect(await orchestra.finished).toEqual({ code: 0, reason: expect.any(String) });
    expect(await hall.repository.git('log', '--merges', '--format=%s')).toContain('Merge S-1');
    for (const name of ['conductor.json', 'control.sock'])
      expect(existsSync(join(hall.workplace.run, name))).toBe(false);
  });

  test('C10 a second one in the same repository is refused and leaves the first alone', async () => {
    const first = await hall.start();
    expect(await refused(hall.start())).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`pid ${process.pid}`),
    });
    expect((await first.client.status()).target).toBe('main');
    await first.stop('graceful');
    expect((await hall.play()).code).toBe(0);
  });

  test('C10 stop resolves when agents are gone; `finished` says so; both may be repeated', async () => {
    hall.item('A', [{ say: 'I wait' }, { sleep: '60s' }]);
    const orchestra = await hall.start();
    await heard(orchestra, 'agent-reported');
    await Promise.all([orchestra.stop('graceful'), orchestra.stop('graceful')]);
    expect(await orchestra.finished).toEqual({ code: 0, reason: 'stopped' });
    expect(await findMarked(hall.workplace.instance)).toEqual([]);
    await orchestra.stop('now');
    expect(await orchestra.client.command({ name: 'drain', on: true, by: 'ada' })).toMatchObject({
      accepted: false,
    });
  });

  test('C20 the stop command ends it with 0', async () => {
    const orchestra = await hall.start();
    expect(await orchestra.client.command({ name: 'stop', by: 'ada' })).toMatchObject({ accepted: true });
    expect(await orchestra.finished).toEqual({ code: 0, reason: 'stopped by a command' });
  });

  test('C21 a changed configuration is applied live; a broken one keeps the last good and says so', async () => {
    const orchestra = await hall.start();
    // Watching begins a moment after the start, so the change is made until it is seen.
    const changed = heard(orchestra, 'settings-rejected');
    const writing = setInterval(() => hall.configure({ slotts: 3 }), 300);
    await changed;
    clearInterval(writing);
    expect((await orchestra.client.status()).problems.join(' ')).toContain('did you mean `slots`?');
    hall.configure({ slots: { total: 9 } });
    await expect.poll(async () => (await orchestra.client.status()).slots.total, { timeout: 20_000 }).toBe(9);
    expect((await orchestra.client.status()).problems).toEqual([]);
  });

  test('C15 --target overrides the configured branch, is made from it, and nothing else moves', async () => {
    hall.item('A', WRITES);
    const main = await hall.repository.git('rev-parse', 'main');
    expect((await hall.play({ target: 'release' })).code).toBe(0);
    expect(await hall.repository.git('log', '--merges', '--format=%s', 'release')).toContain('Merge A');
    expect(await hall.repository.git('rev-parse', 'main')).toBe(main);
  });

  test('what makes a start impossible is refused in words, and the lock is free again afterwards', async () => {
    expect(await refused(hall.start({ target: 'no way' }))).toMatchObject({ code: 'invalid' });
    hall.configure({ target: 'mian' });
    expect((await refused(hall.start())).message).toContain('did you mean `main`?');
    hall.configure({ slotts: 1 });
    expect(await refused(hall.start())).toMatchObject({ code: 'invalid' });
    hall.configure({});
    writeFileSync(join(hall.workplace.run, 'control.sock'), 'mine');
    expect(await refused(hall.start())).toMatchObject({ code: 'disk' });
    await hall.repository.git('clean', '--quiet', '-fdx', '.symphony/run');
    expect((await hall.play()).code).toBe(0);
  });
});
