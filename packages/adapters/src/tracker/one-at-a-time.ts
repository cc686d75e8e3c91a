/** Reads that remember: two at once would each take what the other learnt for their own. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins when what was asked for before is over, however it ended. */
  run<T>(read: () => Promise<T>): Promise<T> {
    const next = this.#last.then(read, read);
    this.#last = next;
    return next;
  }
}

/**
 * Between two whole reads only what changed is asked for. What leaves no trace where changes are told
 * (something deleted, or renamed in another place) is seen this much later at the latest.
 */
export const WHOLE_EVERY_MS = 15 * 60_000;
