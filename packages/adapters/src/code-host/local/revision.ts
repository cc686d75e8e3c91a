import { PortError } from '@symphony/domain';
import type { Git } from '../../git/index.ts';

/** Questions about commits, asked of the repository with full names only. */

export const branchRef = (branch: string): string => `refs/heads/${branch}`;

/** The commit a name points to, or null. */
export async function commitOf(git: Git, repository: string, name: string): Promise<string | null> {
  const found = await git.try(repository, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  ]);
  return found.code === 0 ? found.stdout.trim() : null;
}

export async function branchCommit(git: Git, repository: string, branch: string): Promise<string> {
  const commit = await commitOf(git, repository, branchRef(branch));
  if (commit !== null) return commit;
  throw new PortError({
    code: 'missing',
    message: `the branch ${branch} does not exist in ${repository}`,
    nextStep: 'Create the branch or name another one.',
  });
}

/** Commits come in by their full hash: anything shorter could mean something else tomorrow. */
export function requireHash(hash: string): void {
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(hash))
    throw new PortError({ code: 'invalid', message: `${JSON.stringify(hash)} is not a full commit hash` });
}

export async function exactCommit(git: Git, repository: string, hash: string): Promise<string> {
  requireHash(hash);
  const commit = await commitOf(git, repository, hash);
  if (commit !== null) return commit;
  throw new PortError({ code: 'missing', message: `the commit ${hash} does not exist in ${repository}` });
}

export async function isAncestor(
  git: Git,
  repository: string,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', ancestor, descendant];
  const { code, stderr } = await git.try(repository, args);
  if (code === 0 || code === 1) return code === 0;
  await exactCommit(git, repository, ancestor); // says which one is missing, if that is why
  throw new PortError({ code: 'refused', message: `git merge-base failed: ${stderr.trim()}` });
}

export const treeOf = (git: Git, repository: string, commit: string): Promise<string> =>
  git(repository, 'rev-parse', '--verify', `${commit}^{tree}`);

export const short = (hash: string): string => hash.slice(0, 10);
