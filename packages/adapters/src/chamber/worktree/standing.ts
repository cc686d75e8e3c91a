import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chamberBranch } from '../key.ts';
import { commitOf, inChamber, tryInChamber } from './chamber-git.ts';
import { namesIn, shapeOf, textOf, unlinkIfThere } from './disk.ts';
import { failure } from './failure.ts';
import type { Ground, Place } from './ground.ts';
import { gitLinkOf, link, placeAt, type Registration, registrations } from './registration.ts';
import { clearUnfinished, setAside } from './unfinished.ts';

/**
 * Finds the chamber that stands at a path, mending what a killed process or a person left half
 * done, and never deleting what cannot be had again. The lock git puts on a worktree tells how far
 * an earlier prepare came: while one of these reasons is on it, no run has worked in it yet.
 */
const restoring = (key: string): string => `symphony is restoring ${key}`;

/** The chamber to go on with, or null when a new one has to be made at `path`. */
export async function findStanding(ground: Ground, key: string, path: string): Promise<Place | null> {
  await clearUnfinished(ground, key, path);
  const known = await registrations(ground.common);
  const shape = await shapeOf(path);
  if (shape === 'file')
    throw failure(
      'conflict',
      `${path} is a file, so no chamber can be there.`,
      `Move ${path} away, then try again.`,
    );
  const place = shape === 'folder' ? await inFolder(ground, path, known) : await lost(key, path, known);
  if (!place) return null;
  await clearLocks(place);
  await restoreFiles(ground, key, place);
  await restoreHead(ground, key, place);
  return place;
}

async function inFolder(ground: Ground, path: string, known: readonly Registration[]): Promise<Place | null> {
  const own = known.find((each) => each.path === path);
  const found = await gitLinkOf(path);
  if (found.kind === 'own-repository') throw foreign(path);
  if (found.kind === 'linked') {
    const place = await placeAt(ground.common, path);
    if (place) return mended(place, own);
    // The repository was moved: its chambers still name the old place.
    const moved = known.find((each) => basename(each.admin) === basename(found.admin));
    if (moved && (moved.path === path || (await shapeOf(moved.path)) === 'nothing'))
      return mended({ path, admin: moved.admin }, undefined);
    if ((await shapeOf(found.admin)) === 'folder') throw foreign(path);
  } else if (own) return mended({ path, admin: own.admin }, undefined);
  await setAside(ground, path);
  return null;
}

async function mended(place: Place, own: Registration | undefined): Promise<Place> {
  if (own?.admin !== place.admin) await link(place);
  return place;
}

const foreign = (path: string) =>
  failure(
    'conflict',
    `${path} belongs to another git repository, so it is not taken as a chamber.`,
    `Move ${path} away, then try again.`,
  );

/** The folder is gone, git still has its head and its index: the chamber comes back with what was staged. */
async function lost(key: string, path: string, known: readonly Registration[]): Promise<Place | null> {
  const own = known.find((each) => each.path === path);
  const stale = known.filter((each) => each.branch === chamberBranch(key));
  for (const each of own ? [own] : stale) {
    if (each !== own && (await shapeOf(each.path)) !== 'nothing') continue;
    const place = { path, admin: each.admin };
    await writeFile(join(place.admin, 'locked'), restoring(key));
    await link(place);
    return place;
  }
  return null;
}

async function restoreFiles(ground: Ground, key: string, place: Place): Promise<void> {
  const lock = join(place.admin, 'locked');
  if ((await textOf(lock))?.trim() !== restoring(key)) return;
  if ((await shapeOf(join(place.admin, 'index'))) === 'nothing')
    await inChamber(ground, place, 'read-tree', 'HEAD');
  await inChamber(ground, place, 'checkout-index', '--all', '--force', '--quiet');
  await unlinkIfThere(lock);
}

/** A branch deleted under the chamber comes back at the last commit the chamber was on. */
async function restoreHead(ground: Ground, key: string, place: Place): Promise<void> {
  const head = await tryInChamber(ground, place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.code === 0) return;
  const moves = ((await textOf(join(place.admin, 'logs', 'HEAD'))) ?? '').trim().split('\n').reverse();
  for (const move of moves) {
    const last = await commitOf(ground, move.split(' ')[1] ?? '');
    if (last === null) continue;
    await inChamber(ground, place, 'update-ref', '-m', 'symphony: restore', 'HEAD', last);
    return;
  }
  throw failure(
    'invalid',
    `The chamber ${key} has no commit any more: its branch was deleted.`,
    `Make the branch again (git branch ${chamberBranch(key)} <commit>), or move ${place.path} away.`,
  );
}

/** A killed git may have left a lock on the branch, which is the chamber's alone. */
export const clearBranchLock = (ground: Ground, key: string): Promise<void> =>
  unlinkIfThere(join(ground.common, 'refs', 'heads', `${chamberBranch(key)}.lock`));

/** The same in its private directory. Locks on what all worktrees share are never touched. */
async function clearLocks(place: Place): Promise<void> {
  for (const name of await namesIn(place.admin))
    if (name.endsWith('.lock')) await unlinkIfThere(join(place.admin, name));
}
