import type { DatabaseSync } from 'node:sqlite';
import { hasTables, makeTables, type VersionedTables } from '../../store/sqlite/versioned-tables.ts';

/**
 * The tables of a runtime's file: its journal and its cabinet.
 *
 * `seq` is given by SQLite inside the transaction that holds the write lock, so numbers become visible in their
 * order whoever writes: a reader that asks for what is after its last number misses nothing. Entries are never taken
 * out, so no number comes twice. A commit costs by the pages it touches: `sessions` holds only what is known when one
 * begins (its rows are numbered in that order), the rest is counted when somebody asks. Replacing a record gives it a
 * new `row`: of two of the same instant the later is newer.
 */
const TABLES: VersionedTables = {
  of: 'journal',
  version: 1,
  sql: `
    CREATE TABLE entries (
      seq INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      at INTEGER NOT NULL,
      type TEXT NOT NULL,
      body TEXT NOT NULL
    );
    CREATE INDEX entries_of_session ON entries (session);
    CREATE TABLE sessions (
      row INTEGER PRIMARY KEY,
      session TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      started_at INTEGER NOT NULL
    );
    CREATE TABLE records (
      row INTEGER PRIMARY KEY,
      drawer TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      at INTEGER NOT NULL,
      expires_at INTEGER,
      UNIQUE (drawer, key)
    );
    CREATE INDEX records_by_age ON records (drawer, at);
    CREATE INDEX records_that_expire ON records (expires_at) WHERE expires_at IS NOT NULL;
  `,
};

/** Makes the tables where there are none; refuses a file this Symphony cannot use. */
export function prepareSchema(db: DatabaseSync, file: string): void {
  makeTables(db, file, TABLES);
  hasTables(db, file, TABLES);
}
