import type { Ground } from '../../chamber/worktree/ground.ts';

/** Paths that differ between two commits or trees; a file that moved is named by both its paths. */
export async function changedPaths(ground: Ground, base: string, head: string): Promise<readonly string[]> {
  const asked = ['diff-tree', '-r', '--name-only', '-z', '--no-renames', '--end-of-options', base, head];
  const listed = await ground.git(ground.repository, ...asked);
  return listed.split('\0').filter((path) => path !== '');
}

/** The same since the two parted. Without a common beginning everything in `head` is its own. */
export async function changedSince(ground: Ground, base: string, head: string): Promise<readonly string[]> {
  const { git, repository } = ground;
  const fork = await git.try(repository, ['merge-base', '--end-of-options', base, head]);
  return changedPaths(ground, fork.code === 0 ? fork.stdout.trim() : base, head);
}
