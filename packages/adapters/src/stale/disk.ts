import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PortError } from '@symphony/domain';

/** The few moves on disk that cleaning is made of. Each leaves the old or the new, whole, when killed. */

const errno = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const isGone = (error: unknown): boolean => errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR';

/** Unfinished files end like this; whoever lists passes over them. */
export const DRAFT = '.draft';

export interface Found {
  readonly folder: boolean;
  readonly size: number;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** What is at the path, links not followed; null when there is nothing. */
export async function lookAt(path: string): Promise<Found | null> {
  try {
    const stat = await lstat(path);
    const folder = stat.isDirectory();
    const born = stat.birthtimeMs > 0 ? Math.min(stat.birthtimeMs, stat.mtimeMs) : stat.mtimeMs;
    const size = folder ? await sizeOf(path) : stat.size;
    return { folder, size, createdAt: Math.floor(born), changedAt: Math.floor(stat.mtimeMs) };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Bytes of everything below a folder. What vanishes meanwhile counts nothing. */
export async function sizeOf(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) total += await sizeOf(path);
    else total += await lstat(path).then(({ size }) => size, goneIs(0));
  }
  return total;
}

const entriesIn = (folder: string) => readdir(folder, { withFileTypes: true }).catch(goneIs([]));

const goneIs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isGone(error)) return value;
    throw error;
  };

/** The names in a folder, sorted; none when it is not there. */
export const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(goneIs<string[]>([]))).sort();

/** The file's text; null when there is no file. */
export const textOf = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: unknown) => (errno(error) === 'EISDIR' ? null : goneIs(null)(error)));

/** A reader sees the old text or the new one, never half of it; after a power cut too. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}${DRAFT}`, text);
  await putInPlace(`${path}${DRAFT}`, path);
}

/** From draft to the real name, on the platter first. */
export async function putInPlace(draft: string, path: string): Promise<void> {
  await sync(draft);
  await rename(draft, path);
  await sync(dirname(path));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Never over something else. To another disk it is copied first and taken away last. */
export async function moveWhole(from: string, to: string): Promise<void> {
  if ((await lookAt(to)) !== null) throw taken(to);
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (errno(error) !== 'EXDEV') throw error;
    await removeAll(`${to}${DRAFT}`);
    await cp(from, `${to}${DRAFT}`, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await putInPlace(`${to}${DRAFT}`, to);
    await removeAll(from);
  }
}

export const removeAll = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 2 });

export const taken = (path: string): PortError =>
  new PortError({
    code: 'conflict',
    message: `There is something else at ${path}, which is not overwritten.`,
    nextStep: `Move ${path} away, then try again.`,
  });

/** SHA-256 of a stream of bytes, memory flat. */
export async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

export const digestOfFile = (path: string): Promise<string> => digestOf(createReadStream(path));
