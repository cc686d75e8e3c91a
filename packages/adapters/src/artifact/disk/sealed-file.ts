import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { PART } from '../content.ts';
import { KEY_ID_BYTES, type Lock } from './key-ring.ts';

/**
 * Content encrypted at rest: a header, then chunks of AES-256-GCM. Every chunk is authenticated with
 * the header, its number and whether it is the last one, so that nothing can be changed, moved,
 * left out or cut off unnoticed, and each can be checked before its text is handed on.
 *
 *     "SyAr" 1 0 0 0 | key id (8) | salt (16)      then per 64 KB: ciphertext | tag (16)
 */
const MAGIC = Buffer.from([0x53, 0x79, 0x41, 0x72, 1, 0, 0, 0]);
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

export const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
export const SEALED_PART = PART + TAG_BYTES;

/** What `size` bytes of content take on disk. Content that ends with a whole part is followed by an empty last chunk. */
export const sealedSize = (size: number): number =>
  HEADER_BYTES + size + (Math.floor(size / PART) + 1) * TAG_BYTES;

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(number, 7);
  nonce[NONCE_BYTES - 1] = last ? 1 : 0;
  return nonce;
}

export class Sealer {
  readonly header: Buffer;
  readonly #key: Uint8Array;
  #number = 0;

  constructor(lock: Lock) {
    const salt = randomBytes(SALT_BYTES);
    this.header = Buffer.concat([MAGIC, Buffer.from(lock.id, 'hex'), salt]);
    this.#key = lock.fileKey(salt);
  }

  /** Every part but the last has exactly `PART` bytes. */
  seal(part: Uint8Array, last: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#number++, last));
    cipher.setAAD(this.header);
    return Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]);
  }
}

export class Unsealer {
  readonly #header: Uint8Array;
  readonly #key: Uint8Array;
  #number = 0;

  /** Null when the header is not one, or names another key. */
  static from(header: Uint8Array, lock: Lock): Unsealer | null {
    const start = Buffer.concat([MAGIC, Buffer.from(lock.id, 'hex')]);
    if (header.length !== HEADER_BYTES || !start.equals(header.subarray(0, start.length))) return null;
    return new Unsealer(header, lock.fileKey(header.subarray(start.length)));
  }

  private constructor(header: Uint8Array, key: Uint8Array) {
    this.#header = header;
    this.#key = key;
  }

  /** Throws when a bit of the chunk is not as it was sealed. */
  unseal(chunk: Uint8Array): Buffer {
    if (chunk.length < TAG_BYTES) throw new Error('the file is cut off');
    const last = chunk.length < SEALED_PART;
    const end = chunk.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(this.#number++, last), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(this.#header).setAuthTag(chunk.subarray(end));
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  }
}
