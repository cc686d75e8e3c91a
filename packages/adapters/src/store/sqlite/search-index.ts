import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Term, textOf, wordsOf } from '../searchable-text.ts';
import type { EntryRow, EntryTable } from './entry-table.ts';

/** Indexing entry by entry would cost two thirds of the appends; in batches it costs a tenth. */
const BATCH = 512;

/**
 * The full-text index over the log. It follows the entries in batches, inside the transaction of the
 * append that completes one; what is not indexed yet (never more than a batch and one append) is
 * looked through directly.
 */
export class SearchIndex {
  readonly #entries: EntryTable;
  readonly #until: StatementSync;
  readonly #setUntil: StatementSync;
  readonly #add: StatementSync;
  readonly #find: StatementSync;

  constructor(db: DatabaseSync, entries: EntryTable) {
    this.#entries = entries;
    this.#until = db.prepare('SELECT seq FROM spoken_until');
    this.#setUntil = db.prepare('UPDATE spoken_until SET seq = ?');
    this.#add = db.prepare('INSERT INTO spoken (rowid, words) VALUES (?, ?)');
    this.#find = db.prepare(
      'SELECT rowid AS seq FROM spoken WHERE spoken MATCH ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?',
    );
  }

  /** Whether an append that takes the log from `before` to `after` completes a batch. */
  isDue(before: number, after: number): boolean {
    return Math.floor(before / BATCH) !== Math.floor(after / BATCH);
  }

  /** Takes in every entry that is not indexed yet. To be called inside the transaction of the append. */
  extend(to: number): void {
    this.#entries.each(this.until(), to, ([seq, , body]: EntryRow) => {
      const words = wordsOf(textOf(this.#entries.eventOf(seq, body)));
      if (words.length > 0) this.#add.run(seq, words.join(' '));
    });
    this.#setUntil.run(to);
  }

  until(): number {
    return (this.#until.get() as { seq: number }).seq;
  }

  /** The numbers of the indexed entries that say all of it, newest first. */
  find(terms: readonly Term[], limit: number): readonly number[] {
    const match = terms.map(({ word, whole }) => (whole ? `"${word}"` : `"${word}"*`)).join(' AND ');
    return this.#find.all(match, this.until(), limit).map((row) => row.seq as number);
  }
}
