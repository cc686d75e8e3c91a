import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ArtifactFilter } from '@symphony/domain';
import { type Term, wordsOf } from '../../store/searchable-text.ts';
import type { Faceted } from '../facets.ts';
import { conditionsOf } from './conditions.ts';
import type { KeyRing, Lock } from './key-ring.ts';

/** What is ranked and counted at most: the newest of those found. Beyond that nobody pages. */
export const MOST_FOUND = 2_000;

/**
 * Every text of its own would make a small index of its own, to be merged again and again: together
 * they cost a tenth. So many texts, or so much, may wait.
 */
const MOST_WAITING = 256;
const MOST_WAITING_CHARACTERS = 1024 * 1024;

/** A word in the name tells more than one in the text. */
const RANK = 'bm25(words, 4.0, 1.0)';

export interface Found extends Faceted {
  readonly row: number;
  readonly score: number;
}

/**
 * The full-text index. The words of sealed content go in blind: each as a keyed hash, once, in no
 * order, so the index tells neither a word nor a sentence. What that costs: they are found whole
 * only, not by their beginning.
 */
export class WordIndex {
  readonly #db: DatabaseSync;
  readonly #ring: KeyRing;
  readonly #add: StatementSync;
  readonly #waiting: StatementSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, ring: KeyRing) {
    this.#db = db;
    this.#ring = ring;
    this.#add = db.prepare('INSERT INTO waiting_words (row, size, name, body) VALUES (?, ?, ?, ?)');
    this.#waiting = db.prepare('SELECT count(*) AS count, coalesce(sum(size), 0) AS size FROM waiting_words');
  }

  add(row: number, name: string, text: string, sealedWith: Lock | null): void {
    const words = wordsOf(text);
    const body = (sealedWith ? [...new Set(words)].map(sealedWith.blindWord).sort() : words).join(' ');
    this.#add.run(row, body.length, wordsOf(name).join(' '), body);
    const { count, size } = this.#waiting.get() as { count: number; size: number };
    if (count >= MOST_WAITING || size >= MOST_WAITING_CHARACTERS) this.takeIn();
  }

  hasWaiting(): boolean {
    return (this.#waiting.get() as { count: number }).count > 0;
  }

  /** Makes what waits searchable. To be called inside a transaction. */
  takeIn(): void {
    this.#db.exec('INSERT INTO words (rowid, name, body) SELECT row, name, body FROM waiting_words');
    this.#db.exec('DELETE FROM waiting_words');
  }

  remove(row: number): void {
    const { changes } = this.#select('DELETE FROM waiting_words WHERE row = ?').run(row);
    if (changes === 0) this.#select('DELETE FROM words WHERE rowid = ?').run(row);
  }

  /** Those that have all the terms and pass the filter: the newest `MOST_FOUND`, and one more if there are more. */
  find(terms: readonly Term[], filter: ArtifactFilter): Found[] {
    const { sql, values } = conditionsOf(filter);
    const statement = this.#select(
      // The index leads and hands out rows newest first, so that the limit ends the search.
      `SELECT words.rowid, -${RANK}, type, item, tags FROM words CROSS JOIN artifacts ON row = words.rowid
       WHERE words MATCH ? AND ${sql} ORDER BY words.rowid DESC LIMIT ?`,
    );
    return found(statement.all(this.#match(terms), ...values, MOST_FOUND + 1));
  }

  /** The same without words to look for. */
  passing(filter: ArtifactFilter): Found[] {
    const { sql, values } = conditionsOf(filter);
    const statement = this.#select(
      `SELECT row, 0, type, item, tags FROM artifacts WHERE ${sql} ORDER BY row DESC LIMIT ?`,
    );
    return found(statement.all(...values, MOST_FOUND + 1));
  }

  /** The name is never blind, so beside a blind word the plain one may meet the term as well. */
  #match(terms: readonly Term[]): string {
    const plain = ({ word, whole }: Term): string => (whole ? `"${word}"` : `"${word}"*`);
    const locks = [...this.#ring.all.values()];
    const blind = locks.map((lock) => (term: Term) => `("${lock.blindWord(term.word)}" OR ${plain(term)})`);
    return [plain, ...blind].map((inIndex) => `(${terms.map(inIndex).join(' AND ')})`).join(' OR ');
  }

  #select(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }
}

type FoundRow = [row: number, score: number, type: string, item: string | null, tags: string];

const found = (rows: unknown): Found[] =>
  (rows as FoundRow[]).map(([row, score, type, item, tags]) => ({
    row,
    score,
    type,
    item,
    tags: JSON.parse(tags) as string[],
  }));
