import { createHash, createHmac, type Hash, type Hmac, hkdfSync } from 'node:crypto';

/**
 * Keys for one job each, all derived from the one the person configured, so that no two uses ever
 * share one. The address key keys the content hash: without it a file name would tell anybody who
 * holds a copy of some content that it is kept here. The word key does the same for the search index.
 */
export interface Lock {
  /** Says which key sealed a content without telling anything about the key. */
  readonly id: string;
  addressHash(): Hmac;
  blindWord(word: string): string;
  /** A key for one file: its salt is random, so chunk numbers can serve as nonces. */
  fileKey(salt: Uint8Array): Uint8Array;
}

const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;

function lockOf(key: Uint8Array): Lock {
  if (key.length !== KEY_BYTES)
    throw new RangeError(`The key has ${key.length} bytes instead of ${KEY_BYTES}.`);
  const derive = (use: string, salt: Uint8Array = new Uint8Array(), length = KEY_BYTES) =>
    new Uint8Array(hkdfSync('sha256', key, salt, `symphony artifact ${use}`, length));
  const addressKey = derive('address');
  const wordKey = derive('word');
  return {
    id: Buffer.from(derive('key id', undefined, KEY_ID_BYTES)).toString('hex'),
    addressHash: () => createHmac('sha256', addressKey),
    blindWord: (word) => createHmac('sha256', wordKey).update(word).digest('hex').slice(0, 16),
    fileKey: (salt) => derive('file', salt),
  };
}

/** The lock new content is sealed with, and those that open older content. */
export interface KeyRing {
  readonly current: Lock | null;
  readonly all: ReadonlyMap<string, Lock>;
}

export function keyRingOf(key: Uint8Array | undefined, formerKeys: readonly Uint8Array[]): KeyRing {
  const current = key === undefined ? null : lockOf(key);
  const locks = [...(current ? [current] : []), ...formerKeys.map(lockOf)];
  return { current, all: new Map(locks.map((lock) => [lock.id, lock])) };
}

/** The hash that gives content its address. */
export const addressHash = (lock: Lock | null): Hash | Hmac => lock?.addressHash() ?? createHash('sha256');
