/** The last so many of something, oldest first. */
export class Ring<T> implements Iterable<T> {
  readonly #items: T[] = [];
  readonly #limit: number;
  #next = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: T): void {
    this.#items[this.#next] = item;
    this.#next = (this.#next + 1) % this.#limit;
  }

  *[Symbol.iterator](): Generator<T, void> {
    const oldest = this.#items.length < this.#limit ? 0 : this.#next;
    for (let n = 0; n < this.#items.length; n++) yield this.#items[(oldest + n) % this.#items.length] as T;
  }
}
