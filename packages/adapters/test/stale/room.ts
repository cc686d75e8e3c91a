import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Room, roomAt } from './room-of.ts';

export { because, DAY, failing, NOW, transcript, UNUSED } from './room-of.ts';

const opened: string[] = [];
afterEach(async () => {
  for (const folder of opened.splice(0)) await rm(folder, { recursive: true, force: true });
});

export async function openRoom(): Promise<Room> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'symphony-stale-')));
  opened.push(folder);
  return roomAt(folder);
}
