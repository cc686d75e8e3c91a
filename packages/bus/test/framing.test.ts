import { StringDecoder } from 'node:string_decoder';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentLength,
  FrameGarbled,
  FrameTooLarge,
  type Framing,
  loadMessagePack,
  MAX_FRAME,
  newline,
} from '../src/index.ts';

const messagePack = await loadMessagePack();
const FRAMINGS: readonly Framing[] = [newline, contentLength, messagePack];

const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data, 'utf8') : data;

/** Pushes the bytes through one decoder, the way a transport does, and gathers what came out. */
function decode(framing: Framing, chunks: readonly Uint8Array[], maxFrame = MAX_FRAME) {
  const messages: unknown[] = [];
  let broken: Error | null = null;
  let held = 0;
  const gather = <T>(decoder: ReturnType<Framing['decoder']>, chunk: T) => {
    const decoded = (decoder as { push(chunk: T): ReturnType<typeof decoder.push> }).push(chunk);
    for (const frame of decoded.frames) messages.push(framing.parse(frame as never));
    broken = decoded.broken;
    held = Math.max(held, decoder.held());
  };
  const text = new StringDecoder('utf8');
  const decoder = framing.decoder(maxFrame);
  for (const chunk of chunks)
    gather(decoder, framing.carries === 'text' ? text.write(Buffer.from(chunk)) : chunk);
  return { messages, broken: broken as Error | null, held };
}

/** Cuts the bytes at the given places, wherever they fall. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, index) => bytes.subarray(from, at[index]));
}

const wire = (framing: Framing, messages: readonly object[]): Uint8Array =>
  Buffer.concat(messages.map((message) => bytesOf(framing.encode(message, MAX_FRAME))));

describe.each(FRAMINGS.map((framing) => [framing.name, framing] as const))('%s', (_name, framing) => {
  test('B1 any chunking of any messages gives the same messages in the same order', () => {
    const message = fc
      .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ noUnicodeString: false } as object))
      // A name no message may have: objects treat it as something else.
      .map((object) => JSON.parse(JSON.stringify(object).replaceAll('"__proto__"', '"proto"')) as object);
    const messages = fc.array(message, { maxLength: 12 });
    const property = fc.property(messages, fc.array(fc.nat(), { maxLength: 40 }), (values, places) => {
      const bytes = wire(framing, values);
      for (const chunks of [[bytes], cut(bytes, places), [...bytes].map((byte) => Uint8Array.of(byte))])
        expect(decode(framing, chunks)).toMatchObject({ messages: values, broken: null });
    });
    fc.assert(property, { numRuns: 50 });
  });

  test('B1 half a frame is no frame, and no more of it is held than came', () => {
    const bytes = wire(framing, [{ text: 'x'.repeat(1_000) }]);
    const half = decode(framing, [bytes.subarray(0, 500)]);
    expect(half.messages).toEqual([]);
    expect(half.broken).toBeNull();
    expect(half.held).toBeLessThanOrEqual(500);
  });

  test('B1 what came before a frame that is too large stays good', () => {
    const bytes = Buffer.concat([
      wire(framing, [{ n: 1 }, { n: 2 }]),
      wire(framing, [{ text: 'x'.repeat(99) }]),
    ]);
    const over = decode(framing, cut(bytes, [9, 30, 40, 60]), 50);
    expect(over.messages).toEqual([{ n: 1 }, { n: 2 }]);
    expect(over.broken).toBeInstanceOf(FrameTooLarge);
  });

  test('B1 an endless stream of anything is ended at the limit', () => {
    for (const byte of ['x', '{', '\0', '\xff']) {
      const chunk = Buffer.from(byte.repeat(700), 'latin1');
      const { broken, held } = decode(
        framing,
        Array.from({ length: 100 }, () => chunk),
        10_000,
      );
      expect(broken).not.toBeNull();
      expect(held).toBeLessThanOrEqual(10_700);
    }
  });

  test('a message beyond the limit, or beyond what can be said, is not encoded', () => {
    expect(() => framing.encode({ text: 'x'.repeat(100) }, 50)).toThrow(FrameTooLarge);
    const ring: Record<string, unknown> = {};
    ring.ring = ring;
    expect(() => framing.encode(ring, MAX_FRAME)).toThrow(TypeError);
    expect(decode(framing, [wire(framing, [{ a: undefined, b: 'x\ny' }])]).messages).toEqual([{ b: 'x\ny' }]);
  });
});

describe('newline', () => {
  const rows: readonly [name: string, text: string, messages: readonly unknown[]][] = [
    ['B1 many frames in one chunk', '1\n2\n3\n', [1, 2, 3]],
    ['B1 an unfinished frame is not a frame', '{"a":1}', []],
    ['B1 blank lines are skipped', '\n\n1\n \t\r\n\n2\r\n', [1, 2]],
  ];
  test.each(rows)('%s', (_name, text, messages) => {
    expect(decode(newline, [Buffer.from(text)])).toMatchObject({ messages, broken: null });
  });

  test('B1 a frame of exactly the limit passes, however many came before it', () => {
    const lines = Array.from({ length: 100 }, (_, n) => `"frame${n % 10}"\n`);
    expect(decode(newline, [Buffer.from(lines.join(''))], 8).messages).toHaveLength(100);
    expect(decode(newline, [Buffer.from('"frame 10"\n')], 8).broken).toBeInstanceOf(FrameTooLarge);
  });
});

describe('content-length', () => {
  const rows: readonly [name: string, text: string, broken: object][] = [
    ['B1 a header that asks for 1 GB', 'Content-Length: 1073741824\r\n\r\n{', FrameTooLarge],
    ['B1 a header of garbage', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', FrameGarbled],
    ['a length that is no number', 'Content-Length: many\r\n\r\n{}', FrameGarbled],
    ['a length below nothing', 'Content-Length: -5\r\n\r\n{}', FrameGarbled],
    ['a length of nothing', 'Content-Length: 0\r\n\r\n', FrameGarbled],
    ['a length that cuts a character', 'Content-Length: 2\r\n\r\n"ü"', FrameGarbled],
    ['a header without an end', 'x'.repeat(2_000), FrameGarbled],
  ];
  test.each(rows)('%s ends the stream at once and holds nothing', (_name, text, broken) => {
    const decoder = contentLength.decoder(MAX_FRAME);
    expect(decoder.push(text).broken).toBeInstanceOf(broken);
    expect(decoder.push('{"a":1}'.repeat(1_000)).broken).toBeInstanceOf(broken);
    expect(decoder.held()).toBe(0);
  });

  test('B1 the length is of bytes, other headers are read over and names are of any case', () => {
    expect(contentLength.encode({ a: 'ü😀' }, MAX_FRAME)).toBe('Content-Length: 14\r\n\r\n{"a":"ü😀"}');
    const text =
      'content-length:  7 \r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{"a":1}';
    expect(decode(contentLength, [Buffer.from(text)]).messages).toEqual([{ a: 1 }]);
  });
});

describe('messagepack', () => {
  const framed = (...body: number[]) => Uint8Array.of(0, 0, 0, body.length, ...body);

  test('B1 a prefix that asks for 1 GB, or for nothing, ends the stream at once', () => {
    const decoder = messagePack.decoder(MAX_FRAME);
    expect(decoder.push(Uint8Array.of(0x40, 0, 0, 0, 1, 2, 3)).broken).toBeInstanceOf(FrameTooLarge);
    expect(decoder.held()).toBe(0);
    expect(messagePack.decoder(MAX_FRAME).push(Uint8Array.of(0, 0, 0, 0)).broken).toBeInstanceOf(
      FrameGarbled,
    );
  });

  const rows: readonly [name: string, body: readonly number[]][] = [
    ['a list that claims thirty million members', [0xdd, 0x01, 0xc9, 0xc3, 0x80]],
    ['a map that claims four thousand million', [0xdf, 0xff, 0xff, 0xff, 0xff]],
    ['a text longer than the frame', [0xdb, 0x7f, 0xff, 0xff, 0xff, 0x61]],
    ['lists within lists without end', Array.from({ length: 2_000 }, () => 0x91)],
    ['an extension of anybody', [0xd4, 0x72, 0x40]],
    ['a head without its length', [0xc9]],
    ['a value and then some', [0x01, 0x02]],
    ['a byte that means nothing', [0xc1]],
  ];
  test.each(rows)('B1 %s is unreadable, and the next frame is read', (_name, body) => {
    const before = process.memoryUsage().rss;
    const long = Uint8Array.of(0, 0, body.length >> 8, body.length & 0xff, ...body);
    const { frames, broken } = messagePack.decoder(MAX_FRAME).push(Buffer.concat([long, framed(0x2a)]));
    expect(broken).toBeNull();
    expect(() => messagePack.parse(frames[0] as Uint8Array)).toThrow(TypeError);
    expect(messagePack.parse(frames[1] as Uint8Array)).toBe(42);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  test('B1 any bytes are either read or refused in words', () => {
    const property = fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
      try {
        messagePack.parse(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  test('B1 bytes and times arrive as what they are', () => {
    const message = { bytes: Uint8Array.of(0, 255, 10), at: new Date(1_700_000_000_000) };
    const [read] = decode(messagePack, [wire(messagePack, [message])]).messages as [typeof message];
    expect([...read.bytes]).toEqual([0, 255, 10]);
    expect(read.at).toEqual(message.at);
  });
});
