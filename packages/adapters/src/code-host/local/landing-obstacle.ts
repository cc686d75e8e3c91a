import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Git } from '../../git/index.ts';
import { branchRef } from './revision.ts';
import type { Worktree } from './worktree-list.ts';

/** Why a branch cannot be moved at the moment, in sentences for the person who can change that. */

const MAX_NAMED_FILES = 5;

/** What git keeps in a worktree's private folder while something is unfinished there. */
const UNFINISHED: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['sequencer', 'a cherry-pick or revert'],
];

/** Looks before anything is touched, so that a landing seldom stops half-way. */
export async function findObstacle(
  git: Git,
  repository: string,
  target: string,
  worktrees: readonly Worktree[],
): Promise<string | null> {
  const ref = branchRef(target);
  const common = resolve(repository, await git(repository, 'rev-parse', '--git-common-dir'));
  if (await exists(join(common, `${ref}.lock`))) return busy(repository, join(common, `${ref}.lock`));
  const holders = worktrees.filter((each) => each.ref === ref);
  if (holders.length > 1)
    return `${target} is checked out in ${holders.length} places (${holders.map((each) => each.path).join(', ')}); leave it checked out in one`;
  for (const worktree of worktrees) {
    const obstacle = await obstacleIn(git, target, worktree);
    if (obstacle !== null) return obstacle;
  }
  return null;
}

async function obstacleIn(git: Git, target: string, worktree: Worktree): Promise<string | null> {
  const holds = worktree.ref === branchRef(target);
  const detached = worktree.ref === null && !worktree.bare;
  if (!holds && !detached) return null;
  if (!(await exists(worktree.path)))
    return holds ? `${target} is checked out in ${worktree.path}, which cannot be reached` : null;
  const gitDir = await git(worktree.path, 'rev-parse', '--absolute-git-dir');
  if (detached)
    return (await isRebasing(gitDir, target)) ? unfinished(target, 'a rebase', worktree.path) : null;
  for (const [name, what] of UNFINISHED) {
    if (await exists(join(gitDir, name))) return unfinished(target, what, worktree.path);
  }
  for (const name of ['index.lock', 'HEAD.lock']) {
    if (await exists(join(gitDir, name))) return busy(worktree.path, join(gitDir, name));
  }
  return null;
}

/** A rebase detaches HEAD, but means to move its branch when it is done. */
async function isRebasing(gitDir: string, target: string): Promise<boolean> {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const name = await readFile(join(gitDir, folder, 'head-name'), 'utf8').catch(() => '');
    if (name.trim() === branchRef(target)) return true;
  }
  return false;
}

/** Reads git's refusal to fast-forward; null when it is none that a person at the checkout can lift. */
export function readRefusal(target: string, place: string, said: string): string | null {
  const lock = /Unable to create '(.*\.lock)': File exists/.exec(said);
  if (lock) return busy(place, lock[1] ?? '');
  const changed = filesAfter(said, /local changes to the following files would be overwritten/);
  const untracked = filesAfter(said, /The following untracked working tree files|would lose untracked files/);
  const parts = [
    changed.length > 0 ? `uncommitted changes to ${named(changed)}; commit or stash them` : '',
    untracked.length > 0 ? `untracked files in the way: ${named(untracked)}; move or remove them` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `${target} is checked out with ${parts.join(', and with ')}`;
}

/** Git lists the files below its sentence, one a line after a tab. */
function filesAfter(said: string, sentence: RegExp): string[] {
  const files: string[] = [];
  let listing = false;
  for (const line of said.split('\n')) {
    if (!line.startsWith('\t')) listing = sentence.test(line);
    else if (listing) files.push(line.slice(1));
  }
  return files;
}

function named(files: readonly string[]): string {
  const more = files.length - MAX_NAMED_FILES;
  return `${files.slice(0, MAX_NAMED_FILES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const busy = (place: string, lock: string): string =>
  `git is busy in ${place}; if no git command runs there, remove ${lock}`;

const unfinished = (target: string, what: string, place: string): string =>
  `${what} of ${target} is in progress in ${place}; finish or abort it`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
