import type { Severity } from '../deviation.ts';

/** Marks that agents leave in code where reality differs from the plan (M4). */

export interface Mark {
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  /** What stands behind the mark. */
  readonly text: string;
}

export const MARKS: Readonly<Record<string, Severity>> = {
  DEVIATION_MINOR: 'minor',
  ARCHITECTURAL_MISMATCH: 'major',
  FUNDAMENTAL_BREAK: 'fundamental',
};

/** What a comment can begin with, or go on with on its next line, in the languages people use. */
const LEADER = String.raw`(?://+|/\*+!?|\*|#+|--+|;+|%+|<!--|\{#|\{-|\(\*|"""|'''|REM\b|@?rem\b|dnl\b|\.\.)`;
/** A quote begins a comment in some languages, but only at the beginning of a line it is no text. */
const MARK = new RegExp(
  `(?:^\\s*'|(?:^|\\s|[;{}()])${LEADER})\\s*(?:.*?\\s)?(${Object.keys(MARKS).join('|')}):\\s*(.*)$`,
);
const CLOSER = /\s*(?:\*+\/|-->|#\}|-\}|\*\)|"""|''')\s*$/;

/** The mark in a line of code, or null. A name in plain code, or in a text, is none: a comment must hold it. */
export function markIn(line: string): Pick<Mark, 'severity' | 'text'> | null {
  const found = MARK.exec(line);
  const severity = MARKS[found?.[1] ?? ''];
  if (!found || severity === undefined) return null;
  return { severity, text: (found[2] ?? '').replace(CLOSER, '').trim() };
}

export interface CodeLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export const marksIn = (lines: Iterable<CodeLine>): readonly Mark[] =>
  [...lines].flatMap(({ file, line, text }) => {
    const mark = markIn(text);
    return mark ? [{ ...mark, file, line }] : [];
  });

/** The same remark, wherever it stands by now. */
export const markKey = ({ file, text, severity }: Mark): string => `${severity} ${file} ${text}`;

export const describeMark = ({ file, line, severity, text }: Mark): string =>
  `${file}:${line} (${severity})${text === '' ? '' : `: ${text}`}`;
