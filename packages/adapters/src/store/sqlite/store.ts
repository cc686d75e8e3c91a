import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type Entry,
  type EntryFilter,
  itemOf,
  type LogEvent,
  type Snapshot,
  type Store,
} from '@symphony/domain';
import { assertInstant, assertRecorded, bodyOf } from '../record.ts';
import type { EntryRow } from './entry-table.ts';
import { guarded } from './faults.ts';
import { LogReader } from './log-reader.ts';
import { Mirror } from './mirror.ts';
import { inTransaction } from './transaction.ts';

/**
 * The log on disk, for the one process that records. The number of the last entry is kept here and
 * moves only after a commit, so a refused append leaves no gap.
 */
export class SqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #reader: LogReader;
  readonly #insert: StatementSync;
  readonly #mirror: Mirror | null;
  #last: number;

  constructor(db: DatabaseSync, file: string, mirrorFolder: string | null) {
    this.#db = db;
    this.#file = file;
    this.#reader = new LogReader(db, file);
    this.#insert = db.prepare('INSERT INTO entries (seq, at, type, item, body) VALUES (?, ?, ?, ?, ?)');
    this.#last = this.#reader.lastSeq();
    this.#mirror = mirrorFolder === null ? null : new Mirror(mirrorFolder, this.#reader.entries);
  }

  append(at: number, events: readonly LogEvent[]): readonly Entry[] {
    assertInstant(at);
    if (events.length === 0) return [];
    const entries = events.map((event, index) => ({ seq: this.#last + 1 + index, at, event }));
    const rows = entries.map(({ seq, event }): EntryRow => [seq, at, bodyOf(event)]);
    guarded(this.#file, () => this.#commit(events, rows));
    this.#last += rows.length;
    this.#mirror?.follow(rows);
    return entries;
  }

  #commit(events: readonly LogEvent[], rows: readonly EntryRow[]): void {
    const last = this.#last + rows.length;
    const indexing = this.#reader.index.isDue(this.#last, last);
    // One statement is a transaction of its own; saying so would cost two more calls.
    if (rows.length === 1 && !indexing) this.#insertAll(events, rows);
    else
      inTransaction(this.#db, () => {
        this.#insertAll(events, rows);
        if (indexing) this.#reader.index.extend(last);
      });
  }

  #insertAll(events: readonly LogEvent[], rows: readonly EntryRow[]): void {
    for (const [index, event] of events.entries()) {
      const [seq, at, body] = rows[index] as EntryRow;
      this.#insert.run(seq, at, event.type, itemOf(event), body);
    }
  }

  read(after: number, limit: number, filter?: EntryFilter): readonly Entry[] {
    return this.#reader.read(after, limit, filter);
  }

  fold(after: number, each: (entry: Entry) => void): void {
    this.#reader.fold(after, each);
  }

  search(words: string, limit: number): readonly Entry[] {
    return this.#reader.search(words, limit);
  }

  lastSeq(): number {
    return this.#last;
  }

  saveSnapshot(snapshot: Snapshot): void {
    assertRecorded(snapshot.seq, this.#last);
    guarded(this.#file, () => this.#reader.snapshots.save(snapshot));
  }

  loadSnapshot(): Snapshot | null {
    return this.#reader.loadSnapshot();
  }

  /** Why `events.jsonl` is behind the log, or null when it is not (or there is none). */
  mirrorProblem(): string | null {
    return this.#mirror?.problem() ?? null;
  }

  close(): void {
    this.#mirror?.close();
    this.#reader.close();
  }
}
