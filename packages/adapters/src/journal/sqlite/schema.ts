import type { DatabaseSync } from 'node:sqlite';
import { hasTables, makeTables, type VersionedTables } from '../../store/sqlite/versioned-tables.ts';

/**
 * The tables of a runtime's file: its journal and its cabinet.
 *
 * A commit costs by the rows and pages it touches, so entries of one session that follow each other in a commit are one
 * row, a stretch. `seq` is the number of its first entry and is found inside the transaction that holds the write lock,
 * so numbers become visible in their order whoever writes: a reader that asks for what is after its last number misses
 * nothing. Stretches are never taken out, so no number comes twice. `at` is of its last entry; `sessions` holds only
 * what is known when one begins (its rows are numbered in that order), the rest is counted when somebody asks.
 * Replacing a record gives it a new `row`: of two of the same instant the later is newer.
 */
const TABLES: VersionedTables = {
  of: 'journal',
  version: 1,
  sql: `
    CREATE TABLE sessions (
      row INTEGER PRIMARY KEY,
      session TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      started_at INTEGER NOT NULL
    );
    CREATE TABLE stretches (
      seq INTEGER PRIMARY KEY,
      session INTEGER NOT NULL REFERENCES sessions (row),
      entries INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body TEXT NOT NULL
    );
    CREATE INDEX stretches_of_session ON stretches (session);
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
