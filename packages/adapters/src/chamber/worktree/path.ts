import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { failure } from './failure.ts';

/**
 * Where a chamber may be (M1, S3): a folder directly below the root, reached without any symbolic
 * link that leads elsewhere. Everything destructive asks here first.
 */
export async function insideRoot(root: string, path: string): Promise<string> {
  if (!isAbsolute(path) || resolve(path) !== path)
    throw failure('refused', `The chamber path ${path} is not an absolute, normal path.`);
  const realRoot = await canonical(root);
  const real = await canonical(path);
  if (real === realRoot) throw failure('refused', `The chamber path ${path} is the chamber root itself.`);
  if (dirname(real) === realRoot && basename(real) === basename(path)) return real;
  const meantInside = isBelow(root, path) || isBelow(realRoot, path);
  throw meantInside && (await crossesLink(path))
    ? failure(
        'refused',
        `The chamber path ${path} leaves the chamber root through a symbolic link.`,
        `Remove the symbolic link at ${path}.`,
      )
    : failure('refused', `The chamber path ${path} lies outside the chamber root ${root}.`);
}

/** The real path of what exists, segment by segment, with what does not exist yet appended. */
export async function canonical(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    if (await isLink(path))
      throw failure('refused', `${path} is a symbolic link that leads nowhere.`, `Remove ${path}.`);
    return join(await canonical(dirname(path)), basename(path));
  }
}

export const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const crossesLink = async (path: string): Promise<boolean> =>
  (await isLink(path)) || (await canonical(path)) !== path;

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
