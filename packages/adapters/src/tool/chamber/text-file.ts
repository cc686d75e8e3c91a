import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolError } from '@symphony/domain';

/** More is not read into memory. */
const LARGEST_BYTES = 20 * 1024 * 1024;
/** A zero byte this early says that it is no text. */
const LOOKED_AT = 8_192;

export type FileContent =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'binary'; readonly bytes: number };

/** `real` was followed to its end already; a link put there meanwhile is not followed. */
export async function readContent(real: string, shown: string): Promise<FileContent> {
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    assertFile(found, shown);
    if (found.size > LARGEST_BYTES)
      throw new ToolError(`${shown} is too large to be read (${found.size} bytes).`, {
        guidance: 'Search it with search.text, or cut a part out of it with shell.run.',
      });
    const bytes = await file.readFile();
    const text = bytes.subarray(0, LOOKED_AT).includes(0) ? null : decoded(bytes);
    if (text === null) return { kind: 'binary', bytes: bytes.length };
    return { kind: 'text', text, bytes: bytes.length };
  } finally {
    await file.close();
  }
}

function assertFile(found: Stats, shown: string): void {
  if (found.isDirectory())
    throw new ToolError(`${shown} is a folder.`, { guidance: 'See what is in it with files.list.' });
  if (!found.isFile()) throw new ToolError(`${shown} is no regular file.`);
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** All of it or nothing: whoever looks meanwhile, and a full disk, sees the file as it was. */
export async function writeContent(real: string, content: string): Promise<{ readonly created: boolean }> {
  const before = await stat(real).catch(() => null);
  if (before) assertFile(before, real);
  await mkdir(dirname(real), { recursive: true });
  const beside = join(dirname(real), `.symphony-${randomUUID()}.tmp`);
  try {
    const file = await open(beside, 'wx', before?.mode ?? 0o666);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    if (before) await chmod(beside, before.mode);
    await rename(beside, real);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return { created: before === null };
}
