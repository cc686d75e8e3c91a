import type { DatabaseSync } from 'node:sqlite';
import { PortError } from '@symphony/domain';
import { hasTables, makeTables, type VersionedTables } from './versioned-tables.ts';

/**
 * The tables of a log.
 *
 * `spoken` is contentless and keeps only which entry has which word: the text is in the entries.
 * It follows in batches; `spoken_until` says how far it is.
 */
const TABLES: VersionedTables = {
  of: 'log',
  version: 1,
  sql: `
    CREATE TABLE entries (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      type TEXT NOT NULL,
      item TEXT,
      body TEXT NOT NULL
    );
    CREATE INDEX entries_of_item ON entries (item) WHERE item IS NOT NULL;
    CREATE TABLE snapshots (
      seq INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      state TEXT NOT NULL,
      checksum TEXT NOT NULL
    );
    CREATE VIRTUAL TABLE spoken USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii');
    CREATE TABLE spoken_until (seq INTEGER NOT NULL);
    INSERT INTO spoken_until VALUES (0);
  `,
};

/** Makes the tables where there are none; refuses a file this Symphony cannot use. */
export function prepareSchema(db: DatabaseSync, file: string): void {
  makeTables(db, file, TABLES);
  checkSchema(db, file);
}

/** The same without making anything, for those who only look. */
export function checkSchema(db: DatabaseSync, file: string): void {
  if (!hasTables(db, file, TABLES)) throw notYet(file);
}

export const notYet = (file: string): PortError =>
  new PortError({
    code: 'missing',
    message: `There is no log at ${file} yet.`,
    nextStep: 'Start Symphony in this repository once; the log is made then.',
  });
