import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chamberBranch } from '../key.ts';
import { baseCommit } from './base.ts';
import { commitOf, inChamber, isAncestor } from './chamber-git.ts';
import { removeFolder, shapeOf, unlinkIfThere, writeWhole } from './disk.ts';
import { failure } from './failure.ts';
import type { Ground, Place } from './ground.ts';
import { placeAt } from './registration.ts';
import { making } from './unfinished.ts';

export interface Cut {
  readonly place: Place;
  readonly baseCommit: string;
  /** The branch was made here and holds nothing yet: it may go when the making fails. */
  readonly newBranch: boolean;
}

export interface CutRequest {
  readonly key: string;
  readonly path: string;
  readonly target: string;
  /** The base of an earlier chamber of the item, when the log knows one. */
  readonly knownBase: string | null;
}

/**
 * Adds the worktree, locked until the chamber is ready. A branch that is already there keeps its
 * commits; one that holds nothing of its own moves to the fresh base.
 */
export async function cutWorktree(ground: Ground, request: CutRequest): Promise<Cut> {
  const { key, path } = request;
  const branch = chamberBranch(key);
  const base = await baseCommit(ground, request.target);
  const tip = await commitOf(ground, `refs/heads/${branch}`);
  const own = tip !== null && !(await isAncestor(ground, tip, base));
  if (tip !== null && !own)
    await ground.git(ground.repository, 'update-ref', `refs/heads/${branch}`, base, tip);
  const what = tip === null ? ['--no-track', '-b', branch, path, base] : [path, branch];
  return {
    place: await addWorktree(ground, key, path, what),
    baseCommit: own ? await olderBase(ground, request, tip, base) : base,
    newBranch: !own,
  };
}

export async function addWorktree(
  ground: Ground,
  key: string,
  path: string,
  what: readonly string[],
): Promise<Place> {
  await prepareRoot(ground);
  await ground.git(
    ground.repository,
    'worktree',
    'add',
    '--quiet',
    '--lock',
    '--reason',
    making(key),
    ...what,
  );
  const place = await placeAt(ground.common, path);
  if (!place) throw failure('internal', `git made no worktree at ${path}.`);
  return place;
}

async function olderBase(ground: Ground, request: CutRequest, tip: string, base: string): Promise<string> {
  const known = request.knownBase === null ? null : await commitOf(ground, request.knownBase);
  return known ?? (await forkPoint(ground, tip, base)) ?? base;
}

export async function forkPoint(ground: Ground, tip: string, base: string): Promise<string | null> {
  const result = await ground.git.try(ground.repository, ['merge-base', tip, base]);
  return result.code === 0 ? result.stdout.trim() : null;
}

/** The folder ignores itself, so that chambers never show in the main checkout. */
async function prepareRoot(ground: Ground): Promise<void> {
  await mkdir(ground.root, { recursive: true });
  const ignore = join(ground.root, '.gitignore');
  if ((await shapeOf(ignore)) === 'nothing') await writeWhole(ignore, '*\n');
}

/** The chamber is whole: from here on it is never made anew. */
export const finishMaking = (place: Place): Promise<void> => unlinkIfThere(join(place.admin, 'locked'));

/** Takes back what this call made, because it could not be finished (S5). */
export async function takeBack(ground: Ground, key: string, cut: Cut): Promise<void> {
  await removeFolder(cut.place.path);
  await removeFolder(cut.place.admin);
  const ref = `refs/heads/${chamberBranch(key)}`;
  // With the expected value: a hook that committed keeps its commits.
  if (cut.newBranch) await ground.git.try(ground.repository, ['update-ref', '-d', ref, cut.baseCommit]);
}

export async function updateSubmodules(ground: Ground, place: Place): Promise<void> {
  if ((await shapeOf(join(place.path, '.gitmodules'))) !== 'file') return;
  const allowed = await ground.git.try(ground.repository, ['config', '--get', 'protocol.file.allow']);
  const allow = allowed.stdout.trim() === 'always' ? ['-c', 'protocol.file.allow=always'] : [];
  const result = await ground.git.try(place.path, [...allow, 'submodule', 'update', '--init', '--recursive']);
  if (result.code === 0) return;
  const said = result.stderr.trim();
  const name = /(?:submodule path|Failed to clone|Unable to .* submodule) '([^']+)'/.exec(said)?.[1];
  const short = name?.startsWith(place.path) ? name.slice(place.path.length + 1) : name;
  const reason = said.split('\n').find((line) => line.startsWith('fatal:')) ?? said.split('\n')[0];
  throw failure(
    'unavailable',
    `The submodule ${short ?? 'of this repository'} could not be brought into the chamber: ${reason}`,
    'Check that git submodule update --init works in the main checkout.',
  );
}

/** The commit the chamber's work is counted from, when neither the log nor the record tells. */
export async function guessBase(ground: Ground, place: Place, target: string): Promise<string> {
  const base = await baseCommit(ground, target);
  const head = await inChamber(ground, place, 'rev-parse', 'HEAD');
  return (await forkPoint(ground, head, base)) ?? base;
}
