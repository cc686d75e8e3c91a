import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The few questions and moves on disk that every part of the chambers needs. */

export type Shape = 'nothing' | 'folder' | 'link' | 'file';

const errno = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

export async function shapeOf(path: string): Promise<Shape> {
  try {
    const stat = await lstat(path);
    return stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'file';
  } catch (error) {
    if (errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR') return 'nothing';
    throw error;
  }
}

/** The file's text, or null when there is none. */
export async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errno(error))) return null;
    throw error;
  }
}

/** The names in a folder; none when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (errno(error) === 'ENOENT') return [];
    throw error;
  }
}

/** All or nothing: a reader sees the old text or the new one, never half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.draft`;
  await writeFile(draft, text);
  await rename(draft, path);
}

export async function unlinkIfThere(path: string): Promise<void> {
  if ((await shapeOf(path)) !== 'nothing') await rm(path, { force: true });
}

/** Deletes a folder, also where an agent's package cache made folders read-only. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (errno(error) !== 'EACCES' && errno(error) !== 'EPERM') throw error;
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}
