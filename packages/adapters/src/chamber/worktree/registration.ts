import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { namesIn, shapeOf, textOf } from './disk.ts';
import type { Place } from './ground.ts';
import { canonical } from './path.ts';

/**
 * Git's own book of worktrees, read from its files: `git worktree list` does not tell the private
 * directory, hides broken entries, and its `prune` would also take the user's own worktrees that
 * happen to be unmounted. So entries are read, and repaired, one by one.
 */
export interface Registration {
  readonly admin: string;
  /** Where the worktree is said to be; empty when that was never written. */
  readonly path: string;
  /** The branch it is on, or null when its head is detached. */
  readonly branch: string | null;
  /** Why it is locked, or null when it is not. */
  readonly lock: string | null;
}

export async function registrations(common: string): Promise<Registration[]> {
  const folder = join(common, 'worktrees');
  return Promise.all((await namesIn(folder)).map((name) => registrationAt(join(folder, name))));
}

async function registrationAt(admin: string): Promise<Registration> {
  const [link, head, lock] = await Promise.all(
    ['gitdir', 'HEAD', 'locked'].map((name) => textOf(join(admin, name))),
  );
  // Relative since git 2.48, when the user chose so.
  const path = link ? dirname(resolve(admin, link.trim())) : '';
  return {
    admin,
    path: path === '' ? '' : await canonical(path).catch(() => path),
    branch: branchIn(head ?? ''),
    lock: lock === null || lock === undefined ? null : lock.trim(),
  };
}

export const branchIn = (head: string): string | null =>
  /^ref: refs\/heads\/(.+)$/.exec(head.trim())?.[1] ?? null;

/** What the `.git` of a folder says: a private directory, a repository of its own, or nothing. */
export type GitLink =
  | { readonly kind: 'linked'; readonly admin: string }
  | { readonly kind: 'own-repository' }
  | { readonly kind: 'none' };

export async function gitLinkOf(path: string): Promise<GitLink> {
  if ((await shapeOf(join(path, '.git'))) === 'folder') return { kind: 'own-repository' };
  const target = /^gitdir: (.+)$/m.exec((await textOf(join(path, '.git'))) ?? '')?.[1];
  if (!target) return { kind: 'none' };
  const admin = resolve(path, target.trim());
  return { kind: 'linked', admin: await canonical(admin).catch(() => admin) };
}

/** Ties the folder and its private git directory together again, in both directions. */
export async function link(place: Place): Promise<void> {
  await mkdir(place.path, { recursive: true });
  await writeFile(join(place.admin, 'gitdir'), `${join(place.path, '.git')}\n`);
  await writeFile(join(place.path, '.git'), `gitdir: ${place.admin}\n`);
}

/** The chamber at `path` as git sees it, or null when it is not a whole one. */
export async function placeAt(common: string, path: string): Promise<Place | null> {
  const found = await gitLinkOf(path);
  if (found.kind !== 'linked' || dirname(dirname(found.admin)) !== common) return null;
  return (await shapeOf(join(found.admin, 'HEAD'))) === 'file' ? { path, admin: found.admin } : null;
}
