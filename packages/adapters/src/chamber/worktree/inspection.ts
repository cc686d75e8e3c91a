import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inspection } from '@symphony/domain';
import { inChamber, withExcludes } from './chamber-git.ts';
import type { Ground, Place } from './ground.ts';

const SHOWN = 100;
/** Above these, size and times stand for the content: an inspection must stay cheap. */
const READ_BYTES = 1024 * 1024;
const READ_FILES = 200;
const WALKED = 500;

export interface DirtyPath {
  readonly path: string;
  readonly untracked: boolean;
  /** Gone from the folder. */
  readonly deleted: boolean;
}

export interface Status {
  readonly text: string;
  readonly dirty: readonly DirtyPath[];
}

/**
 * What differs from the last commit; version 2, because it also tells what was staged. Of a repository
 * within the chamber only its commit counts: to look at its files git would start git inside it, with
 * settings that an agent wrote and that may name programs.
 */
export async function statusOf(ground: Ground, place: Place): Promise<Status> {
  const excludes = await withExcludes(place);
  const asked = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--ignore-submodules=dirty'];
  const text = await inChamber(ground, place, ...excludes, ...asked);
  return { text, dirty: parseStatus(text) };
}

/** Three git commands, side by side. */
export async function inspect(ground: Ground, place: Place, baseCommit: string): Promise<Inspection> {
  const [status, ids, count] = await Promise.all([
    statusOf(ground, place),
    inChamber(ground, place, 'rev-parse', 'HEAD', 'HEAD^{tree}'),
    inChamber(ground, place, 'rev-list', '--count', `${baseCommit}..HEAD`),
  ]);
  const [head = '', tree = ''] = ids.split('\n');
  const hash = createHash('sha256').update(`${head}\0${status.text}\0`);
  for (const [at, { path }] of status.dirty.entries())
    hash.update(`${path}\0${await contentMark(join(place.path, path), at < READ_FILES)}\0`);
  return {
    head,
    tree,
    commits: Number(count),
    dirty: status.dirty.slice(0, SHOWN).map(({ path }) => path),
    fingerprint: hash.digest('hex'),
  };
}

/** `1` and `u` carry their fields before the path, `2` (a rename) has the old path as a field of its own after it. */
function parseStatus(text: string): DirtyPath[] {
  const dirty: DirtyPath[] = [];
  const parts = text.split('\0');
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const fields = { '1': 8, '2': 9, u: 10, '?': 1 }[part[0] ?? ''];
    if (fields === undefined) continue;
    const path = part.split(' ').slice(fields).join(' ');
    dirty.push({ path, untracked: part[0] === '?', deleted: part[3] === 'D' });
    if (part[0] === '2') at += 1;
  }
  return dirty;
}

/** Something that differs whenever the content does. */
async function contentMark(path: string, mayRead: boolean): Promise<string> {
  try {
    const stat = await lstat(path, { bigint: true });
    if (stat.isSymbolicLink()) return `link ${await readlink(path)}`;
    if (stat.isDirectory()) return await folderMark(path);
    if (mayRead && stat.isFile() && stat.size <= READ_BYTES)
      return `${stat.mode} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`;
    return `${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ino}`;
  } catch (error) {
    // Deleted, or gone since git looked.
    return `none ${(error as NodeJS.ErrnoException).code}`;
  }
}

/** A nested repository or a changed submodule: git names only its folder. */
async function folderMark(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(folder, { recursive: true })).sort().slice(0, WALKED);
  for (const name of names) {
    const stat = await lstat(join(folder, name), { bigint: true });
    if (!stat.isDirectory()) hash.update(`${name}\0${stat.size}\0${stat.mtimeNs}\0`);
  }
  return `folder ${hash.digest('hex')}`;
}
