import { type Entry, failureOf, type Store } from '@symphony/domain';

const PAGE = 1_000;

/**
 * The log as a stream: everything after a number, then what is new as it comes. Each follower gets
 * every entry once and in order, because catching up and going live happen without a break between.
 */
export class EntryFeed {
  readonly #store: Store;
  readonly #warn: (message: string) => void;
  readonly #followers = new Set<(entry: Entry) => void>();

  constructor(store: Store, warn: (message: string) => void) {
    this.#store = store;
    this.#warn = warn;
  }

  /** A follower that fails hears no more: it must stop neither the others nor the conductor that records. */
  publish(entry: Entry): void {
    for (const hear of this.#followers) {
      try {
        hear(entry);
      } catch (error) {
        this.#followers.delete(hear);
        this.#warn(`A follower of the log failed at entry ${entry.seq}: ${failureOf(error).message}`);
      }
    }
  }

  async follow(after: number, hear: (entry: Entry) => void): Promise<{ stop(): Promise<void> }> {
    let last = after;
    let stopped = false;
    for (;;) {
      const page = this.#store.read(last, PAGE);
      for (const entry of page) {
        if (stopped) break;
        last = entry.seq;
        hear(entry);
      }
      if (page.length < PAGE) break;
      await new Promise((resolve) => setImmediate(resolve)); // a long log must not stop the loop
    }
    this.#followers.add(hear);
    return {
      stop: async () => {
        stopped = true;
        this.#followers.delete(hear);
      },
    };
  }
}
