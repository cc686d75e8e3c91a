import type { Entry, Instant } from '@symphony/domain';
import { type Weight, weightOf, wordsOf } from '@symphony/protocol/words';
import { plainLine } from '../../ui/plain-text.ts';

export interface TimelineRow {
  readonly seq: number;
  readonly at: Instant;
  readonly words: string;
  readonly weight: Weight;
  /** Since the row before it; null for the first. */
  readonly afterMs: number | null;
}

/** From the most important down: choosing one shows it and what is before it. */
export const WEIGHTS: readonly Weight[] = ['outcome', 'milestone', 'detail', 'chatter'];

/** What happened, in words, down to this weight. */
export function timelineRows(entries: readonly Entry[], least: Weight, name: string): readonly TimelineRow[] {
  const shown = new Set(WEIGHTS.slice(0, WEIGHTS.indexOf(least) + 1));
  const rows: TimelineRow[] = [];
  for (const { seq, at, event } of entries) {
    const weight = weightOf(event);
    if (!shown.has(weight)) continue;
    const before = rows.at(-1);
    const words = plainLine(wordsOf(event, () => name));
    rows.push({ seq, at, words, weight, afterMs: before ? at - before.at : null });
  }
  return rows;
}
