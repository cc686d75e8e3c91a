import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskArtifactOptions, openDiskArtifactStore } from '@symphony/adapters/artifact/disk';
import { type Failure, failureOf } from '@symphony/domain';

let count = 0;

/** A store as every test here wants it; names differ between processes. */
export const openAt = (folder: string, options: Partial<DiskArtifactOptions> = {}) =>
  openDiskArtifactStore({
    folder,
    now: Date.now,
    names: (prefix) => {
      count += 1;
      return `${prefix}-${process.pid}-${count}`;
    },
    durability: 'normal',
    ...options,
  });

export const blobPath = (folder: string, hash: string): string =>
  join(folder, 'blobs', hash.slice(0, 2), hash.slice(2));

/** The names of the files below `blobs`, as addresses. */
export const blobsIn = (folder: string): string[] =>
  readdirSync(join(folder, 'blobs')).flatMap((fan) =>
    readdirSync(join(folder, 'blobs', fan)).map((rest) => fan + rest),
  );

export const unfinishedIn = (folder: string): string[] =>
  existsSync(join(folder, 'unfinished')) ? readdirSync(join(folder, 'unfinished')) : [];

export async function failureIn(work: Promise<unknown>): Promise<Failure> {
  const failure = await work.then(
    () => null,
    (error: unknown) => failureOf(error),
  );
  if (failure === null) throw new Error('It was expected to fail and did not.');
  return failure;
}

export async function drain(content: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const part of content) size += part.length;
  return size;
}

export async function* repeated(part: Uint8Array, times: number): AsyncGenerator<Uint8Array> {
  for (let time = 0; time < times; time += 1) yield part;
}
