/**
 * Newline framing: one JSON text a line. JSON never holds a raw line break, so nothing needs
 * escaping. Sizes are counted in characters, which is free; a frame's bytes are at most three times that.
 */

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

/** Throws FrameTooLarge, and TypeError for what JSON cannot say (cycles, bigints). */
export function encodeFrame(message: unknown, maxFrame = MAX_FRAME): string {
  const text = JSON.stringify(message);
  if (text === undefined) throw new TypeError('A message must be a JSON value.');
  if (text.length > maxFrame) throw new FrameTooLarge(maxFrame);
  return `${text}\n`;
}

export interface Decoded {
  /** Whole frames in order, without their line breaks and without blank lines. */
  readonly frames: readonly string[];
  /** Set when a frame is too large, and from then on: the frames before it are still good. */
  readonly overflow: FrameTooLarge | null;
}

export interface FrameDecoder {
  push(chunk: string): Decoded;
}

/** Holds at most one unfinished frame, never more than `maxFrame` characters and one chunk. */
export function frameDecoder(maxFrame = MAX_FRAME): FrameDecoder {
  // Pieces are joined once, when the frame is whole: a large frame in small chunks stays linear.
  let pieces: string[] = [];
  let held = 0;
  let overflow: FrameTooLarge | null = null;

  const take = (piece: string): boolean => {
    held += piece.length;
    if (held > maxFrame) {
      overflow = new FrameTooLarge(maxFrame);
      pieces = [];
      return false;
    }
    if (piece !== '') pieces.push(piece);
    return true;
  };

  const push = (chunk: string): Decoded => {
    const frames: string[] = [];
    let from = 0;
    while (overflow === null) {
      const end = chunk.indexOf('\n', from);
      if (!take(chunk.slice(from, end === -1 ? undefined : end)) || end === -1) break;
      const frame = pieces.length === 1 ? (pieces[0] as string) : pieces.join('');
      if (/\S/.test(frame)) frames.push(frame);
      pieces = [];
      held = 0;
      from = end + 1;
    }
    return { frames, overflow };
  };
  return { push };
}
