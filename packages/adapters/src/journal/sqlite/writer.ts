import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RuntimeEvent } from '@symphony/domain';

export interface WaitingEntry {
  readonly session: string;
  readonly at: number;
  readonly event: RuntimeEvent;
  readonly body: string;
}

/** Sessions that are remembered to be listed already; forgetting them costs a look. */
const MOST_KNOWN = 10_000;

/** Commits batches of entries, and lists the sessions that begin in them. */
export class JournalWriter {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #insert: StatementSync;
  readonly #list: StatementSync;
  #known = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#insert = db.prepare('INSERT INTO entries (session, at, type, body) VALUES (?, ?, ?, ?)');
    this.#list = db.prepare(`
      INSERT INTO sessions (session, title, started_at) VALUES (?, ?, ?)
      ON CONFLICT (session) DO UPDATE SET title = excluded.title WHERE title = ''
    `);
  }

  /** All of it or nothing. Prepared statements, because a transaction's own words would cost more than its entries. */
  commit(batch: readonly WaitingEntry[]): void {
    this.#begin.run();
    try {
      const listed = this.#insertAll(batch);
      this.#commit.run();
      if (this.#known.size > MOST_KNOWN) this.#known.clear();
      for (const session of listed) this.#known.add(session);
    } catch (error) {
      // A full disk makes SQLite roll back by itself.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Returns the sessions whose line is complete now. */
  #insertAll(batch: readonly WaitingEntry[]): readonly string[] {
    const listed: string[] = [];
    for (const { session, at, event, body } of batch) {
      this.#insert.run(session, at, event.type, body);
      if (this.#known.has(session)) continue;
      this.#list.run(session, event.type === 'began' ? event.task : '', at);
      if (event.type === 'began') listed.push(session);
    }
    return listed;
  }
}
