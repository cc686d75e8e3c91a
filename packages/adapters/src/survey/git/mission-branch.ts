import { baseCommit, fetchTarget } from '../../chamber/worktree/base.ts';
import { commitOf } from '../../chamber/worktree/chamber-git.ts';
import { failure, gitFailure } from '../../chamber/worktree/failure.ts';
import type { Ground } from '../../chamber/worktree/ground.ts';

interface Opened {
  readonly base: string;
  readonly commit: string;
}

/** Makes the branch where a chamber would be cut from the target now; one that is there stays where it is. */
export async function openMissionBranch(ground: Ground, branch: string, target: string): Promise<Opened> {
  const ref = `refs/heads/${branch}`;
  const there = await commitOf(ground, ref);
  if (there !== null) return { base: await cutFrom(ground, branch, there, target), commit: there };
  if (ground.settings().fetch) await fetchTarget(ground, target);
  const base = await baseCommit(ground, target);
  // The empty text: only if there is none yet.
  const made = await ground.git.try(ground.repository, ['update-ref', ref, base, '']);
  if (made.code === 0) return { base, commit: base };
  const now = await commitOf(ground, ref);
  if (now === null) throw gitFailure(`update-ref ${ref}`, made);
  return { base: await cutFrom(ground, branch, now, target), commit: now };
}

/**
 * Where the branch left the target, whichever of the local and the fetched one it was cut from and
 * however far either has moved since.
 */
async function cutFrom(ground: Ground, branch: string, commit: string, target: string): Promise<string> {
  const asked = ['refs/heads', 'refs/remotes/origin'].map((where) => commitOf(ground, `${where}/${target}`));
  const targets = (await Promise.all(asked)).filter((each) => each !== null);
  if (targets.length === 0) return baseCommit(ground, target); // which says what is missing
  const found = await ground.git.try(ground.repository, ['merge-base', commit, ...targets]);
  if (found.code === 0) return found.stdout.trim();
  throw failure(
    'conflict',
    `The branch ${branch} is there already and has nothing in common with ${target}.`,
    `Give that branch another name: git branch -m ${branch} <name>.`,
  );
}
