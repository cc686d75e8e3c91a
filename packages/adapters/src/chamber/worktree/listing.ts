import { basename, dirname, join } from 'node:path';
import type { ChamberOnDisk } from '@symphony/domain';
import { namesIn, shapeOf } from './disk.ts';
import type { Ground } from './ground.ts';
import { readRecord } from './record.ts';
import { registrations } from './registration.ts';

/** Every worktree below the root, and every folder there that is none. */
export async function listChambers(ground: Ground): Promise<ChamberOnDisk[]> {
  const registered = (await registrations(ground.common)).filter(({ path }) => dirname(path) === ground.root);
  const chambers = await Promise.all(
    registered.map(async ({ admin, path, branch }): Promise<ChamberOnDisk> => {
      const record = await readRecord(admin);
      const { baseCommit = null, item = null } = record ?? {};
      return { key: basename(path), path, branch, baseCommit, item };
    }),
  );
  const known = new Set(chambers.map(({ path }) => path));
  for (const key of await namesIn(ground.root)) {
    const path = join(ground.root, key);
    if (key.startsWith('.') || known.has(path) || (await shapeOf(path)) !== 'folder') continue;
    chambers.push({ key, path, branch: null, baseCommit: null, item: null });
  }
  return chambers.sort((a, b) => a.key.localeCompare(b.key));
}
