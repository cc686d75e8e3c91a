import { rm } from 'node:fs/promises';
import type { ArtifactContent } from '@symphony/domain';
import { Head, INDEXED_BYTES, inParts, PART } from '../content.ts';
import { ByteWriter } from './byte-file.ts';
import { asArtifactFault } from './faults.ts';
import { addressHash, type Lock } from './key-ring.ts';
import { Sealer } from './sealed-file.ts';

/** Content written aside and hashed, but under no address yet. */
export interface WrittenBlob {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
  readonly head: Head;
}

/**
 * Writes the content to `path`. When that fails, nothing is left there. `durable`: it survives the
 * power as well; else the process, as the log does, and what the power took is found by its hash.
 */
export async function writeBlob(
  path: string,
  content: ArtifactContent,
  lock: Lock | null,
  durable: boolean,
): Promise<WrittenBlob> {
  try {
    const file = await onDisk(path, () => new ByteWriter(path));
    try {
      const written = await pour(content, lock, (bytes) => onDisk(path, () => file.write(bytes)));
      if (durable) await onDisk(path, () => file.flush());
      return { path, ...written };
    } finally {
      file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Faults of the disk become failures of the port; what the content's own source throws passes unchanged. */
async function onDisk<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asArtifactFault(error, path);
  }
}

async function pour(
  content: ArtifactContent,
  lock: Lock | null,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<Omit<WrittenBlob, 'path'>> {
  const hash = addressHash(lock);
  const sealer = lock && new Sealer(lock);
  const head = new Head(INDEXED_BYTES);
  let size = 0;
  let ended = false;
  if (sealer) await write(sealer.header);
  for await (const part of inParts(content)) {
    hash.update(part);
    head.add(part);
    size += part.length;
    ended = part.length < PART;
    await write(sealer ? sealer.seal(part, ended) : part);
  }
  if (sealer && !ended) await write(sealer.seal(new Uint8Array(), true));
  return { hash: hash.digest('hex'), size, head };
}
