import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Entry, EntryFilter, LogEvent } from '@symphony/domain';
import { damagedEntry, guarded } from './faults.ts';

/** seq, at, body. Rows come as arrays: a third faster than objects, which tells at a million entries. */
export type EntryRow = [seq: number, at: number, body: string];

/** Large enough to make the calls cheap, small enough to keep memory flat. */
const PAGE = 1_000;

/** The rows of the log, read in pages; a body is parsed only when its entry is handed out. */
export class EntryTable {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #statements = new Map<string, StatementSync>();
  readonly #last: StatementSync;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.#last = db.prepare('SELECT max(seq) AS seq FROM entries');
  }

  lastSeq(): number {
    return (this.#last.get() as { seq: number | null }).seq ?? 0;
  }

  page(after: number, limit: number, filter: EntryFilter = {}): EntryRow[] {
    const { item, types } = filter;
    if (types?.length === 0) return [];
    const conditions = ['seq > ?'];
    if (item !== undefined) conditions.push('item = ?');
    if (types) conditions.push('type IN (SELECT value FROM json_each(?))');
    const found = this.#select(`${conditions.join(' AND ')} ORDER BY seq LIMIT ?`);
    const values = [after, ...(item === undefined ? [] : [item]), ...(types ? [JSON.stringify(types)] : [])];
    return found.all(...values, limit) as unknown as EntryRow[];
  }

  one(seq: number): EntryRow | null {
    return (this.#select('seq = ?').get(seq) as unknown as EntryRow | undefined) ?? null;
  }

  /** Every row from after `after` to `to`, in order. No statement is open while `visit` runs. */
  each(after: number, to: number, visit: (row: EntryRow) => void): void {
    for (let last = after; last < to; ) {
      const from = last;
      const rows = guarded(this.#file, () => this.page(from, Math.min(PAGE, to - from)));
      for (const row of rows) visit(row);
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end[0];
    }
  }

  entryOf([seq, at, body]: EntryRow): Entry {
    return { seq, at, event: this.eventOf(seq, body) };
  }

  eventOf(seq: number, body: string): LogEvent {
    try {
      return JSON.parse(body) as LogEvent;
    } catch (error) {
      throw damagedEntry(this.#file, seq, error);
    }
  }

  #select(condition: string): StatementSync {
    const known = this.#statements.get(condition);
    if (known) return known;
    const statement = this.#db.prepare(`SELECT seq, at, body FROM entries WHERE ${condition}`);
    statement.setReturnArrays(true);
    this.#statements.set(condition, statement);
    return statement;
  }
}
