import type { Git } from '../../git/index.ts';

export interface Worktree {
  readonly path: string;
  /** The full ref that is checked out; null when detached or bare. */
  readonly ref: string | null;
  readonly bare: boolean;
  /** Its folder is gone for good, as far as git can tell. */
  readonly prunable: boolean;
}

/** Every worktree of the repository, the main one first. */
export async function listWorktrees(git: Git, repository: string): Promise<Worktree[]> {
  return parseWorktrees(await git(repository, 'worktree', 'list', '--porcelain', '-z'));
}

/** Attributes end with a NUL each, and so does each worktree. */
function parseWorktrees(text: string): Worktree[] {
  return text
    .split('\0\0')
    .map((block) => block.split('\0'))
    .flatMap((attributes) => {
      const attribute = (name: string) =>
        attributes.find((each) => each.startsWith(`${name} `))?.slice(name.length + 1) ?? null;
      const path = attribute('worktree');
      const has = (name: string) => attributes.some((each) => each === name || each.startsWith(`${name} `));
      return path === null
        ? []
        : [{ path, ref: attribute('branch'), bare: has('bare'), prunable: has('prunable') }];
    });
}
