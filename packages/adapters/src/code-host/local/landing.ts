import type { Landing, LandRequest } from '@symphony/domain';
import { PortError } from '@symphony/domain';
import { type Git, isDiskTrouble } from '../../git/index.ts';
import { dropMergedHandoffs } from './handoff-refs.ts';
import { findObstacle, readRefusal } from './landing-obstacle.ts';
import { branchCommit, branchRef, exactCommit, isAncestor, short } from './revision.ts';
import { samePath } from './scratch-worktree.ts';
import { UNATTENDED } from './unattended.ts';
import { listWorktrees, type Worktree } from './worktree-list.ts';

export interface LandingSite {
  readonly git: Git;
  readonly repository: string;
  /** Never counted as a place where the target is checked out. */
  readonly scratch: string;
}

/**
 * Moves the target to the proved commit. Where somebody has the target checked out, their files
 * follow by a fast-forward run in that place, so that they never see the merged work as deleted;
 * anything of theirs that is in the way holds the landing and is left as it is.
 */
export async function land(site: LandingSite, request: LandRequest): Promise<Landing> {
  const { git, repository } = site;
  const commit = await exactCommit(git, repository, request.commit);
  const standing = await standingOf(site, request);
  if (standing !== null) return standing;
  if (!(await isAncestor(git, repository, request.expected, commit)))
    throw new PortError({
      code: 'invalid',
      message: `${short(commit)} was not built on ${short(request.expected)}: moving ${request.target} there would lose commits`,
    });
  const worktrees = await usableWorktrees(site);
  const obstacle = await findObstacle(git, repository, request.target, worktrees);
  if (obstacle !== null) return { kind: 'held', reason: obstacle };
  const holder = worktrees.find((each) => each.ref === branchRef(request.target));
  const landing = holder ? await fastForward(site, request, holder) : await moveRef(site, request);
  if (landing.kind === 'landed') await dropMergedHandoffs(git, repository, branchRef(request.target));
  return landing;
}

/** What can be said without moving anything: it is there already, or somebody moved the target. */
async function standingOf({ git, repository }: LandingSite, request: LandRequest): Promise<Landing | null> {
  const now = await branchCommit(git, repository, request.target);
  if (await isAncestor(git, repository, request.commit, now)) return { kind: 'landed' };
  return now === request.expected ? null : { kind: 'moved', now };
}

/**
 * Ignored files count as the user's too, so they are not overwritten. An earlier landing that got
 * as far as the files finds them as it wants them and only moves the branch.
 */
async function fastForward(site: LandingSite, request: LandRequest, holder: Worktree): Promise<Landing> {
  const plain = [
    '--ff-only',
    '--commit',
    '--no-squash',
    '--no-autostash',
    '--no-stat',
    '--no-overwrite-ignore',
  ];
  const args = [...UNATTENDED, 'merge', ...plain, request.commit];
  const result = await site.git.try(holder.path, args);
  return settle(site, request, holder.path, result.code === 0 ? '' : result.stderr || result.stdout);
}

async function moveRef(site: LandingSite, request: LandRequest): Promise<Landing> {
  const { git, repository } = site;
  const update = [
    'update-ref',
    '-m',
    'symphony: land',
    branchRef(request.target),
    request.commit,
    request.expected,
  ];
  const result = await git.try(repository, [...UNATTENDED, ...update]);
  return settle(site, request, repository, result.code === 0 ? '' : result.stderr || result.stdout);
}

/** The branch is read again rather than git's exit code believed: a person may have acted meanwhile. */
async function settle(
  site: LandingSite,
  request: LandRequest,
  place: string,
  said: string,
): Promise<Landing> {
  const standing = await standingOf(site, request);
  if (standing !== null) return standing;
  const reason = readRefusal(request.target, place, said);
  if (reason !== null) return { kind: 'held', reason };
  throw new PortError({
    code: isDiskTrouble(said) ? 'disk' : 'refused',
    message: `${request.target} could not be moved in ${place}: ${said.trim().split('\n').slice(0, 6).join(' / ').slice(0, 600)}`,
  });
}

/** The scratch worktree holds no branch by intent, and a worktree whose folder is gone holds none at all. */
async function usableWorktrees({ git, repository, scratch }: LandingSite): Promise<Worktree[]> {
  const usable: Worktree[] = [];
  for (const each of await listWorktrees(git, repository)) {
    if (!each.prunable && !(await samePath(each.path, scratch))) usable.push(each);
  }
  return usable;
}
