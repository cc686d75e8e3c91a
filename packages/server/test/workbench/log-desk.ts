import { MemoryStore } from '@symphony/adapters/store/memory';
import { emptyState, fold, statusView } from '@symphony/conductor';
import type { Clock, ItemId, LogEvent, Store } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { EntryFeed } from '../../src/entry-feed.ts';
import { boardSight, boardStream, entryPages } from '../../src/workbench/streams/index.ts';

/** A log that is written as a conductor writes it: folded, kept, then told. */
export class LogDesk {
  readonly state = emptyState();
  readonly store: Store;
  readonly clock: Clock;
  /** How many hear the log now. */
  followers = 0;
  /** How often all of the board was walked, and whether it is idle. */
  readonly made = { boards: 0, idle: true };
  readonly #only: ItemId | null;
  readonly #feed: EntryFeed;

  constructor(clock: Clock, store: Store = new MemoryStore(), only: ItemId | null = null) {
    this.clock = clock;
    this.store = store;
    this.#only = only;
    this.#feed = new EntryFeed(store, (message) => {
      throw new Error(message);
    });
    this.record({ type: 'settings-applied', settings: SETTINGS });
  }

  record(...events: readonly LogEvent[]): void {
    const now = this.clock.now();
    for (const entry of this.store.append(now, events)) {
      fold(this.state, entry);
      this.#feed.publish(entry);
    }
  }

  see(id: string, more: Parameters<typeof trackedItem>[1] = {}): void {
    this.record({ type: 'item-seen', item: id, tracked: trackedItem(id, more) });
  }

  status() {
    return statusView(this.state, this.clock.now(), this.#only, this.made.idle);
  }

  readonly feed = {
    follow: async (...[after, hear]: Parameters<EntryFeed['follow']>) => {
      const following = await this.#feed.follow(after, hear);
      this.followers += 1;
      return {
        stop: async () => {
          this.followers -= 1;
          await following.stop();
        },
      };
    },
  };

  board(lasting = true) {
    const { state, clock, feed } = this;
    const conductor = { state, isIdle: () => this.made.idle };
    const whole = boardSight({ conductor, only: this.#only, clock, asking: () => [] });
    const line = () => {
      this.made.boards += 1;
      return whole.line();
    };
    const sight = { ...whole, line };
    return boardStream({ sight, feed, clock, lasting })[Symbol.asyncIterator]();
  }

  entries(after: number, filter?: { readonly item?: string; readonly types?: string[] }, lasting = true) {
    const { store, feed, clock } = this;
    return entryPages({ store, feed, clock, after, filter: () => filter, lasting })[Symbol.asyncIterator]();
  }
}

/** What an agent says: the most frequent of all entries. */
export const says = (item: string, text: string): LogEvent => ({
  type: 'agent-reported',
  item,
  run: `run-${item}`,
  event: { type: 'message', text },
});
