import {
  type ArtifactFilter,
  type ArtifactFindings,
  type ArtifactHit,
  type ArtifactQuery,
  type Highlight,
  isTextual,
  PortError,
} from '@symphony/domain';
import { rowLimit } from '../../store/record.ts';
import { type Term, termsOf } from '../../store/searchable-text.ts';
import { INDEXED_BYTES } from '../content.ts';
import { facetsOf } from '../facets.ts';
import { highlightsOf } from '../highlights.ts';
import { FOUND } from '../page.ts';
import { asWhole, byBeginning, isFew } from '../terms.ts';
import { artifactOf, type Row } from './record.ts';
import type { RecordTable } from './record-table.ts';
import { type Found, MOST_FOUND, type WordIndex } from './word-index.ts';

interface Scored {
  readonly row: Row;
  readonly score: number;
}

/** Looking or changing at one moment, whatever others do meanwhile. */
interface Moments {
  read<T>(look: () => T): T;
  write<T>(work: () => T): T;
}

/** Finding by words: the index says which and how well, the contents of those shown say where. */
export class Search {
  readonly #words: WordIndex;
  readonly #records: RecordTable;
  readonly #moments: Moments;
  readonly #textOf: (row: Row, limit: number) => Promise<string>;

  constructor(
    words: WordIndex,
    records: RecordTable,
    moments: Moments,
    textOf: (row: Row, limit: number) => Promise<string>,
  ) {
    this.#words = words;
    this.#records = records;
    this.#moments = moments;
    this.#textOf = textOf;
  }

  async search(query: ArtifactQuery): Promise<ArtifactFindings> {
    const { text, limit = FOUND, offset = 0, ...filter } = query;
    const terms = text === undefined ? null : termsOf(text);
    const complete = terms === null || this.#takeIn();
    const { found, page } = this.#moments.read(() => {
      const found = terms === null ? this.#words.passing(filter) : this.#find(terms, filter);
      const shown = found.slice(0, MOST_FOUND).sort((a, b) => b.score - a.score || b.row - a.row);
      const from = rowLimit(offset);
      const page = shown
        .slice(from, from + rowLimit(limit))
        .map(({ row, score }) => this.#scored(row, score));
      return { found, page };
    });
    const counted = found.slice(0, MOST_FOUND);
    return {
      hits: await Promise.all(page.map((each) => this.#hit(each, terms ?? []))),
      found: counted.length,
      more: found.length > MOST_FOUND || !complete,
      facets: facetsOf(counted),
    };
  }

  /** Whether everything stored can be found now. On a full or held disk the newest must wait. */
  #takeIn(): boolean {
    try {
      if (this.#moments.read(() => this.#words.hasWaiting())) this.#moments.write(() => this.#words.takeIn());
      return true;
    } catch (error) {
      if (error instanceof PortError && ['disk', 'unavailable'].includes(error.failure.code)) return false;
      throw error;
    }
  }

  #find(terms: readonly Term[], filter: ArtifactFilter): Found[] {
    if (terms.length === 0) return [];
    const found = this.#words.find(terms.map(asWhole), filter);
    return isFew(found.length) ? this.#words.find(terms.map(byBeginning), filter) : found;
  }

  #scored(row: number, score: number): Scored {
    return {
      row: this.#records.select('SELECT * FROM artifacts WHERE row = ?').get(row) as unknown as Row,
      score,
    };
  }

  async #hit({ row, score }: Scored, terms: readonly Term[]): Promise<ArtifactHit> {
    return { artifact: artifactOf(row), score, highlights: await this.#highlights(row, terms) };
  }

  async #highlights(row: Row, terms: readonly Term[]): Promise<readonly Highlight[]> {
    if (terms.length === 0 || !isTextual(row.content_type)) return [];
    try {
      return highlightsOf(await this.#textOf(row, INDEXED_BYTES), terms);
    } catch (error) {
      // Found all the same: that its content cannot be read is said by whoever opens it.
      if (error instanceof PortError) return [];
      throw error;
    }
  }
}
