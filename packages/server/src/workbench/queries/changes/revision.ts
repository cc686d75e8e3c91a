import type { Git } from '@symphony/adapters/git';

/** The commit a name stands for, or null. */
export async function commitOf(git: Git, root: string, name: string): Promise<string | null> {
  if (name === '') return null;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const found = await git.try(root, args);
  return found.code === 0 ? found.stdout.trim() : null;
}

/**
 * Where the work on `head` left what it was begun from; null when it was begun from nothing, undefined
 * when what it was begun from is not there any more.
 */
export async function forkOf(
  git: Git,
  root: string,
  begunFrom: string,
  head: string,
): Promise<string | null | undefined> {
  if (begunFrom === '') return null;
  const base = await commitOf(git, root, begunFrom);
  if (base === null) return undefined;
  // A rebased branch has no longer all of its base behind it.
  const fork = await git.try(root, ['merge-base', base, head]);
  return fork.code === 0 ? fork.stdout.trim().split('\n', 1)[0] : base;
}

/** The tree with nothing in it; its name depends on how the repository hashes. */
export const emptyTree = (git: Git, root: string): Promise<string> =>
  git(root, 'hash-object', '-t', 'tree', '--stdin');
