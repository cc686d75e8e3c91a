import type { Readable } from 'node:stream';

/** How much of a command's output is kept: enough to see why it failed, small enough for a prompt. */
const TAIL_BYTES = 8 * 1024;

/**
 * The end of everything written to it, in the order it arrived. Never holds more than the tail and
 * one chunk, so a command may print without end.
 */
export class OutputTail {
  #kept: Buffer = Buffer.alloc(0);

  follow(stream: Readable): void {
    stream.on('data', (chunk: Buffer) => this.write(chunk));
  }

  write(chunk: Buffer): void {
    const joined = Buffer.concat([this.#kept, chunk]);
    // Copied, because a view would keep the whole chunk alive.
    this.#kept = joined.length <= TAIL_BYTES ? joined : Buffer.from(joined.subarray(-TAIL_BYTES));
  }

  /** At most TAIL_BYTES once encoded, and never starting inside a character. */
  text(): string {
    const decoded = fromCharacterStart(this.#kept).toString('utf8');
    const encoded = Buffer.from(decoded, 'utf8');
    // Bytes that are no UTF-8 decode to a longer replacement character.
    if (encoded.length <= TAIL_BYTES) return decoded;
    return fromCharacterStart(encoded.subarray(-TAIL_BYTES)).toString('utf8');
  }
}

/** Drops the rest of a character whose start was cut off: at most three continuation bytes. */
function fromCharacterStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}
