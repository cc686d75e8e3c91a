/** A binary heap: the least of what was put in comes out first. Filling it costs time in proportion to its size. */
export class Heap<T> {
  readonly #items: T[];
  readonly #before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean, items: Iterable<T> = []) {
    this.#before = before;
    this.#items = [...items];
    for (let at = (this.#items.length >>> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (!this.#before(item, this.#items[above] as T)) break;
      this.#items[at] = this.#items[above] as T;
      at = above;
    }
    this.#items[at] = item;
  }

  pop(): T | undefined {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (this.#items.length > 0) {
      this.#items[0] = last as T;
      this.#sink(0);
    }
    return top;
  }

  #sink(start: number): void {
    const items = this.#items;
    const item = items[start] as T;
    let at = start;
    for (let below = 2 * at + 1; below < items.length; below = 2 * at + 1) {
      const right = below + 1;
      if (right < items.length && this.#before(items[right] as T, items[below] as T)) below = right;
      if (!this.#before(items[below] as T, item)) break;
      items[at] = items[below] as T;
      at = below;
    }
    items[at] = item;
  }
}
