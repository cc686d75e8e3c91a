import { PortError } from '@symphony/domain';
import { asPortError, resultOf } from '../../store/sqlite/faults.ts';

/** SQLite's codes for a damaged file and for one that is no database. */
const DAMAGE = [11, 26];
/** Another process holds the write lock. */
const HELD = [5, 6];

/** What SQLite and the file system say about a runtime's file, as failures of the port. */
export function asRuntimeFault(error: unknown, file: string): unknown {
  return DAMAGE.includes(resultOf(error))
    ? damaged(file, `${file} is damaged or is not a journal.`, error)
    : asPortError(error, file);
}

export const isHeld = (error: unknown): boolean => HELD.includes(resultOf(error));

export const damaged = (file: string, message: string, cause: unknown): PortError =>
  new PortError(
    {
      code: 'disk',
      message,
      nextStep: `Keep a copy of ${file}, then bring it back from a backup, or move it aside with its -wal and -shm to begin anew.`,
    },
    cause,
  );

/** Runs `work`, whose faults are about `file`. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asRuntimeFault(error, file);
  }
}
