import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commitOf } from './chamber-git.ts';
import { namesIn, shapeOf, textOf } from './disk.ts';
import { failure, gitFailure } from './failure.ts';
import type { Ground } from './ground.ts';
import { takeSnapshot, writeCommit } from './snapshot.ts';

/**
 * A chamber as one file. Its top commit has everything as parents and tells in its message how to
 * put it back: the tree of that commit is the folder's content, new files included.
 */
export interface BundleStory {
  readonly key: string;
  readonly item: string;
  readonly identifier: string;
  readonly baseCommit: string;
  /** Where the chamber's branch was. */
  readonly tip: string | null;
  /** Where the chamber's head was, and whether it was on the branch. */
  readonly head: string | null;
  readonly onBranch: boolean;
  /** What was staged. */
  readonly staged: string | null;
}

export interface Contents extends Omit<BundleStory, 'staged'> {
  /** The folder, when there is one. */
  readonly folder: string | null;
  readonly admin: string | null;
  /** Commits that need not be in the file, because they are in the target. */
  readonly without: readonly string[];
}

export const bundledRef = (key: string): string => `refs/symphony/bundled/${key}`;
const SUBJECT = 'Chamber as it was when it was removed';

/** Unfinished merges and rebases hold commits nothing else points at. */
const LOOSE_ENDS = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'MERGE_AUTOSTASH',
  'rebase-merge/orig-head',
  'rebase-merge/autostash',
  'rebase-apply/orig-head',
  'rebase-apply/autostash',
];

/** Stores the chamber's work and returns the file, verified. The same content gives the same file. */
export async function storeBundle(ground: Ground, contents: Contents): Promise<string> {
  const top = await topCommit(ground, contents);
  const file = join(
    ground.bundles,
    `${bundlePrefix(contents.key, contents.baseCommit)}${top.slice(0, 12)}.bundle`,
  );
  await ground.git(ground.repository, 'update-ref', bundledRef(contents.key), top);
  if ((await shapeOf(file)) === 'file' && (await isWhole(ground, file))) return file;
  await mkdir(ground.bundles, { recursive: true });
  const refs = [bundledRef(contents.key), ...(contents.tip ? [`refs/heads/symphony/${contents.key}`] : [])];
  const except = contents.without.map((commit) => `^${commit}`);
  await ground.git(ground.repository, 'bundle', 'create', '--quiet', file, ...refs, ...except);
  await sync(file);
  if (!(await isWhole(ground, file)))
    throw failure('disk', `The bundle ${file} cannot be read back, so the chamber ${contents.key} stays.`);
  return file;
}

/** A removal that was carried out but not yet recorded finds its file again. */
export async function storedBundle(ground: Ground, key: string, baseCommit: string): Promise<string | null> {
  const prefix = bundlePrefix(key, baseCommit);
  const names = (await namesIn(ground.bundles)).filter(
    (name) => name.startsWith(prefix) && name.endsWith('.bundle'),
  );
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(ground.bundles, name))).mtimeMs })),
  );
  const last = dated.sort((a, b) => b.at - a.at)[0];
  return last ? join(ground.bundles, last.name) : null;
}

const bundlePrefix = (key: string, baseCommit: string): string =>
  `${key}-${baseCommit.slice(0, 8) || 'none'}-`;

async function topCommit(ground: Ground, contents: Contents): Promise<string> {
  const { folder, admin, without: _, ...story } = contents;
  const snapshot =
    folder === null ? null : await takeSnapshot(ground, { path: folder, admin, head: story.head });
  const at = await dateOf(ground, story.head ?? story.tip);
  const parents = [story.head, story.tip, ...(await looseEnds(ground, admin))];
  const staged =
    snapshot?.staged && story.head
      ? await writeCommit(ground, {
          tree: snapshot.staged,
          parents: [story.head],
          at,
          message: 'Staged content',
        })
      : null;
  const unique = [...new Set([...parents, staged].filter((each) => each !== null))];
  const tree =
    snapshot?.tree ?? (await ground.git(ground.repository, 'rev-parse', `${story.head ?? story.tip}^{tree}`));
  const message = `${SUBJECT}\n\n${JSON.stringify({ ...story, staged } satisfies BundleStory)}`;
  return writeCommit(ground, { tree, parents: unique, at, message });
}

async function dateOf(ground: Ground, commit: string | null): Promise<number> {
  if (commit === null) return 0;
  return Number(await ground.git(ground.repository, 'show', '--no-patch', '--format=%ct', commit));
}

async function looseEnds(ground: Ground, admin: string | null): Promise<string[]> {
  if (admin === null) return [];
  const found: string[] = [];
  for (const name of LOOSE_ENDS) {
    for (const line of ((await textOf(join(admin, name))) ?? '').split('\n')) {
      const commit = /^[0-9a-f]{40,64}$/.test(line.trim()) ? await commitOf(ground, line.trim()) : null;
      if (commit) found.push(commit);
    }
  }
  return found;
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}

/**
 * Git checks that what the bundle builds upon is here, and would take a file that was cut short: the
 * pack's own checksum is compared besides.
 */
async function isWhole(ground: Ground, file: string): Promise<boolean> {
  const verified = await ground.git.try(ground.repository, ['bundle', 'verify', '--quiet', file]);
  return verified.code === 0 && (await packIsWhole(file));
}

/** A bundle is a short text head, an empty line, and a pack that ends with the hash of itself. */
async function packIsWhole(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, 1024 * 1024));
    await handle.read(head, 0, head.length, 0);
    const start = head.indexOf('\n\nPACK') + 2;
    const sha256 = head.subarray(0, Math.max(start, 0)).includes('object-format=sha256');
    const trailer = Buffer.alloc(sha256 ? 32 : 20);
    const end = size - trailer.length;
    if (start < 2 || end <= start) return false;
    await handle.read(trailer, 0, trailer.length, end);
    const hash = createHash(sha256 ? 'sha256' : 'sha1');
    for await (const chunk of createReadStream(file, { start, end: end - 1 })) hash.update(chunk as Buffer);
    return hash.digest().equals(trailer);
  } finally {
    await handle.close();
  }
}

/** Brings a bundle's commits into the repository and reads what it says about itself. */
export async function readBundle(ground: Ground, file: string): Promise<{ top: string; story: BundleStory }> {
  const { git, repository } = ground;
  if ((await shapeOf(file)) !== 'file') throw failure('missing', `There is no bundle at ${file}.`);
  if (!(await isWhole(ground, file)))
    throw failure(
      'invalid',
      `The bundle ${file} cannot be used here: it is damaged, or it builds upon commits that are not in this repository.`,
      'Use the bundle in the repository it was made in.',
    );
  const heads = await git(repository, 'bundle', 'list-heads', file);
  const ref = /^[0-9a-f]+ (refs\/symphony\/bundled\/\S+)$/m.exec(heads)?.[1];
  if (!ref) throw failure('invalid', `The bundle ${file} holds no chamber.`);
  const quietly = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head'];
  const fetched = await git.try(repository, [...quietly, file, `+${ref}:${ref}`]);
  if (fetched.code !== 0) throw gitFailure('fetch', fetched);
  const top = await git(repository, 'rev-parse', ref);
  const body = await git(repository, 'show', '--no-patch', '--format=%b', top);
  return { top, story: JSON.parse(body) as BundleStory };
}
