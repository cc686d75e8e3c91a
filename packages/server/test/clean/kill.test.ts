import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { seeded } from '@symphony/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClean } from '../../src/clean/index.ts';
import { type Hall, openHall, WRITES } from '../orchestra/playing.ts';
import { DAY, put } from './tree.ts';

const PROCESS = fileURLToPath(new URL('./cleaning-process.ts', import.meta.url));
const COUNT = 24;
const KILLS = 3;

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
  hall.item('A', WRITES);
  await hall.play();
});
afterAll(() => hall.clear());

/** Runs one cleaning, killed after so many milliseconds of work or not at all. */
async function cleanUntil(killAfterMs: number | null): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PROCESS, hall.workplace.root],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  if (killAfterMs !== null) {
    await sleep(killAfterMs);
    child.kill('SIGKILL');
  }
  const [code, signal] = await closed;
  if (killAfterMs === null) expect([code, signal]).toEqual([0, null]);
}

/** Every copy of a session's text there is: hot, warm, cold or in the trash. */
function textsBelow(folder: string): Set<string> {
  const texts = new Set<string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.json$|\.zst$|\.payload$/.test(entry.name)) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    texts.add((bytes.readUInt32LE(0) === 0xfd2fb528 ? zstdDecompressSync(bytes) : bytes).toString('utf8'));
  }
  return texts;
}

test('P5 a cleaning killed at any point loses nothing, and the next one completes it', async () => {
  const seed = Date.now() % 100_000;
  const chance = seeded(seed);
  const { workplace } = hall;
  const texts: string[] = [];
  for (let at = 0; at < COUNT; at += 1) {
    const age = [10, 40, 100][at % 3] ?? 0;
    texts.push(put(join(workplace.sessions, `old-${at}.json`), Date.now() - age * DAY, 30_000 + at * 400));
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    await cleanUntil(60 + chance() * 400);
    const there = textsBelow(workplace.folder);
    expect(texts.filter((text) => !there.has(text)).length, `seed ${seed}, kill ${kill}`).toBe(0);
  }
  await cleanUntil(null);
  const clean = await openClean(workplace);
  expect((await clean.plan(null)).steps, `seed ${seed}`).toEqual([]);
  const trash = await clean.trash();
  expect(trash.length).toBe(COUNT / 3);
  for (const { batch } of trash) await clean.restore(batch).catch(() => undefined);
  const home = (await clean.plan(['session'])).tally[0]?.found.count;
  clean.close();
  expect(home).toBe(COUNT + 1);
  const there = textsBelow(workplace.folder);
  expect(
    texts.every((text) => there.has(text)),
    `seed ${seed}`,
  ).toBe(true);
});
