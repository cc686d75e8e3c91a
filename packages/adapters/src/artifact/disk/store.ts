import type { DatabaseSync } from 'node:sqlite';
import {
  type Artifact,
  type ArtifactContent,
  type ArtifactDiff,
  type ArtifactFilter,
  type ArtifactFindings,
  type ArtifactHold,
  type ArtifactId,
  type ArtifactQuery,
  type ArtifactRemoval,
  type ArtifactRequest,
  type ArtifactStats,
  type ArtifactStore,
  type ArtifactVerdict,
  type Lineage,
  type Names,
  type Page,
  PortError,
  reasonsToKeep,
} from '@symphony/domain';
import { rowLimit } from '../../store/record.ts';
import { atOneMoment, inTransaction } from '../../store/sqlite/transaction.ts';
import { Head } from '../content.ts';
import { difference } from '../difference.ts';
import { draftOf, qualityOf, tagsOf } from '../draft.ts';
import { LISTED } from '../page.ts';
import { mustStay } from '../refusal.ts';
import type { BlobFolder } from './blob-folder.ts';
import { readBeginning, readBlob } from './blob-reader.ts';
import { guarded } from './faults.ts';
import type { KeyRing } from './key-ring.ts';
import { LinkTable } from './link-table.ts';
import { artifactOf, ownerOf, type Row } from './record.ts';
import { RecordTable } from './record-table.ts';
import { Search } from './search.ts';
import { Storing } from './storing.ts';
import { collectOrphans, statsOf, verify } from './upkeep.ts';
import { WordIndex } from './word-index.ts';

export interface Ground {
  readonly db: DatabaseSync;
  readonly file: string;
  readonly blobs: BlobFolder;
  readonly ring: KeyRing;
  readonly now: () => number;
  readonly names: Names;
  readonly durability: 'normal' | 'full';
}

/**
 * Artifacts on disk. Contents come under their address, and leave it, only while SQLite's write lock
 * is held and the records are looked at: so no process can take away what another just stored.
 */
export class DiskArtifactStore implements ArtifactStore {
  readonly #ground: Ground;
  readonly #links: LinkTable;
  readonly #records: RecordTable;
  readonly #words: WordIndex;
  readonly #storing: Storing;
  readonly #search: Search;

  constructor(ground: Ground) {
    const { db, ring } = ground;
    this.#ground = ground;
    this.#links = new LinkTable(db);
    this.#records = new RecordTable(db, this.#links);
    this.#words = new WordIndex(db, ring);
    this.#storing = new Storing(ground, this.#records, this.#words);
    const moments = {
      read: <T>(look: () => T): T => this.#read(() => atOneMoment(db, look)),
      write: <T>(work: () => T): T => this.#write(work),
    };
    this.#search = new Search(this.#words, this.#records, moments, (row, limit) => this.#textOf(row, limit));
  }

  async store(request: ArtifactRequest, content: ArtifactContent): Promise<Artifact> {
    const draft = draftOf(request, content);
    const known = draft.key === null ? null : this.#read(() => this.#records.byKey(draft.key as string));
    return artifactOf(known ?? (await this.#storing.store(draft, content)));
  }

  async get(id: ArtifactId): Promise<Artifact> {
    return artifactOf(this.#row(id));
  }

  async byKey(key: string): Promise<Artifact | null> {
    const row = this.#read(() => this.#records.byKey(key));
    return row && artifactOf(row);
  }

  async *open(id: ArtifactId): AsyncGenerator<Uint8Array> {
    const { blobs, ring } = this.#ground;
    const row = this.#row(id);
    yield* readBlob(blobs.pathOf(row.hash), ownerOf(row), ring);
  }

  async text(id: ArtifactId, limit = Number.POSITIVE_INFINITY): Promise<string> {
    return this.#textOf(this.#row(id), limit);
  }

  async list(
    filter: ArtifactFilter,
    { limit = LISTED, offset = 0 }: Page = {},
  ): Promise<readonly Artifact[]> {
    const page = [rowLimit(limit), rowLimit(offset)] as const;
    return this.#read(() => this.#records.list(filter, 'row DESC', ...page)).map(artifactOf);
  }

  search(query: ArtifactQuery): Promise<ArtifactFindings> {
    return this.#search.search(query);
  }

  async versions(name: string): Promise<readonly Artifact[]> {
    const all = Number.MAX_SAFE_INTEGER;
    return this.#read(() => this.#records.list({ name }, 'row', all, 0)).map(artifactOf);
  }

  async diff(before: ArtifactId, after: ArtifactId): Promise<ArtifactDiff> {
    const [older, newer] = [this.#row(before), this.#row(after)];
    return difference(artifactOf(older), artifactOf(newer), ({ id }) => this.text(id));
  }

  async lineage(id: ArtifactId): Promise<Lineage> {
    return this.#read(() => atOneMoment(this.#ground.db, () => this.#links.lineage(this.#records.byId(id))));
  }

  async tag(id: ArtifactId, tags: readonly string[]): Promise<Artifact> {
    const more = tagsOf(tags);
    return this.#change(id, (row) => this.#records.setTags(row, tagsOf([...artifactOf(row).tags, ...more])));
  }

  async untag(id: ArtifactId, tags: readonly string[]): Promise<Artifact> {
    const fewer = (row: Row) => artifactOf(row).tags.filter((tag) => !tags.includes(tag));
    return this.#change(id, (row) => this.#records.setTags(row, fewer(row)));
  }

  async hold(id: ArtifactId, { reason, by }: Omit<ArtifactHold, 'at'>): Promise<Artifact> {
    return this.#change(id, (row) => this.#records.setHold(row, { reason, by, at: this.#ground.now() }));
  }

  async release(id: ArtifactId): Promise<Artifact> {
    return this.#change(id, (row) => this.#records.setHold(row, null));
  }

  async setQuality(id: ArtifactId, quality: number): Promise<Artifact> {
    qualityOf(quality);
    return this.#change(id, (row) => this.#records.setQuality(row, quality));
  }

  async references(id: ArtifactId): Promise<number> {
    return this.#read(() => this.#links.references(this.#records.byId(id).row));
  }

  async remove(id: ArtifactId): Promise<ArtifactRemoval> {
    const { hash } = this.#write(() => {
      const row = this.#records.byId(id);
      const artifact = artifactOf(row);
      const reasons = reasonsToKeep(artifact, this.#links.references(row.row));
      if (reasons.length > 0) throw mustStay(artifact, reasons);
      this.#words.remove(row.row);
      this.#records.remove(row);
      return row;
    });
    return { freedBytes: this.#dropUnshared(hash) };
  }

  async stats(): Promise<ArtifactStats> {
    return this.#read(() => statsOf(this.#ground.db));
  }

  verify(each?: (done: number, of: number) => void): Promise<ArtifactVerdict> {
    return verify({ ...this.#ground, records: this.#records }, each);
  }

  collectOrphans(): Promise<{ readonly removed: number; readonly bytes: number }> {
    return collectOrphans({ ...this.#ground, records: this.#records }, (hash) => this.#dropUnshared(hash));
  }

  close(): void {
    if (this.#ground.db.isOpen) this.#ground.db.close();
  }

  /** Only after the record's removal is durable: a crash in between leaves an orphan, never a record without content. */
  #dropUnshared(hash: string): number {
    const { blobs } = this.#ground;
    try {
      return this.#write(() => {
        if (this.#records.sharing(hash).length > 0) return 0;
        const size = blobs.sizeOf(hash) ?? 0;
        blobs.remove(hash);
        return size;
      });
    } catch (error) {
      // The record is gone, which was asked for; `collectOrphans` takes the content when nobody is in the way.
      if (error instanceof PortError && error.failure.code === 'unavailable') return 0;
      throw error;
    }
  }

  async #textOf(row: Row, limit: number): Promise<string> {
    const { blobs, ring } = this.#ground;
    const cut = row.size > limit;
    const head = new Head(cut ? limit : Number.POSITIVE_INFINITY);
    const read = cut ? readBeginning : readBlob;
    for await (const part of read(blobs.pathOf(row.hash), ownerOf(row), ring)) {
      head.add(part);
      if (head.isFull) break;
    }
    return head.text();
  }

  #row(id: ArtifactId): Row {
    return this.#read(() => this.#records.byId(id));
  }

  #change(id: ArtifactId, change: (row: Row) => void): Artifact {
    return this.#write(() => {
      change(this.#records.byId(id));
      return artifactOf(this.#records.byId(id));
    });
  }

  #read<T>(look: () => T): T {
    return guarded(this.#ground.file, look);
  }

  #write<T>(work: () => T): T {
    return guarded(this.#ground.file, () => inTransaction(this.#ground.db, work));
  }
}
