import type { TimelineMark } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';

/** Marks of one meaning stand in one line with its name: no colour has to be known to read them. */
export interface Lane {
  readonly name: string;
  readonly tone: Tone;
  readonly kinds: readonly TimelineMark['kind'][];
}

export const LANES: readonly Lane[] = [
  { name: 'Merged', tone: 'good', kinds: ['merged'] },
  { name: 'Trouble', tone: 'bad', kinds: ['failed', 'needs-human'] },
  { name: 'Asked, sent back', tone: 'warn', kinds: ['question', 'returned'] },
  { name: 'Started, stopped', tone: 'dim', kinds: ['started', 'stopped'] },
];

export interface PlacedMark {
  readonly mark: TimelineMark;
  /** From 0 at the beginning of the log to 1 at its end. */
  readonly place: number;
}

/** The lanes that have any mark, with their marks where they belong. */
export function placeMarks(
  marks: readonly TimelineMark[],
  first: number,
  last: number,
): readonly (Lane & { readonly marks: readonly PlacedMark[] })[] {
  const placed = (mark: TimelineMark): PlacedMark => ({ mark, place: placeOf(mark.seq, first, last) });
  return LANES.map((lane) => ({
    ...lane,
    marks: marks.filter(({ kind }) => lane.kinds.includes(kind)).map(placed),
  })).filter(({ marks: found }) => found.length > 0);
}

export const placeOf = (seq: number, first: number, last: number): number =>
  last <= first ? 0 : Math.min(1, Math.max(0, (seq - first) / (last - first)));

/** The mark after or before an entry; null when there is none that way. */
export function neighbouringMark(
  marks: readonly TimelineMark[],
  seq: number,
  way: 1 | -1,
): TimelineMark | null {
  const found = way === 1 ? marks.find((mark) => mark.seq > seq) : marks.findLast((mark) => mark.seq < seq);
  return found ?? null;
}
