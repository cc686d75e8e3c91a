/**
 * How messages are told apart on a stream and what they are written in. Every framing keeps the
 * order, holds at most one unfinished message, and names what it cannot read: nothing is guessed.
 */
export type Framing = TextFraming | ByteFraming;

export interface TextFraming extends FramingOf<string> {
  readonly carries: 'text';
}

export interface ByteFraming extends FramingOf<Uint8Array> {
  readonly carries: 'bytes';
}

export interface FramingOf<Chunk> {
  /** What the two ends call it when they agree on one. */
  readonly name: string;
  /** Throws FrameTooLarge, and TypeError for what the format cannot say (cycles, bigints). */
  encode(message: object, maxFrame: number): Chunk;
  decoder(maxFrame: number): FrameDecoder<Chunk>;
  /** Throws when the frame is whole and says nothing readable; the frames after it are still good. */
  parse(frame: Chunk): unknown;
}

export interface FrameDecoder<Chunk> {
  push(chunk: Chunk): Decoded<Chunk>;
  /** How much of an unfinished frame is held. */
  held(): number;
}

export interface Decoded<Chunk> {
  /** Whole frames in order, without what delimits them. */
  readonly frames: readonly Chunk[];
  /** Set when the stream cannot be read any further, and from then on: the frames before are good. */
  readonly broken: FrameTooLarge | FrameGarbled | null;
}

/** Characters for text framings, bytes for the others: a text's bytes are at most three times that. */
export const MAX_FRAME = 16 * 1024 * 1024;

/** A frame passed the limit. What follows on that stream cannot be read any more. */
export class FrameTooLarge extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`A message is larger than the limit of ${limit} characters.`);
    this.name = 'FrameTooLarge';
    this.limit = limit;
  }
}

/** Where one frame ends and the next begins is lost. */
export class FrameGarbled extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameGarbled';
  }
}
