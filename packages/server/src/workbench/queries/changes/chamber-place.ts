import { lstat, readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Git } from '@symphony/adapters/git';

/**
 * A chamber to look at: its folder and git's private directory of it. Git is always told both: a
 * chamber lies inside the main checkout, which would answer for one whose link is gone; and a link
 * that leads elsewhere, where an agent may have written git's settings, is not followed.
 */
export interface ChamberPlace {
  readonly path: string;
  readonly admin: string;
  /** What its head says: a branch or a commit; empty: nothing is committed yet. */
  readonly head: string;
}

/** Null when there is no whole chamber. */
export async function chamberAt(git: Git, root: string, path: string): Promise<ChamberPlace | null> {
  const common = await git.try(root, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
  if (common.code !== 0) return null;
  const link = /^gitdir: (.+)$/m.exec((await textOf(join(path, '.git'))) ?? '')?.[1];
  if (link === undefined) return null;
  try {
    const admin = await realpath(resolve(path, link.trim()));
    if (dirname(admin) !== join(await realpath(common.stdout.trimEnd()), 'worktrees')) return null;
    const head = (await textOf(join(admin, 'HEAD')))?.trim().replace(/^ref: /, '');
    return head ? { path, admin, head } : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Null for what is no plain file: reading a pipe somebody put there would never end. */
export async function textOf(file: string): Promise<string | null> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file, 'utf8') : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);
export const isAbsent = (error: unknown): boolean => ABSENT.has((error as NodeJS.ErrnoException).code);
