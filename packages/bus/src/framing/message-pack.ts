import { Packr } from 'msgpackr/pack';
import { type ByteFraming, type Decoded, type FrameDecoder, FrameGarbled, FrameTooLarge } from './framing.ts';
import { checkShape } from './message-pack-shape.ts';

/**
 * Four bytes of length, the highest first, and that many bytes of MessagePack. For values JSON
 * cannot carry well: bytes arrive as bytes. Otherwise it says what JSON says: a member that is
 * undefined is left out. Its own entry is `loadMessagePack`, so that nobody else loads the library.
 */
const packr = new Packr({
  useRecords: false,
  variableMapSize: true,
  encodeUndefinedAsNil: true,
  int64AsType: 'number',
  copyBuffers: true,
  // Not in the library's types: members with these values are left out.
  ...({ skipValues: [undefined] } as object),
});

const PREFIX = 4;

export const messagePack: ByteFraming = {
  name: 'messagepack',
  carries: 'bytes',
  encode(message, maxFrame) {
    const body = pack(message);
    if (body.length > maxFrame) throw new FrameTooLarge(maxFrame);
    const frame = new Uint8Array(PREFIX + body.length);
    new DataView(frame.buffer).setUint32(0, body.length);
    frame.set(body, PREFIX);
    return frame;
  },
  decoder: (maxFrame) => new PrefixDecoder(maxFrame),
  parse(frame) {
    checkShape(frame);
    return packr.unpack(frame);
  },
};

function pack(message: object): Uint8Array {
  try {
    return packr.pack(message);
  } catch (cause) {
    throw new TypeError(`A message cannot be written as MessagePack: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

/** States: prefix ⇄ body, and from either, once: broken. */
class PrefixDecoder implements FrameDecoder<Uint8Array> {
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** Length of the body that is read; null while its prefix is. */
  #length: number | null = null;
  #broken: Decoded<Uint8Array>['broken'] = null;
  readonly #maxFrame: number;

  constructor(maxFrame: number) {
    this.#maxFrame = maxFrame;
  }

  held(): number {
    return this.#held;
  }

  push(chunk: Uint8Array): Decoded<Uint8Array> {
    const frames: Uint8Array[] = [];
    let from = 0;
    while (this.#broken === null) {
      const wanted = this.#length ?? PREFIX;
      const piece = chunk.subarray(from, from + wanted - this.#held);
      from += piece.length;
      const part = this.#gather(piece, wanted);
      if (part === null) break;
      if (this.#length === null) this.#readPrefix(part);
      else {
        frames.push(part);
        this.#length = null;
      }
    }
    return { frames, broken: this.#broken };
  }

  /** The part once it is whole; until then its pieces are kept. */
  #gather(piece: Uint8Array, wanted: number): Uint8Array | null {
    if (this.#held === 0 && piece.length === wanted) return piece;
    if (piece.length > 0) this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#held < wanted) return null;
    const part = join(this.#pieces, wanted);
    this.#pieces = [];
    this.#held = 0;
    return part;
  }

  #readPrefix(prefix: Uint8Array): void {
    const length = new DataView(prefix.buffer, prefix.byteOffset).getUint32(0);
    if (length > this.#maxFrame) this.#broken = new FrameTooLarge(this.#maxFrame);
    else if (length === 0) this.#broken = new FrameGarbled('A message came with a length of nothing.');
    this.#length = length;
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
