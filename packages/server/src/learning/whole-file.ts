import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, notWritten } from '../disk-refusal.ts';

/** Writes a file whole or not at all: whoever reads it sees the old text or the new one. Equal text is left alone. */
export async function writeWhole(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  if ((await readIfThere(path)) === text) return;
  const beside = `${path}.${randomUUID().slice(0, 8)}.new`;
  try {
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (cause) {
    await rm(beside, { force: true });
    throw notWritten(path, cause);
  }
}

export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What we wrote ourselves; null when it is not there or somebody has made it unreadable. */
export async function readOwnJson<T>(path: string): Promise<T | null> {
  const text = await readIfThere(path);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    // Set aside, not lost: a person may want to look at it.
    await rename(path, `${path}.unreadable`);
    return null;
  }
}
