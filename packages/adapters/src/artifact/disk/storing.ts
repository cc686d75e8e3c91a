import { rmSync } from 'node:fs';
import { type ArtifactContent, isTextual } from '@symphony/domain';
import { inTransaction } from '../../store/sqlite/transaction.ts';
import { bytesOf, Head, INDEXED_BYTES } from '../content.ts';
import type { Draft } from '../draft.ts';
import { readBlob } from './blob-reader.ts';
import { writeBlob } from './blob-writer.ts';
import { guarded } from './faults.ts';
import { addressHash } from './key-ring.ts';
import type { Row } from './record.ts';
import type { RecordTable } from './record-table.ts';
import { sealedSize } from './sealed-file.ts';
import type { Ground } from './store.ts';
import type { WordIndex } from './word-index.ts';

/** Content that is ready to be recorded. Without a `path` it is under its address already. */
interface Ready {
  readonly path: string | null;
  readonly hash: string;
  readonly size: number;
  readonly head: Head;
}

/**
 * Storing, in the order that makes it safe: the content is written aside, flushed and hashed; then,
 * in one transaction, the record is made and the content renamed to its address. A death at any
 * moment leaves either all of it or at most a file that is swept.
 */
export class Storing {
  readonly #ground: Ground;
  readonly #records: RecordTable;
  readonly #words: WordIndex;

  constructor(ground: Ground, records: RecordTable, words: WordIndex) {
    this.#ground = ground;
    this.#records = records;
    this.#words = words;
  }

  async store(draft: Draft, content: ArtifactContent): Promise<Row> {
    const there = await this.#alreadyThere(content);
    const row = there && this.#record(draft, there);
    return row ?? (await this.#storeNew(draft, content));
  }

  async #storeNew(draft: Draft, content: ArtifactContent): Promise<Row> {
    const { blobs, ring, durability } = this.#ground;
    const durable = durability === 'full';
    const written = await writeBlob(blobs.freshPath(), content, ring.current, durable);
    try {
      return this.#record(draft, written) as Row;
    } finally {
      // Gone already when it was renamed.
      rmSync(written.path, { force: true });
    }
  }

  /** Null when the content counted on as being there has been removed meanwhile. */
  #record(draft: Draft, { path, hash, size, head }: Ready): Row | null {
    const { db, file, blobs, ring, now, names, durability } = this.#ground;
    return guarded(file, () =>
      inTransaction(db, () => {
        const known = draft.key === null ? null : this.#records.byKey(draft.key);
        if (known) return known;
        if (path === null && blobs.sizeOf(hash) === null) return null;
        const sealedBy = ring.current?.id ?? null;
        const record = { id: names('a'), createdAt: now(), hash, size, sealedBy };
        const row = this.#records.add(draft, record);
        this.#words.add(row.row, draft.name, indexedText(draft.contentType, head), ring.current);
        // Last, so that nothing has to be taken back when the record cannot be made.
        if (path !== null) blobs.place(path, hash, durability === 'full');
        return row;
      }),
    );
  }

  /** Content in memory need not be written when it is kept already, and found whole. */
  async #alreadyThere(content: ArtifactContent): Promise<Ready | null> {
    const { blobs, ring } = this.#ground;
    const bytes = bytesOf(content);
    if (bytes === null) return null;
    const hash = addressHash(ring.current).update(bytes).digest('hex');
    const size = bytes.length;
    if (blobs.sizeOf(hash) !== (ring.current ? sealedSize(size) : size)) return null;
    const owner = { id: '', name: '', hash, size, sealedBy: ring.current?.id ?? null };
    if (!(await isWhole(readBlob(blobs.pathOf(hash), owner, ring)))) return null;
    const head = new Head(INDEXED_BYTES);
    head.add(bytes);
    return { path: null, hash, size, head };
  }
}

/** Deduplication must never count on a damaged copy: it is written anew instead. */
async function isWhole(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    for await (const _ of content);
    return true;
  } catch {
    return false;
  }
}

/** What is indexed of a content: nothing where it is not text. */
function indexedText(contentType: string, head: Head): string {
  if (!isTextual(contentType)) return '';
  const text = head.text();
  return text.includes('\0') ? '' : text;
}
