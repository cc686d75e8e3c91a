import type { Entry, FlowState, Instant, ItemId, LogEvent, LogEventOf, TimelineMark } from '@symphony/domain';

/** A mark without its words: few bytes, because a log may have very many. */
export interface Mark {
  readonly seq: number;
  readonly at: Instant;
  readonly kind: TimelineMark['kind'];
  readonly item: ItemId | null;
}

/** All that marks are made from. */
export const MARK_TYPES = [
  'conductor-started',
  'conductor-stopped',
  'item-moved',
  'run-started',
  'question-asked',
  'handoff-returned',
  'melody-started',
  'flow-changed',
] as const satisfies readonly LogEvent['type'][];

/** What a person would look for in the log; null for everything else. */
export function markOf({ seq, at, event }: Entry): Mark | null {
  const kind = kindOf(event);
  return kind && { seq, at, kind, item: 'item' in event ? event.item : null };
}

function kindOf(event: LogEvent): Mark['kind'] | null {
  switch (event.type) {
    case 'conductor-started':
    case 'run-started':
    case 'melody-started':
      return 'started';
    case 'conductor-stopped':
      return 'stopped';
    case 'question-asked':
      return 'question';
    case 'handoff-returned':
      return 'returned';
    case 'item-moved':
      return moveKind(event);
    case 'flow-changed':
      return event.change.kind === 'flow' ? (FLOWS[event.change.to] ?? null) : null;
    default:
      return null;
  }
}

function moveKind({ to, outcome }: LogEventOf<'item-moved'>): Mark['kind'] | null {
  if (to === 'failed') return 'failed';
  if (to === 'needs_human') return 'needs-human';
  if (to !== 'open') return null;
  if (outcome === 'merged') return 'merged';
  return outcome === 'closed' || outcome === 'cancelled' ? 'stopped' : null;
}

/** A melody that is done has no mark of its own: what it did has. */
const FLOWS: Readonly<Partial<Record<FlowState, Mark['kind']>>> = {
  failed: 'failed',
  cancelled: 'stopped',
  waiting: 'question',
};

/** Who stays when there is no room for all: trouble first, because it is rare and looked for. */
const RANKS: readonly (readonly Mark['kind'][])[] = [
  ['failed', 'needs-human'],
  ['merged'],
  ['question', 'returned'],
  ['started', 'stopped'],
];

/**
 * At most `most` marks in the order of the log. Ranks are filled one after the other; the one for which
 * the room is too small is thinned out evenly, its first and its last mark kept.
 */
export function thinMarks(marks: readonly Mark[], most: number): readonly Mark[] {
  if (marks.length <= most) return marks;
  const kept: Mark[] = [];
  for (const kinds of RANKS) {
    const rank = marks.filter(({ kind }) => kinds.includes(kind));
    kept.push(...evenly(rank, most - kept.length));
  }
  return kept.sort((a, b) => a.seq - b.seq);
}

function evenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  if (most <= 1) return list.slice(list.length - Math.max(0, most));
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => list[Math.round(at * step)] as T);
}
