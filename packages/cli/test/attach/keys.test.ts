import { expect, test } from 'vitest';
import { readKeys, readLineKeys, withoutAnswers } from '../../src/attach/keys.ts';

const LEAVES = { leave: true };
const typed = (text: string) => ({ leave: false, typed: text });
const ESC = '\u001b';

test.each([
  ['q', LEAVES, typed('q')],
  ['Q', LEAVES, typed('Q')],
  ['\u0003', LEAVES, typed('\u0003')],
  ['\u001d', LEAVES, LEAVES],
  [`${ESC}[93;5u`, LEAVES, LEAVES],
  [`${ESC}[93;5:1u`, LEAVES, LEAVES],
  [`${ESC}[27;5;93~`, LEAVES, LEAVES],
  ['queue', typed(''), typed('queue')],
  [`${ESC}[A`, typed(''), typed(`${ESC}[A`)],
  ['\r', typed(''), typed('\r')],
])('%j: who looks %j, who types %j', (text, looking, typing) => {
  expect(readKeys(text, false)).toEqual(looking);
  expect(readKeys(text, true)).toEqual(typing);
});

test('in a line of words Ctrl-C leaves, a q does not', () => {
  expect(readLineKeys('\u0003')).toEqual(LEAVES);
  expect(readLineKeys('\u001d')).toEqual(LEAVES);
  expect(readLineKeys('q')).toEqual(typed('q'));
});

test.each([
  [`${ESC}[12;40R`, ''],
  [`a${ESC}[?1;2cb`, 'ab'],
  [`${ESC}[>0;276;0c`, ''],
  [`${ESC}[0n`, ''],
  [`${ESC}[?2026;2$y`, ''],
  [`${ESC}[A${ESC}[1;5C`, `${ESC}[A${ESC}[1;5C`],
  [`${ESC}OR`, `${ESC}OR`],
  ['Rcn', 'Rcn'],
])('what the terminal answered by itself is not typed: %j → %j', (text, left) => {
  expect(withoutAnswers(text)).toBe(left);
});
