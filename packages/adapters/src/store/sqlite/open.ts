import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { guarded, isDenied } from './faults.ts';
import { ReadOnlySqliteStore } from './read-only-store.ts';
import { checkSchema, notYet, prepareSchema } from './schema.ts';
import { SqliteStore } from './store.ts';

export interface SqliteStoreOptions {
  /** Made when it is missing. */
  readonly folder: string;
  /** `normal`: an entry survives the process. `full`: it survives the power as well, at about a tenth of the speed. */
  readonly durability: 'normal' | 'full';
  /** Keep `events.jsonl` beside the log. */
  readonly mirror: boolean;
}

/** How long another process's lock is waited for. */
const BUSY_MS = 5_000;

/**
 * Every append writes whole pages: with small ones, and checkpoints (which wait for the disk) every
 * 8 MB, single appends are a third faster than with SQLite's own values. The write-ahead file is cut
 * back when a long reader has let it grow.
 */
const SETTINGS = `
  PRAGMA page_size = 2048;
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
`;

const fileIn = (folder: string): string => join(folder, 'log.db');

/** Opens the log for recording, and makes it where there is none. One process at a time. */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { folder } = options;
  const file = fileIn(folder);
  return guarded(file, () => {
    mkdirSync(folder, { recursive: true });
    // Asked beforehand, because SQLite says of a read-only disk only that it cannot open the file.
    accessSync(folder, constants.W_OK);
    if (existsSync(file)) accessSync(file, constants.W_OK);
    return opened(new DatabaseSync(file, { timeout: BUSY_MS }), (db) => {
      db.exec(SETTINGS);
      db.exec(`PRAGMA synchronous = ${options.durability.toUpperCase()}`);
      prepareSchema(db, file);
      return new SqliteStore(db, file, options.mirror ? folder : null);
    });
  });
}

/** Opens the log to look at it, also while a conductor records. Rejects with `missing` where there is none. */
export function openReadOnlySqliteStore(folder: string): ReadOnlySqliteStore {
  const file = fileIn(folder);
  return guarded(file, () => {
    if (!existsSync(file)) throw notYet(file);
    try {
      return lookAt(file, file);
    } catch (error) {
      if (!isDenied(error) || hasWaiting(file)) throw error;
      return lookAt(immutable(file), file);
    }
  });
}

const lookAt = (address: string | URL, file: string): ReadOnlySqliteStore =>
  opened(new DatabaseSync(address, { readOnly: true, timeout: BUSY_MS }), (db) => {
    checkSchema(db, file);
    return new ReadOnlySqliteStore(db, file);
  });

/**
 * A write-ahead log needs a shared-memory file beside it even for reading. On a read-only or full
 * disk none can be made; with nothing waiting in the write-ahead file the database may be called
 * immutable, since nobody else can be writing to it either.
 */
function immutable(file: string): URL {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return address;
}

const hasWaiting = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** What `use` makes of an open database; when it cannot, nothing stays open. */
function opened<T>(db: DatabaseSync, use: (db: DatabaseSync) => T): T {
  try {
    return use(db);
  } catch (error) {
    db.close();
    throw error;
  }
}
