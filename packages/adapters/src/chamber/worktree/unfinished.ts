import { lstat, readFile, rename, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { tryInChamber } from './chamber-git.ts';
import { namesIn, removeFolder, shapeOf, unlinkIfThere } from './disk.ts';
import type { Ground, Place } from './ground.ts';
import { type DirtyPath, statusOf } from './inspection.ts';
import { registrations } from './registration.ts';

/** The reason on git's lock while a chamber is being made. As long as it is there, no run has worked in it. */
export const making = (key: string): string => `symphony is making ${key}`;
/** Git's own, while `git worktree add` runs. */
const GIT_ADDS = 'initializing';

/** What a prepare that was killed left behind goes, so that it is made anew, after_create hook included (S5). */
export async function clearUnfinished(ground: Ground, key: string, path: string): Promise<void> {
  for (const each of await registrations(ground.common)) {
    const ours = each.lock === making(key) || (each.lock === GIT_ADDS && each.path === path);
    if (!ours) continue;
    const place = { path, admin: each.admin };
    if (each.path === path && (await shapeOf(path)) === 'folder') await clearFolder(ground, place);
    await removeFolder(each.admin);
  }
}

/** Only git and our hook wrote there; should anything else be in it, the folder is kept. */
async function clearFolder(ground: Ground, place: Place): Promise<void> {
  await unlinkIfThere(join(place.admin, 'index.lock'));
  if (await holdsOnlyCheckout(ground, place)) await removeFolder(place.path);
  else await setAside(ground, place.path);
}

async function holdsOnlyCheckout(ground: Ground, place: Place): Promise<boolean> {
  const readable = await tryInChamber(ground, place, ['read-tree', 'HEAD']);
  if (readable.code !== 0) return (await namesIn(place.path)).every((name) => name === '.git');
  for (const each of (await statusOf(ground, place)).dirty)
    if (!each.deleted && !(await isCutShort(ground, place, each))) return false;
  return true;
}

/** A file that is the beginning of what git was writing: git was killed over it. */
async function isCutShort(ground: Ground, place: Place, { path, untracked }: DirtyPath): Promise<boolean> {
  const file = join(place.path, path);
  if (untracked || !(await lstat(file)).isFile()) return false;
  const written = await tryInChamber(ground, place, ['checkout-index', '--temp', '--', path]);
  if (written.code !== 0) return false;
  const whole = await readFile(join(place.path, written.stdout.split('\t')[0] ?? ''));
  const part = await readFile(file);
  return part.length < whole.length && whole.subarray(0, part.length).equals(part);
}

/** Moves a folder git does not know to a name of its own, where `list` shows it. */
export async function setAside(ground: Ground, path: string): Promise<void> {
  if ((await namesIn(path)).every((name) => name === '.git')) {
    await unlinkIfThere(join(path, '.git'));
    return rmdir(path);
  }
  const taken = new Set(await namesIn(dirname(path)));
  let number = 1;
  while (taken.has(`${basename(path)}.aside-${number}`)) number += 1;
  const aside = `${path}.aside-${number}`;
  await rename(path, aside);
  ground.notice(`${path} held files but was no chamber; they are now in ${aside}.`);
}
