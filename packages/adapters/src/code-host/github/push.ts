import { PortError } from '@symphony/domain';
import type { GitResult } from '../../git/index.ts';
import { commitOf, isAncestor, short } from '../local/revision.ts';
import { UNATTENDED } from '../local/unattended.ts';
import { pushEnvironment } from './credentials.ts';
import { pushRefusal } from './push-refusal.ts';
import type { HostGround } from './settings.ts';

/**
 * Brings the commit to the branch over there. What somebody else pushed is never overwritten: the
 * branch moves on from what is there, or from a commit that we pushed ourselves.
 */
export async function pushBranch(ground: HostGround, branch: string, head: string): Promise<void> {
  const theirs = await remoteHead(ground, branch);
  if (theirs === head) return remember(ground, branch, head);
  if (theirs !== null && !(await mayReplace(ground, branch, theirs, head)))
    throw await touched(ground, branch, theirs);
  // Written down before: after a crash in between, what is found over there is known as ours.
  await ground.git(ground.repository, ...UNATTENDED, 'update-ref', pushedRef(branch, 'next'), head);
  const lease = `--force-with-lease=refs/heads/${branch}:${theirs ?? ''}`;
  const result = await onRemote(ground, [
    ...['push', '--quiet', '--no-verify', '--no-follow-tags', '--recurse-submodules=no', lease],
    ...[ground.settings().remote, `${head}:refs/heads/${branch}`],
  ]);
  const now = result.code === 0 ? head : await remoteHead(ground, branch);
  if (now === head) return remember(ground, branch, head);
  // Somebody pushed while we did.
  if (now !== null && now !== theirs) throw await touched(ground, branch, now);
  throw pushRefusal(`${branch} could not be pushed`, result);
}

/** What they pushed is brought here, so that it can be merged from. */
async function touched(ground: HostGround, branch: string, theirs: string): Promise<PortError> {
  await fetchBranch(ground, branch);
  return new PortError({
    code: 'conflict',
    message: `A person pushed ${short(theirs)} to ${branch}, and nothing of theirs is overwritten.`,
    nextStep: `Merge it into the work (\`git merge ${theirs}\`), or have its author do so.`,
  });
}

/** The names are kept apart from branches: agents and people never meet them. */
const pushedRef = (branch: string, which: 'last' | 'next'): string =>
  `refs/symphony/pushed/${which}/${branch}`;

async function remember({ git, repository }: HostGround, branch: string, head: string): Promise<void> {
  await git(repository, ...UNATTENDED, 'update-ref', pushedRef(branch, 'last'), head);
}

async function mayReplace(
  { git, repository }: HostGround,
  branch: string,
  theirs: string,
  head: string,
): Promise<boolean> {
  for (const which of ['last', 'next'] as const)
    if ((await commitOf(git, repository, pushedRef(branch, which))) === theirs) return true;
  const known = (await commitOf(git, repository, theirs)) !== null;
  return known && (await isAncestor(git, repository, theirs, head));
}

/** Where the branch is over there, or null. */
export async function remoteHead(ground: HostGround, branch: string): Promise<string | null> {
  const { remote } = ground.settings();
  const result = await onRemote(ground, ['ls-remote', '--heads', remote, `refs/heads/${branch}`]);
  if (result.code !== 0) throw pushRefusal(`${remote} could not be read`, result);
  return /^([0-9a-f]{40,64})\t/m.exec(result.stdout)?.[1] ?? null;
}

/** Brings a branch of theirs here, so that it can be merged from. */
export async function fetchBranch(ground: HostGround, branch: string): Promise<void> {
  const { remote } = ground.settings();
  const quietly = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no'];
  const spec = `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  const result = await onRemote(ground, [...quietly, remote, spec]);
  if (result.code !== 0) throw pushRefusal(`${branch} could not be fetched`, result);
}

/** Whether git may push there, without changing anything. */
export async function tryPush(ground: HostGround, target: string): Promise<GitResult> {
  const { remote } = ground.settings();
  const spec = `refs/heads/${target}:refs/heads/symphony-push-check`;
  return onRemote(ground, ['push', '--dry-run', '--quiet', '--no-verify', remote, spec]);
}

async function onRemote(ground: HostGround, args: readonly string[]): Promise<GitResult> {
  const { repository, git } = ground;
  const { remote } = ground.settings();
  const address = await git.try(repository, ['remote', 'get-url', '--push', remote]);
  if (address.code !== 0)
    throw new PortError({
      code: 'missing',
      message: `There is no git remote \`${remote}\`.`,
      nextStep: `Add it (\`git remote add ${remote} ADDRESS\`), or name another one as code_host.remote.`,
    });
  const env = await pushEnvironment(ground, address.stdout.trim());
  const patience = ['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=30'];
  return ground.gitWith(env).try(repository, [...UNATTENDED, ...patience, ...args]);
}
