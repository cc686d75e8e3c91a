import { styleText } from 'node:util';
import type { Tone } from '@symphony/protocol/words';

export type Style = Tone;
export type Paint = (style: Style, text: string) => string;

const FORMATS = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  dim: 'dim',
  strong: 'bold',
  accent: 'cyan',
} as const satisfies Record<Style, Parameters<typeof styleText>[0]>;

export const plain: Paint = (_style, text) => text;

export const coloured: Paint = (style, text) =>
  text === '' ? '' : styleText(FORMATS[style], text, { validateStream: false });

/** Colours only on a terminal that wants them (no-color.org: any non-empty NO_COLOR says no). */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const wanted = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return wanted ? coloured : plain;
}
