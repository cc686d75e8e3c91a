import { cp, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../disk-refusal.ts';
import { openChambersOf } from '../project.ts';
import type { Workplace } from '../workplace.ts';
import { type LeftOver, lookAtMission, type MissionSight } from './clean-look.ts';

export interface CleanMissionRequest {
  /** In any case. */
  readonly mission: string;
  /** Only looks: not a byte changes. */
  readonly dryRun: boolean;
}

export interface CleanMissionResult {
  readonly mission: string;
  /** Why nothing was done, with the next step; null when nothing stands in the way. */
  readonly refused: string | null;
  /** False for a look, and when it was refused. */
  readonly done: boolean;
  /** Everything of the mission the manifest knows, and what becomes of it. `stays` says why a thing does not go. */
  readonly found: readonly LeftOver[];
  /** Files in its folder that nobody knows: they are left alone. */
  readonly unknown: readonly string[];
  /** Where files were archived to, below `.symphony`; null when there are none. */
  readonly archivedTo: string | null;
  /** What is freed. */
  readonly bytes: number;
}

/**
 * Clears up after a mission by the manifest: what was learnt is kept, its rules and its integration plan
 * are archived, the rest goes. Refuses while it is played or a chamber of it holds work. What is archived
 * is written before anything is removed, so that it may be broken off at any point and done again.
 */
export async function cleanMission(
  workplace: Workplace,
  { mission, dryRun }: CleanMissionRequest,
): Promise<CleanMissionResult> {
  const sight = await lookAtMission(workplace, mission);
  const { refusal, found, unknown } = sight;
  const archived = found.filter(({ course }) => course === 'archive');
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const archivedTo = archived.length === 0 ? null : `archive/missions/${sight.mission}-${stamp}`;
  const looked = {
    mission: sight.mission,
    refused: refusal,
    found,
    unknown,
    archivedTo,
    bytes: freed(found),
  };
  if (dryRun || refusal !== null) return { ...looked, done: false };
  for (const { name } of archived) await keepIn(workplace, name, archivedTo ?? '');
  const kept = await removeChambers(workplace, sight);
  const after = found.map((left) =>
    kept.has(left.name) ? { ...left, stays: kept.get(left.name) ?? '' } : left,
  );
  for (const left of going(after)) await remove(workplace, sight, left);
  await dropEmpty(join(workplace.folder, 'missions', sight.mission));
  return { ...looked, found: after, bytes: freed(after), done: true };
}

const going = (found: readonly LeftOver[]): readonly LeftOver[] =>
  found.filter(({ course, stays }) => course !== 'keep' && stays === null);

const freed = (found: readonly LeftOver[]): number =>
  going(found)
    .filter(({ course }) => course === 'purge')
    .reduce((sum, { bytes }) => sum + bytes, 0);

async function keepIn({ folder }: Workplace, name: string, archive: string): Promise<void> {
  const to = join(folder, archive, basename(name));
  makeFolder(dirname(to));
  await cp(join(folder, name), to);
}

/** The port looks once more and keeps what came to be unmerged since: it may be in the target, or on the mission's branch. */
async function removeChambers(workplace: Workplace, { chambers, branch, target, tips }: MissionSight) {
  const kept = new Map<string, string>();
  if (chambers.length === 0) return kept;
  const port = await openChambersOf(workplace);
  for (const chamber of chambers) {
    let removal = await port.remove(chamber, { target, force: false });
    if (removal.kind === 'kept' && tips.has(branch))
      removal = await port.remove(chamber, { target: branch, force: false });
    if (removal.kind !== 'kept') continue;
    kept.set(`chambers/${chamber.key}`, removal.reason);
    kept.set(chamber.branch, removal.reason);
  }
  return kept;
}

async function remove(
  { folder, root }: Workplace,
  { git, tips }: MissionSight,
  left: LeftOver,
): Promise<void> {
  if (left.kind === 'chamber') return; // gone by now, or kept
  // Only where it still is what was looked at: a branch somebody moved meanwhile stays.
  if (left.kind === 'branch')
    return void (await git.try(root, [
      'update-ref',
      '-d',
      `refs/heads/${left.name}`,
      tips.get(left.name) ?? '',
    ]));
  await rm(join(folder, left.name), { force: true });
}

/** A folder with something unknown in it stays. */
async function dropEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
