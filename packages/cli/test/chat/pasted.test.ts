import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pasted } from '../../src/chat/pasted.ts';

const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;

/** What is typed, and what it stands for, when the keys come in pieces of this size. */
function through(keys: string, size: number): { readonly typed: string; readonly whole: string } {
  const pasted = new Pasted();
  const bytes = Buffer.from(keys);
  let typed = '';
  for (let at = 0; at < bytes.length; at += size) typed += pasted.typed(bytes.subarray(at, at + size));
  return { typed, whole: pasted.whole(typed) };
}

test('a paste of several lines is one line that stands for all of them', () => {
  const text = Array.from({ length: 400 }, (_, at) => `line ${at} costs $& and ü`).join('\r');
  expect(through(`look: ${paste(text)} now`, 1_000)).toEqual({
    typed: 'look: [pasted 1: 400 lines] now',
    whole: `look: ${text.replaceAll('\r', '\n')} now`,
  });
  expect(through(paste('x'.repeat(20_000)), 64).typed).toBe('[pasted 1: 20000 characters]');
});

test('one short line is as if it were typed, also with the line end behind it', () => {
  expect(through(`${paste('npm test\n')}\r`, 3)).toEqual({ typed: 'npm test\r', whole: 'npm test\r' });
});

test('keys are let through at once: a lone Escape, an arrow', () => {
  const pasted = new Pasted();
  expect(pasted.typed(Buffer.from('\u001b'))).toBe('\u001b');
  expect(pasted.typed(Buffer.from('\u001b[A'))).toBe('\u001b[A');
});

test('however the keys are cut into pieces, the same comes of them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ü', '\n', '\u{1F3BB}', '[', '2', '~', ' ') });
  fc.assert(
    fc.property(text, text, text, fc.integer({ min: 1, max: 12 }), (before, middle, after, size) => {
      // Cut right behind its Escape a mark is read as keys: terminals write marks in one piece.
      const keys = `${before}${paste(middle)}${after}`;
      const cutsAMark = ['\u001b[200~', '\u001b[201~'].some(
        (mark) => (Buffer.byteLength(keys.slice(0, keys.indexOf(mark))) + 1) % size === 0,
      );
      fc.pre(!cutsAMark);
      expect(through(keys, size)).toEqual(through(keys, 1_000_000));
    }),
  );
});
