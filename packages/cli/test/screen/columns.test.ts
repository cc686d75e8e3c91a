import { HOSTILE, WIDE } from '@symphony/testkit';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { cut, fit, table, widthOf, wrap } from '../../src/screen/columns.ts';
import { harmless, jsonText, oneLine } from '../../src/screen/harmless.ts';
import { plain } from '../../src/screen/paint.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 80 });

describe('text in cells', () => {
  test('wide characters take two cells', () => {
    expect(cut(WIDE, 11)).toBe('日付の解析…');
    expect(widthOf(fit(WIDE, 12))).toBe(12);
    expect(fit('ab', 4, 'right')).toBe('  ab');
  });

  test('counted or looked up, the width is the same: each character alone and between others', () => {
    const wrong = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))
      .flatMap((character) => [character, `a${character}→`])
      .filter((text) => widthOf(text) !== stringWidth(text));
    expect(wrong).toEqual([]);
  });

  test('laws: fitted text has the width asked for, cut and wrapped text at most that', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, width) => {
        expect(widthOf(fit(text, width))).toBe(width);
        expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width);
        for (const line of wrap(text, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('laws: no table line is wider than the table', () => {
    const cell = fc.record({ text: anyText });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 5 }), (rows) => {
        const lines = table(rows, [{ max: 10 }, { max: 'rest' }, { max: 8, align: 'right' }], 40, plain);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40);
      }),
    );
  });
});

describe('harmless text', () => {
  test('escape sequences, controls and direction marks go, words stay', () => {
    expect(oneLine(HOSTILE)).toBe('red second line gnp.exe end');
    expect(harmless({ a: [HOSTILE], '\u001b[1mkey': 1 })).toEqual({
      a: ['red\nsecond line gnp.exe end '],
      key: 1,
    });
  });

  test('law: nothing left can command a terminal', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('\u001b', '[', ']', '\u009b', '\u0007', '\r', '\b', 'a', '3', 'm', '\u202e'),
    });
    fc.assert(
      fc.property(fc.oneof(anyText, nasty), (text) => {
        expect(harmless(text).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      }),
    );
  });

  test('law: JSON text holds no control character and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = jsonText(value);
        expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
