import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, FrameTooLarge, frameDecoder } from '../src/index.ts';

/** Pushes the chunks through one decoder and gathers what came out. */
function decode(chunks: readonly string[], maxFrame?: number) {
  const decoder = frameDecoder(maxFrame);
  const frames: string[] = [];
  let overflow: FrameTooLarge | null = null;
  for (const chunk of chunks) {
    const decoded = decoder.push(chunk);
    frames.push(...decoded.frames);
    overflow = decoded.overflow;
  }
  return { frames, overflow };
}

/** Cuts `text` at the given places, wherever they fall. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, index) => text.slice(from, at[index]));
}

describe('frames', () => {
  const rows: readonly [name: string, chunks: readonly string[], frames: readonly string[]][] = [
    ['B1 half frames wait for the rest', ['{"a"', ':1', '}\n'], ['{"a":1}']],
    ['B1 an unfinished frame is not a frame', ['{"a":1}'], []],
    ['B1 many frames in one chunk', ['1\n2\n3\n'], ['1', '2', '3']],
    ['B1 a chunk may end one frame and begin the next', ['1\n2', '2\n'], ['1', '22']],
    ['B1 blank lines are skipped', ['\n\n1\n \t\r\n\n2\r\n'], ['1', '2\r']],
    ['B1 the line break may come alone', ['1', '\n', '2', '\n'], ['1', '2']],
  ];
  test.each(rows)('%s', (_name, chunks, frames) => {
    expect(decode(chunks)).toEqual({ frames, overflow: null });
  });

  test('B1 any chunking gives the same frames', () => {
    const messages = fc.array(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), { maxLength: 20 });
    const property = fc.property(messages, fc.array(fc.nat(), { maxLength: 40 }), (values, places) => {
      const text = values.map((value) => encodeFrame(value)).join('');
      const wanted = values.map((value) => JSON.stringify(value));
      expect(decode(cut(text, places)).frames).toEqual(wanted);
      expect(decode(text.split('')).frames).toEqual(wanted); // one UTF-16 unit at a time
      expect(decode([text]).frames.map((frame) => JSON.parse(frame))).toEqual(values);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('B1 a frame of exactly the limit passes, one more is told, and what came before stays good', () => {
    expect(decode([`${'x'.repeat(8)}\n`], 8).frames).toEqual(['xxxxxxxx']);
    const over = decode(['1\n2\n', 'x'.repeat(9), '\n3\n'], 8);
    expect(over.frames).toEqual(['1', '2']);
    expect(over.overflow).toBeInstanceOf(FrameTooLarge);
    expect(over.overflow?.limit).toBe(8);
  });

  test('B1 the limit is one frame\u2019s, however many came before it', () => {
    const frames = Array.from({ length: 100 }, (_, n) => `frame ${n % 10}`);
    expect(decode([`${frames.join('\n')}\n`], 8)).toEqual({ frames, overflow: null });
  });

  test('B1 an endless frame is told at the limit, however small its chunks', () => {
    const decoder = frameDecoder(1_000);
    let pushed = 0;
    while (decoder.push('x'.repeat(7)).overflow === null) pushed += 7;
    expect(pushed).toBeLessThanOrEqual(1_000);
  });

  test('a message beyond the limit, or beyond JSON, is not encoded', () => {
    expect(encodeFrame('123456', 8)).toBe('"123456"\n');
    expect(() => encodeFrame('1234567', 8)).toThrow(FrameTooLarge);
    expect(() => encodeFrame(undefined)).toThrow(TypeError);
    expect(encodeFrame('a\nb')).toBe('"a\\nb"\n');
  });
});
