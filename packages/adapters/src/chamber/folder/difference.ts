import type { Git } from '../../git/index.ts';
import { inChamber, tryInChamber } from '../worktree/chamber-git.ts';
import { failure } from '../worktree/failure.ts';
import type { Place } from '../worktree/ground.ts';
import { addAll } from '../worktree/snapshot.ts';
import { borrowCheckout, checkoutAt } from './checkout.ts';

/** One patch from what the workspace was filled with to its present content: committed, uncommitted and new files. */
export async function folderDifference(git: Git, path: string, base: string): Promise<string> {
  const checkout = await checkoutAt(git, path);
  if (checkout === null)
    throw failure(
      'refused',
      `${path} is no git checkout, so there is nothing its files could be compared with.`,
      `Look into it: cd ${path}`,
    );
  return borrowCheckout(checkout, async (place) => {
    const from = await beginningOf(git, place, base, checkout.head);
    await addAll({ git }, place, []);
    const tree = await inChamber({ git }, place, 'write-tree');
    return inChamber({ git }, place, 'diff', '--no-ext-diff', '--no-textconv', '--no-color', from, tree);
  });
}

/** Where the work left what it was begun from; the empty tree when it was begun from nothing. */
async function beginningOf(git: Git, place: Place, base: string, head: string | null): Promise<string> {
  if (base === '' || head === null) return inChamber({ git }, place, 'hash-object', '-t', 'tree', '--stdin');
  const known = await tryInChamber({ git }, place, ['rev-parse', '--verify', '--quiet', `${base}^{commit}`]);
  if (known.code !== 0)
    throw failure(
      'missing',
      `The commit ${base.slice(0, 10)} this workspace began from is not in it any more, so its changes cannot be told.`,
      `Look at its history: git -C ${place.path} log`,
    );
  const fork = await tryInChamber({ git }, place, ['merge-base', base, head]);
  return fork.code === 0 ? (fork.stdout.trim().split('\n', 1)[0] ?? base) : base;
}
