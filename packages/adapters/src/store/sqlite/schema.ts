import type { DatabaseSync } from 'node:sqlite';
import { PortError } from '@symphony/domain';
import { inTransaction } from './transaction.ts';

/**
 * The tables of a log, and the version of them a file was made with (`PRAGMA user_version`).
 *
 * `spoken` is contentless and keeps only which entry has which word: the text is in the entries.
 * It follows in batches; `spoken_until` says how far it is.
 */
const VERSION = 1;

const TABLES = `
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
  PRAGMA user_version = ${VERSION};
`;

/** Makes the tables where there are none; refuses a file this Symphony cannot use. */
export function prepareSchema(db: DatabaseSync, file: string): void {
  if (versionOf(db) === 0) {
    inTransaction(db, () => {
      if (versionOf(db) !== 0) return;
      if (db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) throw foreign(file);
      db.exec(TABLES);
    });
  }
  checkSchema(db, file);
}

/** The same without making anything, for those who only look. */
export function checkSchema(db: DatabaseSync, file: string): void {
  const version = versionOf(db);
  if (version === 0) throw notYet(file);
  if (version > VERSION) throw newer(file, version);
}

const versionOf = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

export const notYet = (file: string): PortError =>
  new PortError({
    code: 'missing',
    message: `There is no log at ${file} yet.`,
    nextStep: 'Start Symphony in this repository once; the log is made then.',
  });

const foreign = (file: string): PortError =>
  new PortError({
    code: 'invalid',
    message: `${file} is a database of another program.`,
    nextStep: 'Move that file away, then start again.',
  });

const newer = (file: string, version: number): PortError =>
  new PortError({
    code: 'invalid',
    message: `${file} was written by a newer Symphony (log version ${version}, this one knows ${VERSION}).`,
    nextStep: 'Update Symphony, then start again.',
  });
