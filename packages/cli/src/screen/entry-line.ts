import { type Entry, itemOf } from '@symphony/domain';
import { clockTime, dayAndTime, type NameOf, weightOf, wordsOf } from '@symphony/protocol/words';
import { cut, fit } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless, oneLine } from './harmless.ts';
import type { Style } from './paint.ts';

const NAME_WIDTH = 9;
/** Parts of missions are named after both: `dates-parse-c2`. */
const WIDEST_NAME = 28;

export interface EntryFrame extends Frame {
  readonly nameOf: NameOf;
  /** `clock` for what happens now, `day` for history. */
  readonly time: 'clock' | 'day';
  /** With the entry's number in front. */
  readonly numbered: boolean;
  /** False where the reader is a file or a pipe: a cut sentence helps nobody there. */
  readonly cutting: boolean;
}

/** One recorded event as one line: when, which item, what happened. */
export function entryLine(raw: Entry, frame: EntryFrame): string {
  const entry = harmless(raw);
  const item = itemOf(entry.event);
  const name = item === null ? '' : oneLine(frame.nameOf(item));
  const head = [
    ...(frame.numbered ? [fit(String(entry.seq), 6, 'right')] : []),
    frame.time === 'day' ? dayAndTime(entry.at) : clockTime(entry.at),
    fit(name, Math.max(NAME_WIDTH, Math.min(name.length, WIDEST_NAME))),
  ].join('  ');
  const words = oneLine(wordsOf(entry.event, frame.nameOf));
  const shown = frame.cutting ? cut(words, Math.max(20, frame.columns - head.length - 2)) : words;
  return `${frame.paint('dim', head)}  ${paintWords(entry, shown, frame)}`;
}

function paintWords({ event }: Entry, text: string, { paint }: EntryFrame): string {
  const style = styleOfEvent(event);
  return style ? paint(style, text) : text;
}

function styleOfEvent(event: Entry['event']): Style | null {
  if (event.type === 'item-moved' && event.to === 'open') return event.outcome === 'merged' ? 'good' : 'warn';
  if (event.type === 'item-moved' && (event.to === 'failed' || event.to === 'needs_human')) return 'bad';
  const weight = weightOf(event);
  if (weight === 'outcome') return 'warn';
  return weight === 'milestone' ? null : 'dim';
}
