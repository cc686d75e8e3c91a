import type { DatabaseSync } from 'node:sqlite';
import type { Entry, EntryFilter, Snapshot } from '@symphony/domain';
import { rowLimit } from '../record.ts';
import { says, termsOf } from '../searchable-text.ts';
import { EntryTable } from './entry-table.ts';
import { guarded } from './faults.ts';
import { SearchIndex } from './search-index.ts';
import { SnapshotTable } from './snapshot-table.ts';
import { atOneMoment } from './transaction.ts';

/** The reading half of the port. It writes nothing, so it works as well on a full or read-only disk. */
export class LogReader {
  readonly entries: EntryTable;
  readonly index: SearchIndex;
  readonly snapshots: SnapshotTable;
  readonly #db: DatabaseSync;
  readonly #file: string;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.entries = new EntryTable(db, file);
    this.index = new SearchIndex(db, this.entries);
    this.snapshots = new SnapshotTable(db);
  }

  read(after: number, limit: number, filter?: EntryFilter): readonly Entry[] {
    return guarded(this.#file, () =>
      this.entries.page(after, rowLimit(limit), filter).map((row) => this.entries.entryOf(row)),
    );
  }

  /** Every entry after `after`, in order, up to the last one there is when it begins; memory stays flat. */
  fold(after: number, each: (entry: Entry) => void): void {
    // Not guarded as a whole: what `each` throws is not the log's fault.
    this.entries.each(after, this.lastSeq(), (row) => each(this.entries.entryOf(row)));
  }

  search(words: string, limit: number): readonly Entry[] {
    const terms = termsOf(words);
    const most = rowLimit(limit);
    if (terms.length === 0 || most === 0) return [];
    return guarded(this.#file, () =>
      atOneMoment(this.#db, () => {
        const found: Entry[] = [];
        this.entries.each(this.index.until(), this.entries.lastSeq(), (row) => {
          const entry = this.entries.entryOf(row);
          if (says(entry.event, terms)) found.unshift(entry);
        });
        if (found.length >= most) return found.slice(0, most);
        for (const seq of this.index.find(terms, most - found.length)) {
          const row = this.entries.one(seq);
          if (row) found.push(this.entries.entryOf(row));
        }
        return found;
      }),
    );
  }

  lastSeq(): number {
    return guarded(this.#file, () => this.entries.lastSeq());
  }

  loadSnapshot(): Snapshot | null {
    return guarded(this.#file, () => this.snapshots.newestSound());
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}
