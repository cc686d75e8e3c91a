import { type Artifact, PortError } from '@symphony/domain';
import { PART } from '../content.ts';
import { unreadable } from '../refusal.ts';
import { ByteReader } from './byte-file.ts';
import { addressHash, type KeyRing, type Lock } from './key-ring.ts';
import { HEADER_BYTES, SEALED_PART, Unsealer } from './sealed-file.ts';

/** What is needed to read a content and to say whose it is. */
export type BlobOwner = Pick<Artifact, 'id' | 'name' | 'hash' | 'size'> & {
  /** The id of the key it is sealed with, or null. */
  readonly sealedBy: string | null;
};

/**
 * The content in parts. One part is always held back, so that the last is handed out only when hash
 * and size of the whole are right.
 */
export async function* readBlob(path: string, owner: BlobOwner, ring: KeyRing): AsyncGenerator<Uint8Array> {
  const lock = lockFor(owner, ring);
  const hash = addressHash(lock);
  let size = 0;
  let held: Uint8Array | null = null;
  for await (const part of rawParts(path, owner, lock)) {
    if (part.length === 0) continue;
    hash.update(part);
    size += part.length;
    if (held !== null) yield held;
    held = part;
  }
  if (size !== owner.size) throw unreadable(owner, owner.hash, `has ${size} bytes instead of ${owner.size}`);
  if (hash.digest('hex') !== owner.hash) throw unreadable(owner, owner.hash, 'is damaged');
  if (held !== null) yield held;
}

/** The beginning of a long content, which is not held against its hash: that would take reading all of it. */
export async function* readBeginning(
  path: string,
  owner: BlobOwner,
  ring: KeyRing,
): AsyncGenerator<Uint8Array> {
  yield* rawParts(path, owner, lockFor(owner, ring));
}

function lockFor({ id, name, sealedBy }: BlobOwner, ring: KeyRing): Lock | null {
  if (sealedBy === null) return null;
  const lock = ring.all.get(sealedBy);
  if (lock) return lock;
  const configured = ring.current === null ? 'no key is configured' : 'another key is configured';
  throw new PortError({
    code: 'refused',
    message: `Artifact ${id} (${name}) is encrypted with key ${sealedBy}, and ${configured}.`,
    nextStep: 'Configure the key it was stored with, as the key or as a former one.',
  });
}

async function* rawParts(path: string, owner: BlobOwner, lock: Lock | null): AsyncGenerator<Uint8Array> {
  const file = opened(path, owner);
  const take = (length: number) =>
    file.take(length).catch((error: unknown) => {
      throw unreadable(owner, owner.hash, 'could not be read from the disk', error);
    });
  try {
    if (lock === null) yield* plainParts(take);
    else yield* unsealedParts(take, owner, lock);
  } finally {
    file.close();
  }
}

function opened(path: string, owner: BlobOwner): ByteReader {
  try {
    return new ByteReader(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw unreadable(owner, owner.hash, missing ? 'is missing' : 'could not be opened', error);
  }
}

type Take = (length: number) => Promise<Uint8Array>;

async function* plainParts(take: Take): AsyncGenerator<Uint8Array> {
  for (let last = false; !last; ) {
    const part = await take(PART);
    last = part.length < PART;
    yield part;
  }
}

async function* unsealedParts(take: Take, owner: BlobOwner, lock: Lock): AsyncGenerator<Uint8Array> {
  const unsealer = Unsealer.from(await take(HEADER_BYTES), lock);
  if (!unsealer) throw unreadable(owner, owner.hash, 'is damaged: it does not begin as sealed content does');
  for (let last = false; !last; ) {
    const chunk = await take(SEALED_PART);
    last = chunk.length < SEALED_PART;
    yield unsealed(unsealer, chunk, owner);
  }
}

function unsealed(unsealer: Unsealer, chunk: Uint8Array, owner: BlobOwner): Uint8Array {
  try {
    return unsealer.unseal(chunk);
  } catch (error) {
    throw unreadable(owner, owner.hash, 'was changed or cut off since it was sealed', error);
  }
}
