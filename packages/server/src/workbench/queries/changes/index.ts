import { borrowCheckout } from '@symphony/adapters/chamber/folder';
import type { Git } from '@symphony/adapters/git';
import type { ChangedFile, PatchView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { type Handlers, itemNamed, type QueryParts } from '../handlers.ts';
import { type Comparison, comparisonOf } from './comparison.ts';
import { DiffRecords } from './diff-records.ts';
import { type GitCall, readGit } from './git-output.ts';
import { PatchText } from './patch-text.ts';
import { emptyTree } from './revision.ts';
import { withAllFiles } from './scratch-index.ts';

const MOST_FILES = 2_000;

/** What comes out is decided here and not by anybody's settings, and no other program is run for it. */
const DIFF = [
  'diff',
  ...['--no-ext-diff', '--no-textconv', '--no-color', '--no-relative', '-O/dev/null'],
  // Every pair of files is compared to find moved ones: beyond this many only by equal content.
  ...['--find-renames', '-l400'],
  // Whether a repository inside is changed would be asked of git there, with the settings it has there.
  ...['--ignore-submodules=dirty', '--submodule=short'],
];
const PATCH = ['--unified=3', '--inter-hunk-context=0', '--src-prefix=a/', '--dst-prefix=b/'];

/** The diff of one comparison with these options and paths. */
type Diff = (options: readonly string[], paths?: readonly string[]) => GitCall;
type Compared = Exclude<Comparison, { kind: 'none' }>;

export function openChanges(parts: QueryParts): Pick<Handlers, 'changes' | 'patch'> {
  return {
    changes: async ({ id }) => {
      const comparison = await comparisonOf(parts, itemNamed(parts.state(), id));
      if (comparison.kind === 'none') return { ...comparison, base: null, head: null, files: [], more: 0 };
      const { kind, base, head } = comparison;
      const records = new DiffRecords(MOST_FILES);
      await comparing(parts, comparison, (diff) =>
        readGit(diff(['--raw', '--numstat', '-z']), (chunk) => records.take(chunk)),
      );
      return { kind, base, head, files: records.files, more: records.more };
    },
    patch: async ({ id, path }) => {
      checkPath(path);
      const item = itemNamed(parts.state(), id);
      const comparison = await comparisonOf(parts, item);
      if (comparison.kind === 'none') throw unchanged(item.tracked.identifier, path);
      return comparing(parts, comparison, async (diff) => {
        const file = await changedFile(diff, path);
        if (!file) throw unchanged(item.tracked.identifier, path);
        return patchOf(diff, file);
      });
    },
  };
}

async function comparing<T>(
  { git, root }: QueryParts,
  comparison: Compared,
  use: (diff: Diff) => Promise<T>,
): Promise<T> {
  if ('checkout' in comparison) return comparingFilled(git, comparison, use);
  const { head } = comparison;
  const base = comparison.base ?? (await emptyTree(git, root));
  if (comparison.kind === 'live')
    return withAllFiles(comparison.place, head, (call) =>
      use((options, paths = []) => call([...DIFF, ...options, base, '--', ...paths])),
    );
  return use((options, paths = []) => ({
    cwd: root,
    args: [...DIFF, ...options, base, head, '--', ...paths],
  }));
}

/** Through a git directory of ours: what settings the checkout has does not matter. */
const comparingFilled = <T>(
  git: Git,
  { checkout, base, head }: Extract<Compared, { checkout: unknown }>,
  use: (diff: Diff) => Promise<T>,
): Promise<T> =>
  borrowCheckout(checkout, async ({ path, admin }) => {
    const from = base ?? (await emptyTree(git, checkout.path));
    return withAllFiles({ path, admin, head: head ?? '' }, head ?? from, (call) =>
      use((options, paths = []) => call([...DIFF, ...options, from, '--', ...paths])),
    );
  });

/** Looked for among what changed: no other path gets to git, and where it was before is known. */
async function changedFile(diff: Diff, path: string): Promise<ChangedFile | undefined> {
  const records = new DiffRecords(1, (each) => each === path);
  await readGit(diff(['--raw', '-z']), (chunk) => records.take(chunk) && !records.file(path));
  return records.file(path);
}

async function patchOf(diff: Diff, { path, oldPath }: ChangedFile): Promise<PatchView> {
  const text = new PatchText();
  const paths = [path, ...(oldPath === null ? [] : [oldPath])].map((each) => `:(top,literal)${each}`);
  await readGit(diff(['--patch', ...PATCH], paths), (chunk) => text.take(chunk));
  return { path, ...text.read() };
}

/** Relative to the top of the repository and inside it. */
function checkPath(path: string): void {
  const leaves = path.startsWith('/') || path.split('/').some((part) => part === '..' || part === '.');
  if (path !== '' && path.length <= 4_096 && !path.includes('\0') && !leaves) return;
  throw new RequestError(
    'invalid',
    'This is not the path of a file in the repository.',
    'Name a file as the list of changes does.',
  );
}

const unchanged = (identifier: string, path: string): RequestError =>
  new RequestError(
    'missing',
    `${identifier} does not change ${path.slice(0, 200)}.`,
    'Look at the list of its changes again: it may have changed meanwhile.',
  );
