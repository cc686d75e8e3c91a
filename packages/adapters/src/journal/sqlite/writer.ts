import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RuntimeEvent } from '@symphony/domain';

export interface WaitingEntry {
  readonly session: string;
  readonly at: number;
  readonly event: RuntimeEvent;
  readonly body: string;
}

/** Sessions whose row is remembered; forgetting them costs a look. */
const MOST_KNOWN = 10_000;

/** Commits batches of entries, and lists the sessions that begin in them. */
export class JournalWriter {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #list: StatementSync;
  readonly #entitle: StatementSync;
  /** Only those that are entitled and committed. */
  readonly #known = new Map<string, number>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#insert = db.prepare(`
      INSERT INTO stretches (seq, session, entries, at, body)
      VALUES (ifnull((SELECT seq + entries FROM stretches ORDER BY seq DESC LIMIT 1), 1), ?, ?, ?, ?)
    `);
    this.#find = db.prepare('SELECT row, title FROM sessions WHERE session = ?');
    this.#list = db.prepare('INSERT INTO sessions (session, title, started_at) VALUES (?, ?, ?)');
    this.#entitle = db.prepare('UPDATE sessions SET title = ? WHERE row = ?');
  }

  /** All of it or nothing. Prepared statements, because a transaction's own words would cost more than its entries. */
  commit(batch: readonly WaitingEntry[]): void {
    this.#begin.run();
    try {
      const listed = this.#insertAll(batch);
      this.#commit.run();
      if (this.#known.size > MOST_KNOWN) this.#known.clear();
      for (const [session, row] of listed) this.#known.set(session, row);
    } catch (error) {
      // A full disk makes SQLite roll back by itself.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Returns the sessions whose line is complete now. */
  #insertAll(batch: readonly WaitingEntry[]): ReadonlyMap<string, number> {
    const listed = new Map<string, number>();
    for (let from = 0, to = 0; from < batch.length; from = to) {
      const first = batch[from] as WaitingEntry;
      to = endOfStretch(batch, from);
      const stretch = batch.slice(from, to);
      const row = this.#known.get(first.session) ?? listed.get(first.session) ?? this.#rowOf(stretch, listed);
      const last = stretch.at(-1) as WaitingEntry;
      this.#insert.run(row, stretch.length, last.at, bodyOfAll(stretch));
    }
    return listed;
  }

  #rowOf(stretch: readonly WaitingEntry[], listed: Map<string, number>): number {
    const { session, at } = stretch[0] as WaitingEntry;
    const title = titleOf(stretch);
    const found = this.#find.get(session) as { readonly row: number; readonly title: string } | undefined;
    const row = found?.row ?? Number(this.#list.run(session, title ?? '', at).lastInsertRowid);
    if (found?.title === '' && title !== null) this.#entitle.run(title, row);
    if (title !== null || (found !== undefined && found.title !== '')) listed.set(session, row);
    return row;
  }
}

/** Where the entries of one session that follow each other end. */
function endOfStretch(batch: readonly WaitingEntry[], from: number): number {
  const session = batch[from]?.session;
  let to = from + 1;
  while (batch[to]?.session === session) to += 1;
  return to;
}

function titleOf(stretch: readonly WaitingEntry[]): string | null {
  for (const { event } of stretch) if (event.type === 'began') return event.task;
  return null;
}

/** Each entry as `[at, event]`. */
const bodyOfAll = (stretch: readonly WaitingEntry[]): string =>
  `[${stretch.map(({ at, body }) => `[${at},${body}]`).join(',')}]`;
