import { join } from 'node:path';
import type { Chamber } from '@symphony/domain';
import { chamberBranch } from '../key.ts';
import { commitOf, isAncestor, tryInChamber } from './chamber-git.ts';
import { namesIn, shapeOf } from './disk.ts';
import type { Ground, Place } from './ground.ts';
import { statusOf } from './inspection.ts';
import { gitLinkOf, type Registration, registrations } from './registration.ts';
import { making } from './unfinished.ts';

/** What is left of a chamber on disk, whole or not. */
export interface Remains {
  readonly kind: 'nothing' | 'something';
  readonly key: string;
  readonly folder: string | null;
  /** The folder is a whole worktree, so that git can be asked about it. */
  readonly place: Place | null;
  readonly admin: string | null;
  readonly lock: string | null;
  readonly tip: string | null;
  readonly head: string | null;
  readonly onBranch: boolean;
}

export async function remainsOf(ground: Ground, chamber: Chamber): Promise<Remains> {
  const { key, path } = chamber;
  const own = (await registrations(ground.common)).find((each) => each.path === path);
  const folder = (await shapeOf(path)) === 'nothing' ? null : path;
  const place = await wholePlace(folder, own);
  const tip = await commitOf(ground, `refs/heads/${chamberBranch(key)}`);
  const onBranch = own === undefined || own.branch === chamberBranch(key);
  const head = own ? await headOf(ground, { path: folder ?? ground.repository, admin: own.admin }) : tip;
  return {
    kind: folder === null && own === undefined && tip === null ? 'nothing' : 'something',
    key,
    folder,
    place,
    admin: own?.admin ?? null,
    lock: own?.lock ?? null,
    tip,
    head,
    onBranch,
  };
}

async function wholePlace(folder: string | null, own: Registration | undefined): Promise<Place | null> {
  if (folder === null || own === undefined) return null;
  const found = await gitLinkOf(folder);
  return found.kind === 'linked' && found.admin === own.admin ? { path: folder, admin: own.admin } : null;
}

async function headOf(ground: Ground, place: Place): Promise<string | null> {
  const result = await tryInChamber(ground, place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return result.code === 0 ? result.stdout.trim() : null;
}

/**
 * What removing would cost. `none`: all of it is in the target. `history`: its content is there,
 * its commits are not (squashed), so they are stored on the way out. `loss`: only when forced, and
 * stored. `never`: it cannot be stored.
 */
export type Risk =
  | { readonly level: 'none' }
  | { readonly level: 'history'; readonly reason: string; readonly safe: readonly string[] }
  | { readonly level: 'loss'; readonly reason: string; readonly safe: readonly string[] }
  | { readonly level: 'never'; readonly reason: string };

export async function risk(ground: Ground, remains: Remains, target: string): Promise<Risk> {
  const stuck = await unstorable(ground, remains);
  if (stuck !== null) return { level: 'never', reason: stuck };
  const safe = await targets(ground, target);
  const open = (await uncommitted(ground, remains)) ?? (await unfinished(remains));
  if (open !== null) return { level: 'loss', reason: open, safe };
  const tips = [...new Set([remains.tip, remains.head].filter((each) => each !== null))];
  let squashed = false;
  for (const tip of tips) {
    const merged = await isIn(ground, tip, safe);
    if (merged) continue;
    if (!(await addsNothing(ground, tip, safe)))
      return { level: 'loss', reason: await unmerged(ground, tip, safe, target), safe };
    squashed = true;
  }
  return squashed ? { level: 'history', reason: `squashed into ${target}`, safe } : { level: 'none' };
}

async function targets(ground: Ground, target: string): Promise<string[]> {
  const found = await Promise.all(
    ['refs/heads', 'refs/remotes/origin'].map((where) => commitOf(ground, `${where}/${target}`)),
  );
  return [...new Set(found.filter((each) => each !== null))];
}

async function isIn(ground: Ground, tip: string, safe: readonly string[]): Promise<boolean> {
  for (const each of safe) if (await isAncestor(ground, tip, each)) return true;
  return false;
}

/** Merging it would change nothing: its content came in by another way. */
async function addsNothing(ground: Ground, tip: string, safe: readonly string[]): Promise<boolean> {
  for (const each of safe) {
    const merged = await ground.git.try(ground.repository, ['merge-tree', '--write-tree', each, tip]);
    const tree = await ground.git(ground.repository, 'rev-parse', `${each}^{tree}`);
    if (merged.code === 0 && merged.stdout.trim() === tree) return true;
  }
  return false;
}

async function unmerged(
  ground: Ground,
  tip: string,
  safe: readonly string[],
  target: string,
): Promise<string> {
  const without = safe.map((each) => `^${each}`);
  const count = Number(await ground.git(ground.repository, 'rev-list', '--count', tip, ...without));
  return `${count} ${count === 1 ? 'commit is' : 'commits are'} not in ${target} yet`;
}

async function uncommitted(ground: Ground, remains: Remains): Promise<string | null> {
  if (remains.folder === null) return null;
  if (remains.place === null) {
    const names = (await namesIn(remains.folder)).filter((name) => name !== '.git');
    return names.length === 0 ? null : 'the folder is no worktree any more and holds files';
  }
  // Not finished being made: what is missing from it was never there.
  const beingMade = remains.lock === making(remains.key);
  const dirty = (await statusOf(ground, remains.place)).dirty.filter((each) => !(beingMade && each.deleted));
  if (dirty.length === 0) return null;
  const shown = dirty
    .slice(0, 3)
    .map(({ path }) => path)
    .join(', ');
  return `${dirty.length} ${dirty.length === 1 ? 'file has' : 'files have'} uncommitted changes: ${shown}${dirty.length > 3 ? ', …' : ''}`;
}

async function unfinished({ admin }: Remains): Promise<string | null> {
  if (admin === null) return null;
  const signs = {
    MERGE_HEAD: 'merge',
    'rebase-merge': 'rebase',
    'rebase-apply': 'rebase',
    CHERRY_PICK_HEAD: 'cherry-pick',
    REVERT_HEAD: 'revert',
  };
  for (const [name, what] of Object.entries(signs))
    if ((await shapeOf(join(admin, name))) !== 'nothing') return `a ${what} is not finished`;
  return null;
}

/** What no bundle of this repository can hold, or a person said to keep. */
async function unstorable(ground: Ground, { key, folder, place, lock }: Remains): Promise<string | null> {
  if (lock !== null && !/^(?:initializing|symphony is )/.test(lock))
    return `the worktree is locked${lock === '' ? '' : `: ${lock}`}`;
  if (folder === null) return null;
  if ((await shapeOf(folder)) !== 'folder') return `${folder} is not a folder`;
  if ((await gitLinkOf(folder)).kind === 'own-repository') return `${folder} is a git repository of its own`;
  if (place === null) return null;
  const nested = (await statusOf(ground, place)).dirty.find(
    ({ untracked, path }) => untracked && path.endsWith('/'),
  );
  if (nested) return `${key} holds the git repository ${nested.path}, which cannot be stored with it`;
  return submoduleWork(ground, place);
}

/** Commits and changes inside a submodule live in the chamber's copy of it alone. */
async function submoduleWork(ground: Ground, place: Place): Promise<string | null> {
  if ((await shapeOf(join(place.path, '.gitmodules'))) !== 'file') return null;
  const ask =
    'test -z "$(git status --porcelain)" && test -n "$(git branch --remotes --contains HEAD)" || echo "at risk: $displaypath"';
  const result = await ground.git.try(place.path, ['submodule', '--quiet', 'foreach', '--recursive', ask]);
  const name = /^at risk: (.+)$/m.exec(result.stdout)?.[1];
  if (name) return `the submodule ${name} holds work that is nowhere else`;
  return result.code === 0
    ? null
    : `its submodules could not be looked at: ${result.stderr.trim().split('\n')[0]}`;
}
