import { join } from 'node:path';
import type { GitResult } from '../../git/index.ts';
import { shapeOf } from './disk.ts';
import { gitFailure } from './failure.ts';
import type { Ground, Place } from './ground.ts';

/**
 * Git inside a chamber, pinned to the chamber's private git directory. Chambers lie inside the main
 * checkout: without the pin, a chamber whose `.git` link is gone would answer for the main checkout
 * around it, and a change meant for the chamber would hit the user's own files.
 */
export function tryInChamber(
  ground: Pick<Ground, 'git'>,
  place: Place,
  args: readonly string[],
  input?: string,
): Promise<GitResult> {
  const pinned = [`--git-dir=${place.admin}`, `--work-tree=${place.path}`, ...args];
  return ground.git.try(place.path, pinned, input === undefined ? {} : { input });
}

export async function inChamber(
  ground: Pick<Ground, 'git'>,
  place: Place,
  ...args: string[]
): Promise<string> {
  const result = await tryInChamber(ground, place, args);
  if (result.code !== 0) throw gitFailure(args.slice(0, 2).join(' '), result);
  return result.stdout.trimEnd();
}

/** Git's own list of what a chamber ignores, kept beside its record (see provision.ts). */
export const excludeFile = (admin: string): string => join(admin, 'symphony-exclude');

/** The options that make git leave linked and copied paths out, when the chamber has any. */
export const withExcludes = async (place: Place): Promise<string[]> =>
  (await shapeOf(excludeFile(place.admin))) === 'file'
    ? ['-c', `core.excludesFile=${excludeFile(place.admin)}`]
    : [];

/** The commit a revision names, or null. */
export async function commitOf(ground: Ground, revision: string): Promise<string | null> {
  if (revision === '') return null;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const result = await ground.git.try(ground.repository, args);
  return result.code === 0 ? result.stdout.trim() : null;
}

export async function isAncestor(ground: Ground, ancestor: string, of: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', ancestor, of];
  return (await ground.git.try(ground.repository, args)).code === 0;
}
