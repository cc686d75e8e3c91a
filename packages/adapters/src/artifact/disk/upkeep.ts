import type { DatabaseSync } from 'node:sqlite';
import { type ArtifactStats, type ArtifactVerdict, type BlobProblem, PortError } from '@symphony/domain';
import { readBlob } from './blob-reader.ts';
import { guarded } from './faults.ts';
import { ownerOf, type Row } from './record.ts';
import type { RecordTable } from './record-table.ts';
import type { Ground } from './store.ts';

/** Looking after a whole store: what it holds, whether all of it is whole, and what nobody names. */

export function statsOf(db: DatabaseSync): ArtifactStats {
  const { artifacts, totalBytes } = db
    .prepare('SELECT count(*) AS artifacts, coalesce(sum(size), 0) AS totalBytes FROM artifacts')
    .get() as { artifacts: number; totalBytes: number };
  const { blobs, uniqueBytes } = db
    .prepare(
      `SELECT count(*) AS blobs, coalesce(sum(size), 0) AS uniqueBytes
       FROM (SELECT min(size) AS size FROM artifacts GROUP BY hash)`,
    )
    .get() as { blobs: number; uniqueBytes: number };
  const ratio = uniqueBytes === 0 ? 1 : totalBytes / uniqueBytes;
  return { artifacts, blobs, totalBytes, uniqueBytes, bytesSaved: totalBytes - uniqueBytes, ratio };
}

type Shelves = Ground & { readonly records: RecordTable };

export async function verify(
  shelves: Shelves,
  each: (done: number, of: number) => void = () => undefined,
): Promise<ArtifactVerdict> {
  const { records, blobs, file, db } = shelves;
  const orphaned: string[] = [];
  for await (const hash of blobs.addresses())
    if (guarded(file, () => records.sharing(hash)).length === 0) orphaned.push(hash);
  const corrupted: BlobProblem[] = [];
  const missing: BlobProblem[] = [];
  const { blobs: of } = guarded(file, () => statsOf(db));
  let checked = 0;
  for (let row = nextContent(shelves, ''); row; row = nextContent(shelves, row.hash)) {
    const problem = await problemOf(shelves, row);
    if (problem !== null) (blobs.sizeOf(row.hash) === null ? missing : corrupted).push(problem);
    checked += 1;
    each(checked, Math.max(of, checked));
  }
  return { checked, corrupted, missing, orphaned: orphaned.sort() };
}

/** The first record of the next content in the order of addresses. One at a time: the store may change meanwhile. */
const nextContent = ({ records, file }: Shelves, after: string): Row | undefined =>
  guarded(
    file,
    () =>
      records.select('SELECT * FROM artifacts WHERE hash > ? ORDER BY hash, row LIMIT 1').get(after) as
        | Row
        | undefined,
  );

async function problemOf({ records, blobs, ring, file }: Shelves, row: Row): Promise<BlobProblem | null> {
  try {
    for await (const _ of readBlob(blobs.pathOf(row.hash), ownerOf(row), ring));
    return null;
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    const artifacts = guarded(file, () => records.sharing(row.hash));
    // Removed while it was being read.
    if (artifacts.length === 0) return null;
    return { hash: row.hash, reason: error.failure.message, artifacts };
  }
}

/** `dropUnshared` asks again under the write lock; looking first spares taking it for every content. */
export async function collectOrphans(
  { blobs, now, records, file }: Shelves,
  dropUnshared: (hash: string) => number,
): Promise<{ readonly removed: number; readonly bytes: number }> {
  let { removed, bytes } = await blobs.sweep(now());
  for await (const hash of blobs.addresses()) {
    if (guarded(file, () => records.sharing(hash)).length > 0) continue;
    bytes += dropUnshared(hash);
    if (blobs.sizeOf(hash) === null) removed += 1;
  }
  return { removed, bytes };
}
