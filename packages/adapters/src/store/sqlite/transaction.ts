import type { DatabaseSync } from 'node:sqlite';

/** All of `work` or nothing of it. Reserves the write lock at the start, so that it cannot fail half-way for want of it. */
export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => within(db, 'BEGIN IMMEDIATE', work);

/** Every read in `work` sees the same moment, whatever is recorded meanwhile. */
export const atOneMoment = <T>(db: DatabaseSync, work: () => T): T => within(db, 'BEGIN', work);

function within<T>(db: DatabaseSync, begin: string, work: () => T): T {
  db.exec(begin);
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
