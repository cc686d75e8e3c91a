import type { TerminalFrame, TerminalSize } from '@symphony/protocol';

/**
 * How a program's screen is put on a person's terminal. It is drawn on the terminal's other screen,
 * so that the transcript is there again when the program is left; the program's own changes between
 * its two screens are therefore not passed on.
 */

const ESC = '\u001b';

/** The other screen, and the title kept so that it can be put back. */
export const enter = (title: string): string => `${ESC}[?1049h${ESC}[22;0t${ESC}]0;${title}\u0007`;

/** Whatever the program switched on is switched off, in the order that leaves the cursor where it was. */
export const LEAVE = [
  `${ESC}[0m${ESC}[?25h${ESC}[?1l${ESC}>${ESC}[4l${ESC}[?6l${ESC}[?7h${ESC}[r`,
  ...[9, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026].map((mode) => `${ESC}[?${mode}l`),
  `${ESC}[<u${ESC}[>4;0m`, // unambiguous keys
  `${ESC}[23;0t${ESC}[?1049l`,
].join('');

const CLEAR = `${ESC}[0m${ESC}[r${ESC}[?6l${ESC}[?7h${ESC}[2J${ESC}[H`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are spoken to in control characters
const OTHER_SCREEN = /\u001b\[\?(?:1049|1047|47)([hl])/g;

export interface Drawing {
  readonly text: string;
  /** What the terminal shows now is not what the program means: it must be drawn anew. */
  readonly redraw: boolean;
}

/** Null when the screen does not fit: half of it would look like something else. */
export function drawScreen(frame: TerminalFrame & { kind: 'screen' }, own: TerminalSize): string | null {
  if (frame.cols > own.cols || frame.rows > own.rows) return null;
  return CLEAR + frame.text.replace(OTHER_SCREEN, `${ESC}[2J`);
}

export const tooSmall = (frame: TerminalSize, own: TerminalSize): string =>
  `${CLEAR}The program is ${frame.cols}×${frame.rows} and this terminal ${own.cols}×${own.rows}: make it larger to see it.`;

/** A line feed means "down" to a program; a terminal in Node's raw mode would also go to the left. */
export function drawOutput(text: string): Drawing {
  const back = [...text.matchAll(OTHER_SCREEN)].some(([, way]) => way === 'l');
  const shown = text.replace(OTHER_SCREEN, (_, way) => (way === 'h' ? `${ESC}[2J${ESC}[H` : ''));
  return { text: shown.replace(/(?<!\r)\n/g, `${ESC}D`), redraw: back };
}
