import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { PortError } from '@symphony/domain';
import { DRAFT, digestOf, putInPlace } from './disk.ts';

/** How a file's content is kept. */
export type Form = 'plain' | 'zstd';

/** Chosen for transcripts: beyond this the file hardly shrinks and the time doubles. */
const LEVEL = 9;

/**
 * Writes `from` to `to` in another form, streaming. The result is read back and held against what
 * was read before it gets its name, and `from` must not have changed meanwhile. `from` stays.
 */
export async function rewrite(from: string, to: string, forms: { from: Form; to: Form }): Promise<void> {
  const before = await stat(from);
  await mkdir(dirname(to), { recursive: true });
  const draft = `${to}${DRAFT}`;
  const seen = createHash('sha256');
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(plainOf(from, forms.from), watched, ...packing(forms.to), createWriteStream(draft));
  const read = await digestOf(plainOf(draft, forms.to));
  if (read !== seen.digest('hex'))
    throw new PortError({
      code: 'disk',
      message: `${to} cannot be read back as it was written, so ${from} stays.`,
    });
  const after = await stat(from);
  if (after.mtimeMs !== before.mtimeMs || after.size !== before.size)
    throw new PortError({
      code: 'conflict',
      message: `${from} was changed meanwhile, so it stays as it is.`,
    });
  // Its age is what later decisions are made on.
  await utimes(draft, before.atime, before.mtime);
  await putInPlace(draft, to);
}

/** The plain content, whatever form it is kept in. */
export function plainOf(path: string, form: Form): NodeJS.ReadableStream & AsyncIterable<Buffer> {
  const raw = createReadStream(path);
  if (form === 'plain') return raw as never;
  const plain = createZstdDecompress();
  raw.on('error', (error) => plain.destroy(error));
  return raw.pipe(plain) as never;
}

const packing = (form: Form) =>
  form === 'plain' ? [] : [createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })];
