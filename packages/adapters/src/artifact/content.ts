import type { ArtifactContent } from '@symphony/domain';

/** What is read, hashed, sealed and written at once; memory grows by a few of these, whatever the size. */
export const PART = 64 * 1024;

/** How much of a text is looked at for searching. */
export const INDEXED_BYTES = 256 * 1024;

/** The bytes of content that is in memory already, else null. */
export const bytesOf = (content: ArtifactContent): Uint8Array | null =>
  typeof content === 'string' ? Buffer.from(content) : content instanceof Uint8Array ? content : null;

/** The content in parts of exactly `PART` bytes, the last one shorter. A part is valid until the next is asked for. */
export async function* inParts(content: ArtifactContent): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(content);
  if (bytes !== null) {
    for (let from = 0; from < bytes.length; from += PART) yield bytes.subarray(from, from + PART);
    return;
  }
  const part = new Uint8Array(PART);
  let filled = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The content of an artifact comes as bytes.');
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + PART - filled);
      part.set(piece, filled);
      filled += piece.length;
      from += piece.length;
      if (filled < PART) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Keeps the beginning of what passes by. */
export class Head {
  readonly #limit: number;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#size >= this.#limit;
  }

  add(part: Uint8Array): void {
    if (this.isFull) return;
    const piece = Uint8Array.prototype.slice.call(part, 0, this.#limit - this.#size);
    this.#pieces.push(piece);
    this.#size += piece.length;
  }

  /** As UTF-8, a byte order mark included; a character cut at the end is left out. */
  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(this.#pieces), {
      stream: this.isFull,
    });
  }
}
