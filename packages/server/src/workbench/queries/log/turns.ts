/** One after the other, in the order they were asked for; a failure is its own asker's alone. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  }
}
