import { expect, test } from 'vitest';
import { wholeLength } from '../../src/pty/sequence.ts';

const ESC = '\u001b';

test.each([
  ['plain words', ''],
  [`red ${ESC}[31m`, ''],
  [`red `, `${ESC}[31`],
  [`red `, `${ESC}[`],
  [`red `, ESC],
  [`done ${ESC}[?25h`, ''],
  ['', `${ESC}[?25`],
  ['title ', `${ESC}]0;the tit`],
  ['title ', `${ESC}]0;the title${ESC}`],
  [`title ${ESC}]0;the title\u0007`, ''],
  [`title ${ESC}]0;the title${ESC}\\`, ''],
  ['charset ', `${ESC}(`],
  [`charset ${ESC}(B`, ''],
  [`string without an end ${ESC}]${'x'.repeat(5_000)}`, ''],
])('%j is shown, %j waits for its rest', (shown, waiting) => {
  expect(wholeLength(shown + waiting)).toBe(shown.length);
});
