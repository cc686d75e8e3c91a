import { styleText } from 'node:util';
import type { Tone } from '@symphony/protocol/words';

/** `chosen`: the row the keys act on. */
export type Style = Tone | 'chosen';
export type Paint = (style: Style, text: string) => string;

const FORMATS = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  dim: 'dim',
  strong: 'bold',
  accent: 'cyan',
  chosen: 'inverse',
} as const satisfies Record<Style, Parameters<typeof styleText>[0]>;

export const plain: Paint = (_style, text) => text;

export const coloured: Paint = (style, text) =>
  text === '' ? '' : styleText(FORMATS[style], text, { validateStream: false });

/** Any NO_COLOR that is not empty says no (no-color.org). What is chosen is marked with `>` as well. */
export const paintFor = (env: NodeJS.ProcessEnv): Paint => (env.NO_COLOR ? plain : coloured);
