import { filteredLines, type LogLine } from './log-book.ts';
import type { Model } from './model.ts';

/** Where a list of lines is read: null is the newest, whatever comes; else the last line to be seen. */
export type Bottom = number | null;

/** How far one press goes: a line, most of a screen, or all the way. */
export type Stride = { readonly lines: number } | 'first' | 'last';

/** Going up stops following; arriving at the newest line follows again. */
export function scrolled(lines: readonly LogLine[], bottom: Bottom, stride: Stride): Bottom {
  if (stride === 'last' || lines.length === 0) return null;
  const here = bottomIndex(lines, bottom);
  const there = stride === 'first' ? 0 : here + stride.lines;
  return there >= lines.length - 1 ? null : (lines[Math.max(0, there)]?.entry.seq ?? null);
}

/** The line may have been dropped or filtered out since: then the last one before it. */
export function bottomIndex(lines: readonly LogLine[], bottom: Bottom): number {
  if (bottom === null) return lines.length - 1;
  return Math.max(
    0,
    lines.findLastIndex(({ entry }) => entry.seq <= bottom),
  );
}

/** Stops where it is, or follows what comes. */
export const followToggled = (lines: readonly LogLine[], bottom: Bottom): Bottom =>
  bottom === null ? (lines.at(-1)?.entry.seq ?? null) : null;

export const logLines = ({ logs }: Pick<Model, 'logs'>): readonly LogLine[] =>
  filteredLines(logs.book, logs.filter);

/** What an agent did, without life signs and sums. */
export const transcript = (lines: readonly LogLine[]): readonly LogLine[] =>
  lines.filter(({ entry: { event } }) => {
    if (event.type === 'agent-reported') return !QUIET.has(event.event.type);
    return event.type !== 'artifact-stored' && event.type !== 'item-seen';
  });

const QUIET: ReadonlySet<string> = new Set(['usage', 'limits', 'withdrawn', 'turn-ended', 'plan']);
