import { PortError } from '@symphony/domain';
import { asPortError, resultOf } from '../../store/sqlite/faults.ts';

/** SQLite's codes for a damaged file and for one that is no database. */
const DAMAGE = [11, 26];

/** What SQLite and the file system say about a store of artifacts, as failures of the port. */
export function asArtifactFault(error: unknown, file: string): unknown {
  if (!DAMAGE.includes(resultOf(error))) return asPortError(error, file);
  return new PortError(
    {
      code: 'disk',
      message: `${file} is damaged or is not a list of artifacts.`,
      nextStep:
        'Keep a copy of the folder, then bring index.db back from a backup, or move it aside with its -wal and -shm to begin anew; the contents below blobs stay.',
    },
    error,
  );
}

export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asArtifactFault(error, file);
  }
}
