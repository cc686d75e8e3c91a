import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chamber, Inspection } from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { inChamber } from '../worktree/chamber-git.ts';
import { borrowCheckout, type Checkout, checkoutAt } from './checkout.ts';

/** How many names make up a fingerprint, and how many are told. */
const LOOKED_AT = 5_000;
const TOLD = 100;

export async function inspectFolder(
  git: Git,
  { path, baseCommit }: Pick<Chamber, 'path' | 'baseCommit'>,
): Promise<Inspection> {
  const checkout = await checkoutAt(git, path);
  if (checkout === null || checkout.head === null) {
    const fingerprint = await stampOf(path, await namesBelow(path));
    return { head: '', tree: '', commits: 0, dirty: [], fingerprint };
  }
  const { head } = checkout;
  const tree = (await git(path, 'rev-parse', 'HEAD^{tree}')).trim();
  const dirty = await changedIn(git, checkout);
  const range = baseCommit === '' ? head : `${baseCommit}..${head}`;
  const counted = await git.try(path, ['rev-list', '--count', range]);
  const commits = counted.code === 0 ? Number(counted.stdout.trim()) : 0;
  const fingerprint = `${head} ${await stampOf(path, dirty)}`;
  return { head, tree, commits, dirty: dirty.slice(0, TOLD), fingerprint };
}

/** Work that is nowhere else; null: nothing, as far as git can tell. */
export async function whatWouldBeLost(
  git: Git,
  { path, baseCommit }: Pick<Chamber, 'path' | 'baseCommit'>,
): Promise<string | null> {
  const checkout = await checkoutAt(git, path);
  if (checkout === null) return null;
  const dirty = await changedIn(git, checkout);
  if (dirty.length > 0) {
    const count = dirty.length === 1 ? '1 change is' : `${dirty.length} changes are`;
    return `${count} not committed: ${dirty.slice(0, 3).join(', ')}`;
  }
  if (checkout.head === null) return null;
  const since = baseCommit === '' ? [] : [`^${baseCommit}`];
  const asked = ['rev-list', '--count', 'HEAD', '--branches', ...since, '--not', '--remotes'];
  const own = await git.try(path, asked);
  if (own.code !== 0) return 'git cannot tell whether its commits are pushed';
  const count = Number(own.stdout.trim());
  return count > 0 ? `${count} ${count === 1 ? 'commit is' : 'commits are'} pushed nowhere` : null;
}

/** The same for a person who cleans up: what git cannot vouch for stays. */
export async function reasonToStay(
  git: Git,
  folder: Pick<Chamber, 'path' | 'baseCommit'>,
): Promise<string | null> {
  if ((await checkoutAt(git, folder.path)) !== null) return whatWouldBeLost(git, folder);
  return (await readdir(folder.path)).length === 0
    ? null
    : 'it is no git checkout, so nobody can tell whether its work is elsewhere';
}

function changedIn(git: Git, checkout: Checkout): Promise<string[]> {
  return borrowCheckout(checkout, async (place) => {
    const asked = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=dirty'];
    const said = await inChamber({ git }, place, ...asked);
    return said
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => entry.slice(3));
  });
}

async function namesBelow(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  return names.sort().slice(0, LOOKED_AT);
}

async function stampOf(path: string, names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of names) {
    const found = await lstat(join(path, name)).catch(() => null); // gone since it was listed: part of the stamp
    hash.update(`${name}\0${found === null ? '' : `${found.size} ${found.mtimeMs}`}\0`);
  }
  return hash.digest('hex');
}
