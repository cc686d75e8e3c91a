import type { DatabaseSync } from 'node:sqlite';
import type { Entry, EntryFilter, Snapshot, Store } from '@symphony/domain';
import { LogReader } from './log-reader.ts';

/** The log for a process that only looks, while another one records. Recording through it is misuse. */
export class ReadOnlySqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #reader: LogReader;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#reader = new LogReader(db, file);
  }

  append(): never {
    throw misuse();
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
    return this.#reader.lastSeq();
  }

  saveSnapshot(): never {
    throw misuse();
  }

  loadSnapshot(): Snapshot | null {
    return this.#reader.loadSnapshot();
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}

const misuse = (): Error => new Error('This log was opened for reading only; only the conductor records.');
