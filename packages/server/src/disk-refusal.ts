import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PortError } from '@symphony/domain';

/** The system's refusals in words: a person should not have to look codes up. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  ENOTDIR: 'a file stands where a folder is needed',
  EEXIST: 'a file stands where a folder is needed',
  EISDIR: 'a folder stands where a file is needed',
  ENOENT: 'the folder around it is missing',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports an error',
};

const NEXT_STEPS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on that disk, then try again; what was recorded before is kept.',
  EDQUOT: 'Free some space, or have the quota raised, then try again.',
  EROFS: 'Make the disk writable, then try again.',
  ENOTDIR: 'Move the file that stands in its place away, then try again.',
  EEXIST: 'Move the file that stands in its place away, then try again.',
  EISDIR: 'Move the folder that stands in its place away, then try again.',
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';

/** Why something could not be written, as the end of a sentence. */
export const reasonOf = (error: unknown): string =>
  REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));

/** What a person can do about it. */
export const remedyOf = (error: unknown): string =>
  NEXT_STEPS[codeOf(error)] ?? 'Give yourself permission to write there, then try again.';

export const notWritten = (path: string, cause: unknown): PortError =>
  new PortError(
    { code: 'disk', message: `${path} cannot be written: ${reasonOf(cause)}.`, nextStep: remedyOf(cause) },
    cause,
  );

/**
 * Makes a folder and those around it. Not Node's `recursive`: that reports a read-only disk as a
 * missing folder, and the person would look for the wrong thing.
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw notWritten(path, error);
    makeFolder(dirname(path));
    makeFolder(path);
  }
}
