import { copyFile, mkdtemp, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { excludeFile, inChamber, tryInChamber } from './chamber-git.ts';
import { namesIn, removeFolder, shapeOf } from './disk.ts';
import { gitFailure } from './failure.ts';
import type { Ground, Place } from './ground.ts';

/** The content of a folder as git trees. */
export interface Snapshot {
  /** Everything in the folder that is not ignored, new files included. */
  readonly tree: string;
  /** What was staged; null when the index is in the middle of a merge. */
  readonly staged: string | null;
}

export interface SnapshotSource {
  readonly path: string;
  /** The chamber's private git directory; null for a folder git does not know. */
  readonly admin: string | null;
  readonly head: string | null;
}

/**
 * Takes a snapshot without touching the chamber: a scratch git directory borrows the repository's
 * objects and a copy of the index, so that neither branch nor index nor files change.
 */
export async function takeSnapshot(ground: Ground, source: SnapshotSource): Promise<Snapshot> {
  const scratch = await mkdtemp(join(tmpdir(), 'symphony-snapshot-'));
  try {
    await furnish(ground, scratch, source);
    const place: Place = { path: source.path, admin: scratch };
    const staged = await tryInChamber(ground, place, ['write-tree']);
    const excludes = source.admin ? ['-c', `core.excludesFile=${excludeFile(source.admin)}`] : [];
    const listed = source.admin && (await shapeOf(excludeFile(source.admin))) === 'file';
    await addAll(ground, place, listed ? excludes : []);
    const tree = await inChamber(ground, place, 'write-tree');
    return { tree, staged: staged.code === 0 ? staged.stdout.trim() : null };
  } finally {
    await removeFolder(scratch);
  }
}

/**
 * All but repositories within the chamber that git knows already: to see whether one of them changed,
 * git would start git inside it, with the settings it has there, and those may name programs. They are
 * an agent's work, and this is not the place where they may run.
 */
export async function addAll(
  ground: Pick<Ground, 'git'>,
  place: Place,
  options: readonly string[],
): Promise<void> {
  const staged = await inChamber(ground, place, 'ls-files', '--stage', '-z');
  const within = staged
    .split('\0')
    .flatMap((line) => (line.startsWith('160000 ') ? [`:(top,exclude,literal)${pathIn(line)}`] : []));
  const args = [...options, 'add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'];
  const added = await tryInChamber(ground, place, args, [':/', ...within].join('\0'));
  if (added.code !== 0) throw gitFailure('add --all', added);
}

/** `mode object stage<TAB>path` */
const pathIn = (line: string): string => line.slice(line.indexOf('\t') + 1);

async function furnish(ground: Ground, scratch: string, { admin, head }: SnapshotSource): Promise<void> {
  await writeFile(join(scratch, 'HEAD'), `${head ?? 'ref: refs/heads/symphony-nothing'}\n`);
  await writeFile(join(scratch, 'commondir'), `${ground.common}\n`);
  if (admin === null) return;
  const carried = (name: string) =>
    name === 'index' || name === 'config.worktree' || name.startsWith('sharedindex.');
  for (const name of await namesIn(admin))
    if (carried(name)) await copyWithTime(join(admin, name), join(scratch, name));
}

/**
 * Git takes a file for unchanged by its size and time, unless its time is not older than the
 * index's own. A copy with a younger time would hide a change made right after a commit, so the
 * copy has the time of the original, rounded down.
 */
async function copyWithTime(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const second = Math.floor((await stat(from)).mtimeMs / 1000);
  await utimes(to, second, second);
}

export interface CommitText {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Seconds since the epoch. Given, so that the same content always gives the same commit. */
  readonly at: number;
  readonly message: string;
}

/** Writes a commit no branch points at. It needs no identity: the person wrote none of it. */
export async function writeCommit(
  ground: Ground,
  { tree, parents, at, message }: CommitText,
): Promise<string> {
  const who = `Symphony <symphony@localhost> ${at} +0000`;
  const head = [
    `tree ${tree}`,
    ...parents.map((each) => `parent ${each}`),
    `author ${who}`,
    `committer ${who}`,
  ];
  const result = await ground.git.try(ground.repository, ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    input: `${head.join('\n')}\n\n${message}\n`,
  });
  if (result.code !== 0) throw gitFailure('hash-object', result);
  return result.stdout.trim();
}
