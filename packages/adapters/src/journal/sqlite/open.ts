import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Cabinet, Journal } from '@symphony/domain';
import { SqliteCabinet } from '../../cabinet/sqlite/cabinet.ts';
import { guarded } from './faults.ts';
import { SqliteJournal } from './journal.ts';
import { prepareSchema } from './schema.ts';

/** What a runtime keeps in one file. Any number of processes may have it open. */
export interface RuntimeStore {
  readonly journal: Journal;
  readonly cabinet: Cabinet;
  /** Writes what waits. Throws PortError when that cannot be written; it is closed all the same. */
  close(): void;
}

/** A lock is waited for inside SQLite, and nothing else of the process moves meanwhile: for the journal, which can try again later, only shortly. */
const JOURNAL_BUSY_MS = 100;
const CABINET_BUSY_MS = 5_000;

/**
 * What is committed survives the process, not the power (`synchronous = NORMAL`): waiting for the disk would cost
 * several milliseconds a step. Every commit writes whole pages, so they are small; checkpoints, which do wait, come
 * every 4 MB. It is mostly written and seldom read, so little of it is kept in memory.
 */
const SETTINGS = `
  PRAGMA page_size = 2048;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 2000;
  PRAGMA cache_size = -512;
  PRAGMA journal_size_limit = 67108864;
`;

/** Opens the file, and makes it where there is none. Throws PortError. */
export function openRuntimeStore(file: string): RuntimeStore {
  return guarded(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    // Asked beforehand, because SQLite says of a read-only disk only that it cannot open the file.
    accessSync(dirname(file), constants.W_OK);
    if (existsSync(file)) accessSync(file, constants.W_OK);
    const cabinet = connected(file, CABINET_BUSY_MS, (db) => new SqliteCabinet(db, file));
    try {
      const journal = connected(file, JOURNAL_BUSY_MS, (db) => new SqliteJournal(db, file));
      return { journal, cabinet, close: () => closeBoth(journal, cabinet) };
    } catch (error) {
      cabinet.close();
      throw error;
    }
  });
}

/** One connection each: how long a lock is waited for is a matter of the connection. */
function connected<T>(file: string, busyMs: number, use: (db: DatabaseSync) => T): T {
  // Until everything is set up another process that does the same is waited for.
  const db = new DatabaseSync(file, { timeout: CABINET_BUSY_MS });
  try {
    db.exec(SETTINGS);
    prepareSchema(db, file);
    db.exec(`PRAGMA busy_timeout = ${busyMs}`);
    return use(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function closeBoth(journal: SqliteJournal, cabinet: SqliteCabinet): void {
  cabinet.close();
  journal.close();
}
