import type { BoardFrame, BoardRest, Clock, Entry, ItemId, ItemView, LogEvent } from '@symphony/domain';
import { itemOf } from '@symphony/domain';
import type { EntryFeed } from '../../entry-feed.ts';
import { Bell, pause } from './bell.ts';
import type { BoardSight, Placed } from './board-sight.ts';
import { leavable } from './leavable.ts';

interface BoardStreamOptions {
  readonly sight: BoardSight;
  readonly feed: Pick<EntryFeed, 'follow'>;
  readonly clock: Clock;
  /** False: it ends when everything has been told, because nothing changes any more. */
  readonly lasting: boolean;
}

/** A person sees no more than four changes in a second. */
const FRAME_MS = 250;
/** Some of the board changes by time alone and is recorded by nobody: a player is rested, all is idle. */
const LOOK_MS = 2_000;
/**
 * Ten thousand items are several megabytes, and a page that must take them at once shows nothing until it has:
 * what is going on comes first with the head of the line, the rest in portions.
 */
const ITEMS_FIRST = 500;
const ITEMS_AT_ONCE = 2_000;

/**
 * The board as its reader can take it: everything, then what is different. While the reader is busy
 * only the names of what changed are kept, so a slow one gets fewer frames and never older ones, and
 * no frame looks at items that stayed as they were.
 */
export const boardStream = (options: BoardStreamOptions): AsyncIterable<BoardFrame> =>
  leavable((left) => frames(options, left));

async function* frames(
  { sight, feed, clock, lasting }: BoardStreamOptions,
  left: AbortSignal,
): AsyncGenerator<BoardFrame, void, undefined> {
  const bell = new Bell(clock);
  const changed = new Set<ItemId>();
  const hear = ({ event }: Entry): void => {
    for (const id of itemsOf(event)) changed.add(id);
    bell.ring();
  };
  // First heard, then looked at: what is recorded in between is sent twice rather than not at all.
  const following = await feed.follow(sight.seq(), hear);
  try {
    const line = sight.line();
    const shown = new Set(line.map(({ id }) => id));
    const first = firstOf(line);
    for (const { id } of line) if (!first.has(id)) changed.add(id);
    let rest = sight.rest();
    let sentAt = clock.now();
    const items = line.flatMap(({ id }) => (first.has(id) ? (sight.item(id) ?? []) : []));
    yield { kind: 'board', status: { seq: sight.seq(), at: sight.now(), items, ...rest } };
    while (!left.aborted && (lasting || changed.size > 0)) {
      await bell.heard(left, changed.size > 0 ? 0 : LOOK_MS);
      await pause(clock, FRAME_MS - (clock.now() - sentAt), left);
      if (left.aborted) return;
      bell.hush();
      const frame = nextFrame(sight, changed, shown, rest);
      rest = frame.rest ?? rest;
      if (frame.items.length === 0 && frame.gone.length === 0 && frame.rest === null) continue;
      sentAt = clock.now();
      yield frame;
    }
  } finally {
    await following.stop();
  }
}

/** Whoever is at work or waits for a person, then the head of the line, in all as many as are sent at first. */
function firstOf(line: readonly Placed[]): ReadonlySet<ItemId> {
  const first = new Set<ItemId>();
  for (const { id, state } of line) if (state !== 'open' && first.size < ITEMS_FIRST) first.add(id);
  for (const { id } of line) if (first.size < ITEMS_FIRST) first.add(id);
  return first;
}

/** Takes the names it tells of out of `changed`, and keeps in `shown` what its reader has. */
function nextFrame(
  sight: BoardSight,
  changed: Set<ItemId>,
  shown: Set<ItemId>,
  before: BoardRest,
): Extract<BoardFrame, { kind: 'change' }> {
  const items: ItemView[] = [];
  const gone: ItemId[] = [];
  for (const id of changed) {
    if (items.length >= ITEMS_AT_ONCE) break;
    changed.delete(id);
    const item = sight.item(id);
    if (item) {
      items.push(item);
      shown.add(id);
    } else if (shown.delete(id)) gone.push(id);
  }
  const rest = sight.rest();
  return {
    kind: 'change',
    seq: sight.seq(),
    at: sight.now(),
    items,
    gone,
    rest: rest === before ? null : rest,
  };
}

/** The items whose place on the board an event may change. */
function itemsOf(event: LogEvent): readonly ItemId[] {
  if (event.type === 'train-landed' || event.type === 'train-departed') return event.items;
  const item = itemOf(event);
  return item === null ? [] : [item];
}
