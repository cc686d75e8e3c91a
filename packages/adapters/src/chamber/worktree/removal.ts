import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chamber, Removal } from '@symphony/domain';
import { chamberBranch } from '../key.ts';
import { bundledRef, storeBundle, storedBundle } from './bundle.ts';
import { commitOf } from './chamber-git.ts';
import { removeFolder, shapeOf, textOf, unlinkIfThere, writeWhole } from './disk.ts';
import type { Ground } from './ground.ts';
import { readRecord } from './record.ts';
import { branchIn, registrations } from './registration.ts';
import { type Remains, remainsOf, risk } from './remains.ts';

/**
 * Taking a chamber away (M2). First it is decided what would be lost; then, if need be, stored;
 * then a note beside the chambers says that the decision is made and where the bundle is; then the
 * folder is renamed, in one step, so that nobody writes into it any more. From the rename on a
 * repeated call only finishes the work. A note without the rename is worth nothing and is dropped.
 */
interface Note {
  readonly bundle: string | null;
  readonly tip: string | null;
}

const noteFile = (ground: Ground, key: string): string => join(ground.root, `.removing-${key}.json`);
const goingFolder = (ground: Ground, key: string): string => join(ground.root, `.removing-${key}`);

export interface RemovalRequest {
  readonly chamber: Chamber;
  readonly target: string;
  readonly force: boolean;
  readonly beforeRemove: () => Promise<void>;
}

export async function removeChamber(ground: Ground, request: RemovalRequest): Promise<Removal> {
  const { chamber, target, force } = request;
  const finished = await finishRemoval(ground, chamber.key, chamber.path);
  if (finished) return { kind: 'removed', bundle: finished.bundle };

  let remains = await remainsOf(ground, chamber);
  if (remains.kind === 'nothing')
    return { kind: 'removed', bundle: await storedBundle(ground, chamber.key, chamber.baseCommit) };
  let danger = await risk(ground, remains, target);
  if (danger.level === 'never' || (danger.level === 'loss' && !force))
    return { kind: 'kept', reason: danger.reason };
  await request.beforeRemove();
  // The hook may have written or committed something.
  remains = await remainsOf(ground, chamber);
  danger = await risk(ground, remains, target);
  if (danger.level === 'never' || (danger.level === 'loss' && !force))
    return { kind: 'kept', reason: danger.reason };

  const bundle = danger.level === 'none' ? null : await bundleOf(ground, chamber, remains, danger.safe);
  const note: Note = { bundle, tip: remains.tip };
  await removeFolder(goingFolder(ground, chamber.key));
  await writeWhole(noteFile(ground, chamber.key), JSON.stringify(note));
  if (remains.folder !== null) await rename(remains.folder, goingFolder(ground, chamber.key));
  await finishRemoval(ground, chamber.key, chamber.path);
  return { kind: 'removed', bundle };
}

async function bundleOf(
  ground: Ground,
  chamber: Chamber,
  remains: Remains,
  without: readonly string[],
): Promise<string> {
  const record = remains.admin === null ? null : await readRecord(remains.admin);
  return storeBundle(ground, {
    key: chamber.key,
    item: record?.item ?? '',
    identifier: record?.identifier ?? chamber.key,
    baseCommit: chamber.baseCommit,
    tip: remains.tip,
    head: remains.head,
    onBranch: remains.onBranch,
    folder: remains.folder,
    admin: remains.admin,
    without,
  });
}

/** Goes on with a removal that was decided; null when there is none. */
export async function finishRemoval(ground: Ground, key: string, path: string): Promise<Note | null> {
  const text = await textOf(noteFile(ground, key));
  if (text === null) return null;
  if ((await shapeOf(path)) !== 'nothing') {
    await unlinkIfThere(noteFile(ground, key));
    return null;
  }
  const note = JSON.parse(text) as Note;
  const ours = (await registrations(ground.common)).filter((each) => each.path === path);
  await deleteBranch(ground, key, note.tip, path);
  await removeFolder(goingFolder(ground, key));
  for (const each of ours) await removeFolder(each.admin);
  await ground.git.try(ground.repository, ['update-ref', '-d', bundledRef(key)]);
  await unlinkIfThere(noteFile(ground, key));
  return note;
}

/** Only if it still is where it was, and nobody else has it checked out. */
async function deleteBranch(ground: Ground, key: string, tip: string | null, path: string): Promise<void> {
  const branch = chamberBranch(key);
  if (tip === null || (await commitOf(ground, `refs/heads/${branch}`)) !== tip) return;
  const main = branchIn((await textOf(join(ground.common, 'HEAD'))) ?? '');
  const others = (await registrations(ground.common)).filter((each) => each.path !== path);
  if (main === branch || others.some((each) => each.branch === branch)) return;
  await ground.git(ground.repository, 'update-ref', '-d', `refs/heads/${branch}`, tip);
  await ground.git.try(ground.repository, ['config', '--remove-section', `branch.${branch}`]);
}
