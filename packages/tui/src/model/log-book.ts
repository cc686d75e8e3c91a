import { type Entry, type EntryBatch, itemOf } from '@symphony/domain';
import { type NameOf, type Tone, type Weight, weightOf, wordsOf } from '@symphony/protocol/words';

/** Entries as they are read, newest last. Bounded: a dashboard may stay open for weeks. */
export interface LogBook {
  /** All entries up to here have been looked at. */
  readonly seq: number;
  readonly lines: readonly LogLine[];
}

export interface LogLine {
  readonly entry: Entry;
  /** The item it speaks of: its id, and what people call it. */
  readonly item: string | null;
  readonly name: string;
  readonly weight: Weight;
  readonly tone: Tone | null;
  readonly words: string;
}

export const KEPT_LINES = 2_000;

export const emptyBook = (after: number): LogBook => ({ seq: after, lines: [] });

export function hearBatch(book: LogBook, batch: EntryBatch, nameOf: NameOf): LogBook {
  const fresh = batch.entries.filter((entry) => entry.seq > book.seq).map((entry) => logLine(entry, nameOf));
  if (fresh.length === 0) return { ...book, seq: Math.max(book.seq, batch.seq) };
  return {
    seq: Math.max(book.seq, batch.seq),
    lines: [...book.lines, ...fresh].slice(-KEPT_LINES),
  };
}

function logLine(entry: Entry, nameOf: NameOf): LogLine {
  const item = itemOf(entry.event);
  return {
    entry,
    item,
    name: item === null ? '' : nameOf(item),
    weight: weightOf(entry.event),
    tone: toneOfEvent(entry.event),
    words: wordsOf(entry.event, nameOf),
  };
}

function toneOfEvent(event: Entry['event']): Tone | null {
  if (event.type === 'item-moved' && event.to === 'open') return event.outcome === 'merged' ? 'good' : 'warn';
  if (event.type === 'item-moved' && (event.to === 'failed' || event.to === 'needs_human')) return 'bad';
  if (event.type === 'agent-reported') return event.event.type === 'message' ? null : 'dim';
  const weight = weightOf(event);
  if (weight === 'outcome') return 'warn';
  return weight === 'milestone' ? 'strong' : 'dim';
}

/** From what ends or turns an item down to the agents' own talk. */
export const WEIGHTS: readonly Weight[] = ['outcome', 'milestone', 'detail', 'chatter'];

export interface LogFilter {
  /** The lightest that is shown. */
  readonly lightest: Weight;
  /** An item's id. */
  readonly item: string | null;
  /** What a line must contain, in any case; empty: anything. */
  readonly search: string;
}

export function filteredLines(book: LogBook, filter: LogFilter): readonly LogLine[] {
  const shown = new Set(WEIGHTS.slice(0, WEIGHTS.indexOf(filter.lightest) + 1));
  const wanted = filter.search.toLowerCase();
  return book.lines.filter(
    (line) =>
      shown.has(line.weight) &&
      (filter.item === null || line.item === filter.item) &&
      (wanted === '' || `${line.name} ${line.words}`.toLowerCase().includes(wanted)),
  );
}

/** The plan the agent told of last, if it has one. */
export function lastPlan(book: LogBook): readonly { readonly text: string; readonly done: boolean }[] {
  for (let at = book.lines.length - 1; at >= 0; at -= 1) {
    const event = book.lines[at]?.entry.event;
    if (event?.type === 'run-started') return [];
    if (event?.type === 'agent-reported' && event.event.type === 'plan') return event.event.steps;
  }
  return [];
}
