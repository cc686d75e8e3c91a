import {
  type Entry,
  type EntryFilter,
  itemOf,
  type LogEvent,
  type Snapshot,
  type Store,
} from '@symphony/domain';
import { assertInstant, assertRecorded, bodyOf, rowLimit } from '../record.ts';
import { says, termsOf } from '../searchable-text.ts';

interface Row {
  readonly at: number;
  readonly type: string;
  readonly item: string | null;
  readonly body: string;
}

/**
 * The log without a disk. Events are kept as JSON text: what is read back is a copy, exactly as a
 * store on disk would give it. It ends with its process.
 */
export class MemoryStore implements Store {
  readonly #rows: Row[] = [];
  #snapshot: Snapshot | null = null;

  append(at: number, events: readonly LogEvent[]): readonly Entry[] {
    assertInstant(at);
    const rows = events.map((event) => ({ at, type: event.type, item: itemOf(event), body: bodyOf(event) }));
    const first = this.#rows.length + 1;
    for (const row of rows) this.#rows.push(row);
    return events.map((event, index) => ({ seq: first + index, at, event }));
  }

  read(after: number, limit: number, filter: EntryFilter = {}): readonly Entry[] {
    const found: Entry[] = [];
    const most = rowLimit(limit);
    for (let index = firstIndex(after); index < this.#rows.length && found.length < most; index += 1) {
      const row = this.#rows[index] as Row;
      if (filter.item !== undefined && row.item !== filter.item) continue;
      if (filter.types && !filter.types.includes(row.type)) continue;
      found.push(entryOf(row, index));
    }
    return found;
  }

  /** Every entry after `after`, in order, up to the last one there is when it begins. */
  fold(after: number, each: (entry: Entry) => void): void {
    const end = this.#rows.length;
    for (let index = firstIndex(after); index < end; index += 1)
      each(entryOf(this.#rows[index] as Row, index));
  }

  search(words: string, limit: number): readonly Entry[] {
    const terms = termsOf(words);
    const found: Entry[] = [];
    const most = terms.length === 0 ? 0 : rowLimit(limit);
    for (let index = this.#rows.length - 1; index >= 0 && found.length < most; index -= 1) {
      const entry = entryOf(this.#rows[index] as Row, index);
      if (says(entry.event, terms)) found.push(entry);
    }
    return found;
  }

  lastSeq(): number {
    return this.#rows.length;
  }

  saveSnapshot(snapshot: Snapshot): void {
    assertRecorded(snapshot.seq, this.lastSeq());
    if (this.#snapshot === null || snapshot.seq >= this.#snapshot.seq) this.#snapshot = { ...snapshot };
  }

  loadSnapshot(): Snapshot | null {
    return this.#snapshot;
  }

  /** Nothing to let go of: what was recorded can still be read. */
  close(): void {
    return;
  }
}

/** The index of the first row whose `seq` is greater than `after`; past the end for what is no number. */
const firstIndex = (after: number): number => (after >= 0 ? Math.floor(after) : after < 0 ? 0 : Infinity);

const entryOf = (row: Row, index: number): Entry => ({
  seq: index + 1,
  at: row.at,
  event: JSON.parse(row.body) as LogEvent,
});
