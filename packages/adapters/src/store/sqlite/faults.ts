import { type Failure, PortError } from '@symphony/domain';

/**
 * What SQLite and the file system say, as the failures of the port. Everything else (a closed
 * store, a wrong argument) is misuse and passes unchanged.
 */

const READ_ONLY = 8;
const UNWELL = 10;
const CORRUPT = 11;
const FULL = 13;
const NOT_OPENED = 14;
/** SQLite's primary result codes; the rest of an extended code says where, not what. */
const BY_RESULT: Readonly<Record<number, (file: string) => Failure>> = {
  5: held,
  6: held,
  [READ_ONLY]: readOnly,
  [UNWELL]: unwell,
  [CORRUPT]: damaged,
  [FULL]: full,
  [NOT_OPENED]: unwell,
  19: (file) => ({
    code: 'conflict',
    message: `Another process has written to ${file} meanwhile; nothing was recorded.`,
    nextStep: 'Only one Symphony may record for a repository: stop the other one and start again.',
  }),
  26: damaged,
};

const BY_ERRNO: Readonly<Record<string, (file: string) => Failure>> = {
  ENOSPC: full,
  EDQUOT: full,
  EROFS: readOnly,
  EACCES: readOnly,
  EPERM: readOnly,
};

/** Runs `work`, whose faults are about `file`. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asPortError(error, file);
  }
}

export function asPortError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof PortError) return error;
  const { code, errcode, syscall } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined) {
    const failure = BY_RESULT[errcode & 0xff]?.(file);
    return new PortError(failure ?? { code: 'internal', message: `${file}: ${error.message}.` }, error);
  }
  if (syscall === undefined) return error;
  return new PortError((BY_ERRNO[code ?? ''] ?? unwell)(file), error);
}

export const isDamage = (error: unknown): boolean => resultOf(error) === CORRUPT;

/** SQLite's primary result code, or 0 when it said nothing. */
export const resultOf = (error: unknown): number =>
  error instanceof Error ? ((error as { errcode?: number }).errcode ?? 0) & 0xff : 0;

/** The file system did not let SQLite have a file it needs. */
export const isDenied = (error: unknown): boolean =>
  [READ_ONLY, UNWELL, FULL, NOT_OPENED].includes(resultOf(error));

export function damagedEntry(file: string, seq: number, cause: unknown): PortError {
  return new PortError({ ...damaged(file), message: `Entry ${seq} in ${file} is damaged.` }, cause);
}

function full(file: string): Failure {
  return {
    code: 'disk',
    message: `The disk is full: ${file} could not be written.`,
    nextStep: 'Free some space on that disk; everything recorded before is kept and recording can go on.',
  };
}

function readOnly(file: string): Failure {
  return {
    code: 'disk',
    message: `${file} cannot be written: it, its folder or its disk is read-only for this user.`,
    nextStep: 'Make the folder writable for the user who runs Symphony, then start again.',
  };
}

function damaged(file: string): Failure {
  return {
    code: 'disk',
    message: `${file} is damaged or is not a log.`,
    nextStep:
      'Keep a copy of the folder, then move the damaged file aside with its -wal and -shm; events.jsonl beside it holds the entries as text.',
  };
}

function unwell(file: string): Failure {
  return {
    code: 'disk',
    message: `${file} could not be opened, read or written: the disk or its file system reported an error.`,
    nextStep: 'Check that the folder is there and the disk is healthy, then start again.',
  };
}

function held(file: string): Failure {
  return {
    code: 'unavailable',
    message: `${file} is held by another process.`,
    nextStep: 'Stop the other process, or try again when it has finished.',
  };
}
