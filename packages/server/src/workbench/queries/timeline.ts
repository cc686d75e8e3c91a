import { MARK_TYPES, type Mark, markOf, thinMarks } from '@symphony/conductor';
import type { Store, TimelineMark, TimelineView } from '@symphony/domain';
import { type NameOf, wordsOf } from '@symphony/protocol/words';
import type { Handlers, QueryParts } from './handlers.ts';
import { FoldedLog } from './log/folded-log.ts';

/** More cannot be told apart on any screen. */
const MOST_MARKS = 1_000;
/** A question may be as long as an agent likes; a mark is one line. */
const MOST_WORDS = 200;

export function openTimeline({
  store,
  state,
}: Pick<QueryParts, 'store' | 'state'>): Pick<Handlers, 'timeline'> {
  const log = new FoldedLog<Mark[]>(store, {
    types: MARK_TYPES,
    state: [],
    fold: (marks, entry) => {
      const mark = markOf(entry);
      if (mark) marks.push(mark);
    },
  });
  return {
    timeline: async ({ marks: wanted }) => {
      const most = Math.min(MOST_MARKS, Math.max(0, Math.floor(wanted)));
      const kept = await log.read((marks) => [...thinMarks(marks, most)]);
      const nameOf: NameOf = (id) => state().items.get(id)?.tracked.identifier ?? id;
      return { ...endsOf(store), marks: kept.flatMap((mark) => spoken(store, mark, nameOf)) };
    },
  };
}

/** The words are made when they are asked for: from the entry itself, and of the few that are shown. */
function spoken(store: Store, mark: Mark, nameOf: NameOf): readonly TimelineMark[] {
  const entry = store.read(mark.seq - 1, 1)[0];
  if (!entry) return [];
  const line = wordsOf(entry.event, nameOf).trim().split('\n', 1)[0] ?? '';
  const words = line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS - 1)}…` : line;
  return [{ ...mark, item: mark.item === null ? null : nameOf(mark.item), words }];
}

function endsOf(store: Store): Pick<TimelineView, 'first' | 'last'> {
  const place = (after: number) => {
    const entry = store.read(after, 1)[0];
    return entry ? { seq: entry.seq, at: entry.at } : null;
  };
  return { first: place(0), last: place(store.lastSeq() - 1) };
}
