import type { DatabaseSync } from 'node:sqlite';
import { PortError } from '@symphony/domain';
import { inTransaction } from './transaction.ts';

/** The tables of a database file; which version of them a file was made with is its `PRAGMA user_version`. */
export interface VersionedTables {
  /** What the file holds, for people: `log`. */
  readonly of: string;
  /** From 1 on. */
  readonly version: number;
  /** Statements, each ended. */
  readonly sql: string;
}

/** Makes the tables where there are none. Refuses a file of another program. */
export function makeTables(db: DatabaseSync, file: string, { sql, version }: VersionedTables): void {
  if (versionOf(db) !== 0) return;
  inTransaction(db, () => {
    if (versionOf(db) !== 0) return;
    if (db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) throw foreign(file);
    db.exec(`${sql} PRAGMA user_version = ${version}`);
  });
}

/** Whether the tables are there. Refuses a file this Symphony is too old for. */
export function hasTables(db: DatabaseSync, file: string, { of, version: known }: VersionedTables): boolean {
  const version = versionOf(db);
  if (version <= known) return version !== 0;
  throw new PortError({
    code: 'invalid',
    message: `${file} was written by a newer Symphony (${of} version ${version}, this one knows ${known}).`,
    nextStep: 'Update Symphony, then start again.',
  });
}

const versionOf = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

const foreign = (file: string): PortError =>
  new PortError({
    code: 'invalid',
    message: `${file} is a database of another program.`,
    nextStep: 'Move that file away, then start again.',
  });
