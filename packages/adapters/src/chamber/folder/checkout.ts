import { copyFile, mkdir, mkdtemp, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Git } from '../../git/index.ts';
import { removeFolder, shapeOf } from '../worktree/disk.ts';
import type { Place } from '../worktree/ground.ts';
import { canonical } from '../worktree/path.ts';

/** A folder that is the top of a git checkout of its own. */
export interface Checkout {
  readonly path: string;
  /** Null: nothing is committed in it yet. */
  readonly head: string | null;
  readonly objects: string;
  /** Of its git directory, what a copy of it is made from. */
  readonly files: readonly string[];
}

/** Null where the folder is none. Inside somebody else's repository git would answer for that one. */
export async function checkoutAt(git: Git, path: string): Promise<Checkout | null> {
  const parts = ['objects', 'index', 'shallow', 'info/exclude'].flatMap((name) => ['--git-path', name]);
  const asked = ['rev-parse', '--path-format=absolute', '--show-toplevel', ...parts];
  const found = await git.try(path, asked);
  const [top = '', objects = '', ...files] = found.stdout.trim().split('\n');
  if (found.code !== 0 || (await canonical(top)) !== (await canonical(path))) return null;
  const head = await git.try(path, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  return { path, head: head.code === 0 ? head.stdout.trim() : null, objects, files };
}

/**
 * A look at the checkout through a git directory of ours that borrows its objects and has a copy of
 * its index. Nothing in the checkout changes by it, and its settings, which an agent may have
 * written and which may name programs, are not read.
 */
export async function borrowCheckout<T>(
  { path, head, objects, files }: Checkout,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const admin = await mkdtemp(join(tmpdir(), 'symphony-checkout-'));
  try {
    await mkdir(join(admin, 'refs'));
    await mkdir(join(admin, 'objects', 'info'), { recursive: true });
    await mkdir(join(admin, 'info'));
    await writeFile(join(admin, 'HEAD'), `${head ?? 'ref: refs/heads/nothing'}\n`);
    await writeFile(join(admin, 'config'), head?.length === 64 ? SHA256 : SHA1);
    await writeFile(join(admin, 'objects', 'info', 'alternates'), `${objects}\n`);
    for (const file of files)
      if ((await shapeOf(file)) === 'file')
        await copyWithTime(file, join(admin, file.endsWith('exclude') ? 'info' : '', basename(file)));
    return await use({ path, admin });
  } finally {
    await removeFolder(admin);
  }
}

const SHA1 = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n';
const SHA256 =
  '[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tobjectformat = sha256\n';

/** A copy of an index that is younger than the original would hide a change made right after a commit. */
async function copyWithTime(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const second = Math.floor((await stat(from)).mtimeMs / 1000);
  await utimes(to, second, second);
}
