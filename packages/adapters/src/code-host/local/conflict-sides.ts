import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrainEntry } from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { conflictHunks, cutText } from './conflict-text.ts';

/** How one conflicting file looks from both sides, in words where text cannot show it. */

/** Of a file larger than this only the beginning is searched for conflicts, and no difference is made. */
const MAX_READ_BYTES = 1024 * 1024;

export interface ConflictPlace {
  readonly git: Git;
  /** The scratch worktree, still holding the unfinished merge. */
  readonly scratch: string;
  readonly target: string;
  readonly entry: TrainEntry;
  /** How many entries were merged before this one in the same attempt. */
  readonly merged: number;
}

interface Side {
  readonly mode: string;
  readonly hash: string;
}

/** The index's stages of one unmerged file: 1 the common version, 2 the target's, 3 the author's. */
interface Stages {
  base?: Side;
  ours?: Side;
  theirs?: Side;
}

const STAGE_NAMES = { '1': 'base', '2': 'ours', '3': 'theirs' } as const;

export async function unmergedFiles(git: Git, scratch: string): Promise<Map<string, Stages>> {
  const files = new Map<string, Stages>();
  for (const line of (await git(scratch, 'ls-files', '--unmerged', '-z')).split('\0')) {
    const match = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s.exec(line);
    if (!match) continue;
    const [, mode = '', hash = '', stage = '1', file = ''] = match;
    const stages = files.get(file) ?? {};
    stages[STAGE_NAMES[stage as '1' | '2' | '3']] = { mode, hash };
    files.set(file, stages);
  }
  return files;
}

export async function describeSides(place: ConflictPlace, file: string, stages: Stages): Promise<string> {
  const { target, entry } = place;
  const { base, ours, theirs } = stages;
  if (isSubmodule(ours) || isSubmodule(theirs) || isSubmodule(base))
    return `A submodule: ${target} has ${pointed(ours)}, ${entry.identifier} has ${pointed(theirs)}.`;
  if (ours && theirs) return bothSides(place, file, ours, theirs);
  if (ours && base)
    return oneSide(place, `${entry.identifier} deleted or moved it, ${target} changed it:`, base, ours);
  if (theirs && base)
    return oneSide(place, `${target} deleted or moved it, ${entry.identifier} changed it:`, base, theirs);
  if (ours) return `Only ${target} has this file at this path; the line of git above says why.`;
  if (theirs) return `Only ${entry.identifier} has this file at this path; the line of git above says why.`;
  return 'Both sides deleted or moved it.';
}

async function bothSides(place: ConflictPlace, file: string, ours: Side, theirs: Side): Promise<string> {
  const { git, scratch, target, entry } = place;
  if (isLink(ours) || isLink(theirs)) {
    const shown = async (side: Side) =>
      isLink(side) ? `a link to ${await git(scratch, 'cat-file', 'blob', side.hash)}` : 'a file';
    return cutText(`${target} has ${await shown(ours)}, ${entry.identifier} has ${await shown(theirs)}.`);
  }
  const hunks = conflictHunks(await readBeginning(join(scratch, file)));
  if (hunks !== null) return hunks;
  const sizes = [await sizeOf(place, ours), await sizeOf(place, theirs)];
  return `Not mergeable as text (binary, or its conflict lies beyond what is shown): ${target} has ${sizes[0]} bytes, ${entry.identifier} has ${sizes[1]} bytes. One side must be chosen, or the file made anew.`;
}

/** One side is gone: what the other changed is what is at stake. */
async function oneSide(place: ConflictPlace, sentence: string, base: Side, kept: Side): Promise<string> {
  const { git, scratch } = place;
  const size = Math.max(await sizeOf(place, base), await sizeOf(place, kept));
  if (size > MAX_READ_BYTES) return `${sentence} ${size} bytes, too large to show.`;
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv'];
  const diff = await git.try(scratch, ['diff', ...plain, base.hash, kept.hash]);
  const at = diff.stdout.indexOf('\n@@');
  const changes =
    at < 0
      ? (diff.stdout.split('\n').find((line) => line.startsWith('Binary')) ?? '')
      : diff.stdout.slice(at + 1);
  return changes === '' ? `${sentence} its content is unchanged.` : `${sentence}\n${cutText(changes)}`;
}

async function sizeOf({ git, scratch }: ConflictPlace, side: Side): Promise<number> {
  return Number(await git(scratch, 'cat-file', '-s', side.hash));
}

/** The merge left nothing at the path, a link, a folder, or a file of a mode that may not be read. */
const NO_PLAIN_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'EACCES']);

/** Null when it cannot be read as a plain file; links are not followed out of the worktree. */
async function readBeginning(path: string): Promise<Buffer | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_READ_BYTES), 0, MAX_READ_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (NO_PLAIN_FILE.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}

const isSubmodule = (side: Side | undefined): boolean => side?.mode === '160000';
const isLink = (side: Side): boolean => side.mode === '120000';
const pointed = (side: Side | undefined): string =>
  side ? `commit ${side.hash.slice(0, 10)}` : 'removed it';
