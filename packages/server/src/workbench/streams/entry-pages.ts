import {
  type Clock,
  type Entry,
  type EntryBatch,
  type EntryFilter,
  itemOf,
  type Store,
} from '@symphony/domain';
import type { EntryFeed } from '../../entry-feed.ts';
import { Bell } from './bell.ts';
import { leavable } from './leavable.ts';

interface EntryPagesOptions {
  readonly store: Pick<Store, 'read' | 'lastSeq'>;
  readonly feed: Pick<EntryFeed, 'follow'>;
  readonly clock: Clock;
  readonly after: number;
  /** Asked when the reading begins: what it names may be unknown. */
  readonly filter: () => EntryFilter | undefined;
  /** False: it ends at the end of the log, because nobody is there who would go on writing it. */
  readonly lasting: boolean;
}

const PAGE = 500;
/** An agent may say very much in one entry; a message has a largest size. */
const BATCH_CHARACTERS = 1024 * 1024;
/** How often a reader is told that the log has grown by nothing it asked for. */
const TELL_MS = 1_000;

/**
 * The log from a place on, read from the store as fast as its reader takes it. What is new only wakes
 * it: nothing is kept for a slow reader, and because every entry comes from the store by its number,
 * none is lost and none comes twice.
 */
export const entryPages = (options: EntryPagesOptions): AsyncIterable<EntryBatch> =>
  leavable((left) => batches(options, left));

async function* batches(options: EntryPagesOptions, left: AbortSignal): AsyncGenerator<EntryBatch, void> {
  const { store, feed, clock, lasting } = options;
  const filter = options.filter();
  const bell = new Bell(clock);
  let newest = store.lastSeq();
  const following = await feed.follow(newest, (entry) => {
    newest = entry.seq;
    if (fits(entry, filter)) bell.ring();
  });
  try {
    let told = options.after;
    while (!left.aborted) {
      bell.hush();
      const upTo = newest;
      const page = store.read(told, PAGE, filter);
      for (const entries of portions(page)) {
        told = entries.at(-1)?.seq ?? told;
        yield { seq: told, entries };
      }
      if (page.length === PAGE) continue;
      if (!lasting) {
        if (told < upTo) yield { seq: upTo, entries: [] };
        return;
      }
      for (;;) {
        await bell.heard(left, TELL_MS);
        if (bell.rung || left.aborted) break;
        // Not rung: nothing up to the newest entry was asked for, which is worth a word now and then.
        if (told === newest) continue;
        told = newest;
        yield { seq: told, entries: [] };
      }
    }
  } finally {
    await following.stop();
  }
}

/** As the store would answer for a single entry. */
const fits = ({ event }: Entry, filter: EntryFilter | undefined): boolean =>
  (filter?.item === undefined || itemOf(event) === filter.item) &&
  (filter?.types === undefined || filter.types.includes(event.type));

/** In parts that can be sent: each has at least one entry, and no more than fit. */
function* portions(page: readonly Entry[]): Generator<readonly Entry[], void, undefined> {
  let portion: Entry[] = [];
  let characters = 0;
  for (const entry of page) {
    const length = JSON.stringify(entry.event).length;
    if (portion.length > 0 && characters + length > BATCH_CHARACTERS) {
      yield portion;
      portion = [];
      characters = 0;
    }
    portion.push(entry);
    characters += length;
  }
  if (portion.length > 0) yield portion;
}
