import { wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';
import type { Style } from './paint.ts';

export interface Remark {
  readonly status: 'ok' | 'warning' | 'problem';
  readonly name: string;
  readonly message: string;
  /** What the person can do about it. */
  readonly fix: string | null;
}

const MARKS: Readonly<Record<Remark['status'], readonly [mark: string, style: Style]>> = {
  ok: ['✓', 'good'],
  warning: ['!', 'warn'],
  problem: ['✗', 'bad'],
};

/** Findings with their marks, and under what is not right how to mend it. */
export function markLines(remarks: readonly Remark[], { columns, paint }: Frame): string[] {
  return harmless(remarks).flatMap(({ status, name, message, fix }) => {
    const [mark, style] = MARKS[status];
    const text = name === '' ? message : `${name}: ${message}`;
    const said = wrap(text, columns - 2).map((line, at) =>
      at === 0 ? `${paint(style, mark)} ${line}` : `  ${line}`,
    );
    const mended =
      fix === null || fix === '' ? [] : wrap(`→ ${fix}`, columns - 4).map((line) => `    ${line}`);
    return [...said, ...mended];
  });
}
