import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Git } from '../git/index.ts';
import { removeAll } from './disk.ts';

/**
 * Whether a bundle holds work that is not in the target, in words; null when merging it would change
 * nothing. It is unpacked into a repository of its own that borrows the real one's objects, so that
 * looking leaves no trace. What cannot be looked at counts as unmerged.
 */
export async function unmergedInBundle(
  git: Git,
  place: { readonly repository: string; readonly target: string; readonly bundle: string },
): Promise<string | null> {
  const { repository, target, bundle } = place;
  const asked = ['rev-parse', '--path-format=absolute', '--git-path', 'objects', '--show-object-format'];
  const found = await git.try(repository, asked);
  const [objects, format] = found.stdout.trim().split('\n');
  const commit = await git.try(repository, [
    'rev-parse',
    '--verify',
    '--quiet',
    `refs/heads/${target}^{commit}`,
  ]);
  if (found.code !== 0 || !objects || !format || commit.code !== 0) return `${target} could not be looked at`;
  const scratch = await mkdtemp(join(tmpdir(), 'symphony-bundle-'));
  try {
    await git(scratch, 'init', '--quiet', '--bare', '--template=', `--object-format=${format}`);
    await writeFile(join(scratch, 'objects', 'info', 'alternates'), `${objects}\n`);
    return await difference(git, scratch, { bundle, target, commit: commit.stdout.trim() });
  } finally {
    await removeAll(scratch);
  }
}

async function difference(
  git: Git,
  scratch: string,
  { bundle, target, commit }: { bundle: string; target: string; commit: string },
): Promise<string | null> {
  const quietly = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    bundle,
    '+refs/*:refs/bundled/*',
  ];
  if ((await git.try(scratch, quietly)).code !== 0) return 'it could not be looked into';
  const tree = await git(scratch, 'rev-parse', `${commit}^{tree}`);
  const tips = await git(scratch, 'for-each-ref', '--format=%(objectname)', 'refs/bundled');
  for (const tip of new Set(tips.split('\n'))) {
    const merged = await git.try(scratch, ['merge-tree', '--write-tree', commit, tip]);
    if (merged.code !== 0 || merged.stdout.trim() !== tree) return `it holds work that is not in ${target}`;
  }
  return tips === '' ? 'it holds nothing that can be compared' : null;
}
