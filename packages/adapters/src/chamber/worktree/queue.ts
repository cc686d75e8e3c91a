/** One at a time, in the order asked; a failure does not stop what waits behind it. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined); // the caller of this turn hears of it
    return turn;
  }
}

/** A queue for each key. Nothing is kept for a key nobody waits for. */
export class KeyedQueue {
  readonly #queues = new Map<string, { queue: Queue; waiting: number }>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#queues.get(key) ?? { queue: new Queue(), waiting: 0 };
    this.#queues.set(key, entry);
    entry.waiting += 1;
    try {
      return await entry.queue.run(work);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) this.#queues.delete(key);
    }
  }
}
