import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seeded } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { openRoom } from './room.ts';
import { roomAt } from './room-of.ts';

const CHILD = fileURLToPath(new URL('./cleaning-child.ts', import.meta.url));
const NAMES = Array.from({ length: 6 }, (_, at) => `s-${at}.json`);
const KILLS = 8;

test('P5 killed at any point nothing is lost, and the next run completes it', async () => {
  const seed = Date.now() % 100_000;
  const chance = seeded(seed);
  const { folder } = await openRoom();
  const room = await roomAt(folder);
  const texts = new Map<string, string>();
  for (const name of NAMES) texts.set(name, await room.put(name, 8_000 + Math.floor(chance() * 120_000), 50));

  for (let kill = 0; kill < KILLS; kill += 1) {
    const work = kill % 2 === 0 ? 'tiers' : 'trash';
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CHILD, folder, work], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), closed]);
    expect(child.exitCode, 'the child must not end by itself').toBeNull();
    await sleep(chance() * 200);
    child.kill('SIGKILL');
    await closed;
    // Everything is still there before anything is mended: in a tier, in the trash, or both.
    const inTrash = (await room.trash.entries()).map(({ thing }) => thing);
    const there = new Set([...(await room.shelf.list()).map(({ id }) => id), ...inTrash]);
    expect([...there].sort(), `seed ${seed}, kill ${kill}`).toEqual(NAMES.map((name) => `session:${name}`));
  }

  await room.shelf.recover();
  for (const entry of await room.trash.entries()) await room.shelf.restore(entry);
  for (const thing of await room.shelf.list()) await room.shelf.archive?.(thing, 'hot');
  expect(await room.ids(), `seed ${seed}`).toEqual(NAMES.map((name) => `session:${name} hot`));
  for (const [name, text] of texts)
    expect((await readFile(join(room.sessions, name), 'utf8')) === text, `seed ${seed}: ${name}`).toBe(true);
});
