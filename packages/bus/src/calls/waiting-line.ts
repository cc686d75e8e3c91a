import { PRIORITIES, type Priority } from '../meta.ts';

/** How often others may go first before whoever waits longest in a level has their turn. */
const PATIENCE = 16;

interface Level<T> {
  readonly waiting: Set<T>;
  passedOver: number;
}

/**
 * Who is next. The higher priority goes first and equals go in the order they came, but a level
 * that was passed over sixteen times in a row goes next: nobody waits for ever.
 */
export class WaitingLine<T> {
  readonly #levels: readonly Level<T>[] = PRIORITIES.map(() => ({ waiting: new Set<T>(), passedOver: 0 }));

  get size(): number {
    return this.#levels.reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  add(one: T, priority: Priority): void {
    this.#levels[PRIORITIES.indexOf(priority)]?.waiting.add(one);
  }

  /** Whoever does not wait is no matter. */
  remove(one: T): void {
    for (const { waiting } of this.#levels) waiting.delete(one);
  }

  next(): T | undefined {
    const busy = this.#levels.filter(({ waiting }) => waiting.size > 0);
    const chosen = busy.find(({ passedOver }) => passedOver >= PATIENCE) ?? busy[0];
    if (!chosen) return undefined;
    for (const level of busy) level.passedOver += 1;
    chosen.passedOver = 0;
    const [one] = chosen.waiting;
    chosen.waiting.delete(one as T);
    return one;
  }
}
