import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chamber, Inspection } from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { canonical } from '../worktree/path.ts';

/** How many names make up a fingerprint, and how many are told. */
const LOOKED_AT = 5_000;
const TOLD = 100;

/** The commit that is checked out; null where the folder is no repository of its own, or an empty one. */
export async function headOf(git: Git, path: string): Promise<string | null> {
  // Inside somebody else's repository git would answer for that one.
  const top = await git.try(path, ['rev-parse', '--show-toplevel', '--verify', '--quiet', 'HEAD']);
  const [folder = '', head = ''] = top.stdout.trim().split('\n');
  return top.code === 0 && (await canonical(folder)) === (await canonical(path)) && head !== '' ? head : null;
}

export async function inspectFolder(git: Git, { path, baseCommit }: Chamber): Promise<Inspection> {
  const head = await headOf(git, path);
  if (head === null) {
    const fingerprint = await stampOf(path, await namesBelow(path));
    return { head: '', tree: '', commits: 0, dirty: [], fingerprint };
  }
  const tree = (await git(path, 'rev-parse', 'HEAD^{tree}')).trim();
  const dirty = await changedIn(git, path);
  const range = baseCommit === '' ? head : `${baseCommit}..${head}`;
  const counted = await git.try(path, ['rev-list', '--count', range]);
  const commits = counted.code === 0 ? Number(counted.stdout.trim()) : 0;
  const fingerprint = `${head} ${await stampOf(path, dirty)}`;
  return { head, tree, commits, dirty: dirty.slice(0, TOLD), fingerprint };
}

/** Work that is nowhere else; null: nothing, as far as git can tell. */
export async function whatWouldBeLost(git: Git, chamber: Chamber): Promise<string | null> {
  const { path, baseCommit } = chamber;
  const head = await headOf(git, path);
  if (head === null) return null;
  const dirty = await changedIn(git, path);
  if (dirty.length > 0) return `${dirty.length} changes are not committed: ${dirty.slice(0, 3).join(', ')}`;
  const since = baseCommit === '' ? [] : [`^${baseCommit}`];
  const own = await git.try(path, [
    'rev-list',
    '--count',
    'HEAD',
    '--branches',
    ...since,
    '--not',
    '--remotes',
  ]);
  const count = Number(own.stdout.trim());
  return own.code === 0 && count > 0 ? `${count} commits are pushed nowhere` : null;
}

async function changedIn(git: Git, path: string): Promise<string[]> {
  const said = await git(path, 'status', '--porcelain=v1', '-z', '--no-renames');
  return said
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.slice(3));
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
