import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { open, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PortError } from '@symphony/domain';
import { CONFIG_FILE } from '../../config/problem.ts';
import { makeFolder, notWritten, reasonOf } from '../../disk-refusal.ts';

/** What the file says; empty when there is none. */
export function readSettingsText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw new PortError(
      {
        code: 'disk',
        message: `${CONFIG_FILE} cannot be read: ${reasonOf(error)}.`,
        nextStep: 'Make it a file that you may read.',
      },
      error,
    );
  }
}

/**
 * Writes the file whole or not at all. `still` is asked at the last moment: whatever it finds wrong
 * with what stands there then keeps the file as it is.
 */
export async function writeSettingsText(
  root: string,
  text: string,
  still: (standing: string) => void,
): Promise<void> {
  const path = await targetOf(join(root, CONFIG_FILE));
  makeFolder(dirname(path));
  const beside = `${path}.${randomUUID()}.new`;
  try {
    const mode = await stat(path).then(
      (found) => found.mode & 0o777,
      () => 0o666,
    );
    const file = await open(beside, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // No await between the last look and the rename: nothing of ours can come in between.
    still(readSettingsText(path));
    renameSync(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    if (error instanceof Error && 'syscall' in error) throw notWritten(CONFIG_FILE, error);
    throw error;
  }
}

/** A link stays a link: what it leads to is written. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw notWritten(CONFIG_FILE, error);
  }
}

const isMissing = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
};
