import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PortError } from '@symphony/domain';
import { makeFolder, notWritten } from '../disk-refusal.ts';

/** SQLite's primary result codes for "somebody else has it". */
const BUSY = [5, 6];

/**
 * One cleaning at a time. The lock is the operating system's, taken through SQLite, and goes with
 * the process whatever kills it. Returns how to let go.
 */
export function lockArchive(archive: string): () => void {
  makeFolder(archive);
  const file = join(archive, 'lock.db');
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { timeout: 250 });
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
    const taken = db;
    return () => taken.close();
  } catch (cause) {
    db?.close();
    if (!BUSY.includes(((cause as { errcode?: number }).errcode ?? 0) & 0xff)) throw notWritten(file, cause);
    throw new PortError(
      {
        code: 'conflict',
        message: 'Another cleaning is at work in this repository.',
        nextStep: 'Wait until it is done, then try again.',
      },
      cause,
    );
  }
}
