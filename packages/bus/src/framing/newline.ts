import { type Decoded, type FrameDecoder, FrameTooLarge, MAX_FRAME, type TextFraming } from './framing.ts';

/**
 * One JSON text a line. JSON never holds a raw line break, so nothing needs escaping. Sizes are
 * counted in characters, which is free. This is what every connection starts with.
 */
export const newline: TextFraming = {
  name: 'newline',
  carries: 'text',
  encode: (message, maxFrame) => `${jsonText(message, maxFrame)}\n`,
  decoder: newlineDecoder,
  parse: (frame) => JSON.parse(frame),
};

export function jsonText(message: unknown, maxFrame: number): string {
  const text = JSON.stringify(message);
  if (text === undefined) throw new TypeError('A message must be a JSON value.');
  if (text.length > maxFrame) throw new FrameTooLarge(maxFrame);
  return text;
}

/** Holds at most one unfinished frame, never more than `maxFrame` characters and one chunk. */
function newlineDecoder(maxFrame = MAX_FRAME): FrameDecoder<string> {
  // Pieces are joined once, when the frame is whole: a large frame in small chunks stays linear.
  let pieces: string[] = [];
  let held = 0;
  let broken: FrameTooLarge | null = null;

  const take = (piece: string): boolean => {
    held += piece.length;
    if (held > maxFrame) {
      broken = new FrameTooLarge(maxFrame);
      pieces = [];
      held = 0;
      return false;
    }
    if (piece !== '') pieces.push(piece);
    return true;
  };

  const push = (chunk: string): Decoded<string> => {
    const frames: string[] = [];
    let from = 0;
    while (broken === null) {
      const end = chunk.indexOf('\n', from);
      if (!take(chunk.slice(from, end === -1 ? undefined : end)) || end === -1) break;
      const frame = pieces.length === 1 ? (pieces[0] as string) : pieces.join('');
      if (/\S/.test(frame)) frames.push(frame);
      pieces = [];
      held = 0;
      from = end + 1;
    }
    return { frames, broken };
  };
  return { push, held: () => held };
}
