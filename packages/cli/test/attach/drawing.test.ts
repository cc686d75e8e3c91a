import { expect, test } from 'vitest';
import { drawOutput, drawScreen, tooSmall } from '../../src/attach/drawing.ts';

const ESC = '\u001b';
const screen = (text: string) => ({ kind: 'screen', cols: 80, rows: 24, text }) as const;

test('a screen begins on an empty terminal, and its other screen is drawn in place', () => {
  const drawn = drawScreen(screen(`below${ESC}[?1049h${ESC}[Habove`), { cols: 80, rows: 24 });
  expect(drawn).toContain(`${ESC}[2J${ESC}[Hbelow${ESC}[2J${ESC}[Habove`);
  expect(drawn).not.toContain('1049');
});

test.each([
  [79, 24],
  [80, 23],
])('a screen that does not fit into %i×%i is not drawn by half', (cols, rows) => {
  expect(drawScreen(screen('x'), { cols, rows })).toBeNull();
  expect(tooSmall({ cols: 80, rows: 24 }, { cols, rows })).toContain(
    `80×24 and this terminal ${cols}×${rows}`,
  );
});

test.each([
  ['a\r\nb', 'a\r\nb', false],
  ['a\nb', `a${ESC}Db`, false],
  [`${ESC}[?1049h`, `${ESC}[2J${ESC}[H`, false],
  [`${ESC}[?1049lx`, 'x', true],
  [`${ESC}[?47l${ESC}[?25h`, `${ESC}[?25h`, true],
])('output %j', (text, shown, redraw) => {
  expect(drawOutput(text)).toEqual({ text: shown, redraw });
});
