import { chamberBranch } from '../key.ts';
import { type BundleStory, bundledRef } from './bundle.ts';
import { commitOf, inChamber, tryInChamber } from './chamber-git.ts';
import { failure } from './failure.ts';
import type { Ground, Place } from './ground.ts';
import { addWorktree, type Cut } from './making.ts';
import { findStanding } from './standing.ts';

/** A chamber coming back from its bundle. */
export interface Homecoming {
  readonly top: string;
  readonly story: BundleStory;
  readonly path: string;
}

/** Makes branch and worktree again. Refused where something stands already: nothing is overwritten. */
export async function bringBack(ground: Ground, { top, story, path }: Homecoming): Promise<Cut> {
  const { key } = story;
  if ((await findStanding(ground, key, path)) !== null)
    throw failure(
      'conflict',
      `The chamber ${key} exists already, so the bundle is not laid over it.`,
      `Remove it first: symphony chamber remove ${key}.`,
    );
  const tip = story.tip ?? story.head ?? top;
  const ref = `refs/heads/${chamberBranch(key)}`;
  const there = await commitOf(ground, ref);
  if (there !== null && there !== tip)
    throw failure(
      'conflict',
      `The branch ${chamberBranch(key)} exists already and is elsewhere than in the bundle.`,
      `Rename it first: git branch -m ${chamberBranch(key)} <name>.`,
    );
  await ground.git(ground.repository, 'update-ref', ref, tip);
  const place = await addWorktree(ground, key, path, [path, chamberBranch(key)]);
  return { place, baseCommit: story.baseCommit, newBranch: false };
}

/** The folder as it was in the snapshot, the index as it was staged, the head where it was. */
export async function layOut(ground: Ground, place: Place, { top, story }: Homecoming): Promise<void> {
  if (!story.onBranch && story.head)
    await inChamber(ground, place, 'update-ref', '--no-deref', 'HEAD', story.head);
  await inChamber(ground, place, 'read-tree', '--reset', '-u', top);
  await inChamber(ground, place, 'read-tree', story.staged ?? story.head ?? top);
  // Exits with 1 when files differ from the index, which is the point of it here.
  await tryInChamber(ground, place, ['update-index', '-q', '--refresh']);
  await ground.git.try(ground.repository, ['update-ref', '-d', bundledRef(story.key)]);
}
