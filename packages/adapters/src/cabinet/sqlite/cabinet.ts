import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Cabinet, CabinetRecord, Instant, Json } from '@symphony/domain';
import { guarded } from '../../journal/sqlite/faults.ts';
import { rowLimit } from '../../store/record.ts';
import { inTransaction } from '../../store/sqlite/transaction.ts';
import { assertRecord } from '../record.ts';

interface RecordRow {
  readonly key: string;
  readonly value: string;
  readonly at: number;
  readonly expiresAt: number | null;
}

/** The cabinet on disk, in the file of the journal. */
export class SqliteCabinet implements Cabinet {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #take: StatementSync;
  readonly #list: StatementSync;
  readonly #sweep: StatementSync;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    const kept = '(expires_at IS NULL OR expires_at > ?)';
    this.#get = db.prepare(`SELECT value FROM records WHERE drawer = ? AND key = ? AND ${kept}`);
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO records (drawer, key, value, at, expires_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#take = db.prepare('DELETE FROM records WHERE drawer = ? AND key = ?');
    this.#list = db.prepare(
      `SELECT key, value, at, expires_at AS expiresAt FROM records WHERE drawer = ? AND ${kept}
       ORDER BY at DESC, row DESC LIMIT ?`,
    );
    this.#sweep = db.prepare('DELETE FROM records WHERE expires_at <= ?');
  }

  get(drawer: string, key: string, now: Instant): Json | null {
    return guarded(this.#file, () => {
      const row = this.#get.get(drawer, key, now) as { value: string } | undefined;
      return row ? (JSON.parse(row.value) as Json) : null;
    });
  }

  put(records: readonly CabinetRecord[]): void {
    for (const record of records) assertRecord(record);
    this.#change(records, ({ drawer, key, value, at, expiresAt = null }) =>
      this.#put.run(drawer, key, JSON.stringify(value), at, expiresAt),
    );
  }

  take(drawer: string, keys: readonly string[]): void {
    this.#change(keys, (key) => this.#take.run(drawer, key));
  }

  list(drawer: string, now: Instant, limit = Number.POSITIVE_INFINITY): readonly CabinetRecord[] {
    return guarded(this.#file, () => {
      const rows = this.#list.all(drawer, now, rowLimit(limit)) as unknown as RecordRow[];
      return rows.map(({ key, value, at, expiresAt }) => ({
        drawer,
        key,
        value: JSON.parse(value) as Json,
        at,
        expiresAt,
      }));
    });
  }

  sweep(now: Instant): number {
    return guarded(this.#file, () => Number(this.#sweep.run(now).changes));
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** All or none. One statement is a transaction of its own; saying so would cost two more calls. */
  #change<T>(each: readonly T[], one: (item: T) => void): void {
    if (each.length === 0) return;
    guarded(this.#file, () => {
      if (each.length === 1) each.forEach(one);
      else inTransaction(this.#db, () => each.forEach(one));
    });
  }
}
