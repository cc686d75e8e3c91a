import { type Decoded, type FrameDecoder, FrameGarbled, FrameTooLarge, type TextFraming } from './framing.ts';
import { jsonText } from './newline.ts';
import { bytePlace, utf8Length } from './utf8-length.ts';

/**
 * `Content-Length: n`, an empty line, and n bytes of JSON: what language servers and editors speak.
 * Lengths are bytes, so a text is measured before it is cut. Other headers are read over.
 */
export const contentLength: TextFraming = {
  name: 'content-length',
  carries: 'text',
  encode(message, maxFrame) {
    const text = jsonText(message, maxFrame);
    return `Content-Length: ${utf8Length(text)}\r\n\r\n${text}`;
  },
  decoder: (maxFrame) => new ContentLengthDecoder(maxFrame),
  parse: (frame) => JSON.parse(frame),
};

/** A peer that sends more than this before the empty line does not speak this framing. */
const LONGEST_HEADER = 1_024;
const END_OF_HEADER = '\r\n\r\n';

/** States: header ⇄ body, and from either, once: broken. */
class ContentLengthDecoder implements FrameDecoder<string> {
  #header = '';
  #body: string[] = [];
  /** Characters held in `#body`. */
  #held = 0;
  /** Bytes the body still lacks; null while the header is read. */
  #missing: number | null = null;
  #broken: Decoded<string>['broken'] = null;
  readonly #maxFrame: number;

  constructor(maxFrame: number) {
    this.#maxFrame = maxFrame;
  }

  held(): number {
    return this.#header.length + this.#held;
  }

  push(chunk: string): Decoded<string> {
    const frames: string[] = [];
    let rest = chunk;
    while (rest !== '' && this.#broken === null)
      rest = this.#missing === null ? this.#readHeader(rest) : this.#readBody(rest, this.#missing, frames);
    return { frames, broken: this.#broken };
  }

  #readHeader(text: string): string {
    // The end may lie across two chunks, so it is looked for in what is held as well.
    const header = this.#header + text.slice(0, LONGEST_HEADER + END_OF_HEADER.length);
    const end = header.indexOf(END_OF_HEADER);
    if (end === -1 && header.length > LONGEST_HEADER) return this.#break(garbled('no end of its header'));
    if (end === -1) {
      this.#header = header;
      return '';
    }
    const length = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header.slice(0, end))?.[1];
    if (length === undefined) return this.#break(garbled('no Content-Length'));
    if (Number(length) > this.#maxFrame) return this.#break(new FrameTooLarge(this.#maxFrame));
    if (Number(length) === 0) return this.#break(garbled('a Content-Length of nothing'));
    const read = end + END_OF_HEADER.length - this.#header.length;
    this.#header = '';
    this.#missing = Number(length);
    return text.slice(read);
  }

  #readBody(text: string, missing: number, frames: string[]): string {
    const { at, bytes } = bytePlace(text, missing);
    if (bytes > missing) return this.#break(garbled('a Content-Length that cuts a character'));
    this.#body.push(text.slice(0, at));
    this.#held += at;
    this.#missing = missing - bytes;
    if (this.#missing > 0) return '';
    frames.push(this.#body.join(''));
    this.#body = [];
    this.#held = 0;
    this.#missing = null;
    return text.slice(at);
  }

  #break(error: FrameTooLarge | FrameGarbled): string {
    this.#broken = error;
    this.#header = '';
    this.#body = [];
    this.#held = 0;
    return '';
  }
}

const garbled = (what: string): FrameGarbled => new FrameGarbled(`A message came with ${what}.`);
