import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';

/** Something wrong with a text, at a line of it or with the whole. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** From 1; null when it is about no line. */
  readonly line: number | null;
  readonly message: string;
}

/** Where the editor marks them: what is about no line, or about one that is gone, at the nearest one. */
export function problemMarks(text: Text, problems: readonly Problem[]): Diagnostic[] {
  return problems.map(({ severity, line, message }) => {
    const { from, to } = text.line(Math.min(Math.max(line ?? 1, 1), text.lines));
    return { from, to, severity, message };
  });
}
