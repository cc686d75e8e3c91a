import { inChamber, tryInChamber } from './chamber-git.ts';
import type { Ground, Place } from './ground.ts';
import { takeSnapshot } from './snapshot.ts';

/** One patch from the chamber's base to its present content: committed, uncommitted and new files. */
export async function difference(ground: Ground, place: Place, base: string): Promise<string> {
  const head = await inChamber(ground, place, 'rev-parse', 'HEAD');
  const fork = await tryInChamber(ground, place, ['merge-base', base, head]);
  const from = fork.code === 0 ? fork.stdout.trim() : base;
  const { tree } = await takeSnapshot(ground, { ...place, head });
  return inChamber(ground, place, 'diff', '--no-ext-diff', '--no-textconv', '--no-color', from, tree);
}
