import { gitFailure } from '../../chamber/worktree/failure.ts';
import type { Ground } from '../../chamber/worktree/ground.ts';

/** Merges two commits without any worktree and names the files that conflict. */
export async function tryMerge(ground: Ground, a: string, b: string): Promise<readonly string[]> {
  const how = ['--write-tree', '--name-only', '-z', '--no-messages', '--allow-unrelated-histories'];
  const merged = await ground.git.try(ground.repository, ['merge-tree', ...how, a, b]);
  if (merged.code === 0) return [];
  if (merged.code !== 1) throw gitFailure('merge-tree', merged);
  const [, ...files] = merged.stdout.split('\0'); // the first is the merged tree
  return [...new Set(files)].filter((file) => file !== '').sort();
}
