import type { ItemId } from '@symphony/domain';
import { compareItems } from './policy/ordering.ts';
import type { ItemState } from './state.ts';

/**
 * The candidates of dispatch in their order (C12), kept in order while items change. Sorting ten
 * thousand waiting items in every pass cost more than everything else the loop decides; here a
 * change costs a search by halves. It is an index and nothing more: the items are the truth, and a
 * snapshot leaves it out.
 */
export class WaitingLine implements Iterable<ItemState> {
  readonly #items: ItemState[];
  /** Each as it was when it got its place. */
  readonly #placed: Map<ItemId, ItemState>;

  constructor(items: Iterable<ItemState> = []) {
    this.#items = [...items].filter(isCandidate).sort(comparePlaces);
    this.#placed = new Map(this.#items.map((item) => [item.tracked.id, item]));
  }

  get size(): number {
    return this.#items.length;
  }

  /** In order. Not to be changed on the way. */
  [Symbol.iterator](): Iterator<ItemState> {
    return this.#items[Symbol.iterator]();
  }

  /** Puts the item as it is now in the place of what it was before. Who is not ready has no place. */
  put(item: ItemState, ready: boolean): void {
    const { id } = item.tracked;
    const stays = ready && isCandidate(item);
    const before = this.#placed.get(id);
    if (stays) this.#placed.set(id, item);
    else this.#placed.delete(id);
    if (before) {
      const place = this.#find(before);
      if (stays && comparePlaces(before, item) === 0) {
        this.#items[place] = item;
        return;
      }
      this.#items.splice(place, 1);
    }
    if (stays) this.#items.splice(this.#placeOf(item), 0, item);
  }

  /** A candidate that cannot be found would be started twice: the line is wrong, and nothing may go on. */
  #find(item: ItemState): number {
    const place = this.#placeOf(item);
    if (this.#items[place] === item) return place;
    throw new Error(`${item.tracked.identifier} has lost its place in the line`);
  }

  /** Where the item is, or where it belongs. */
  #placeOf(item: ItemState): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePlaces(this.#items[middle] as ItemState, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Open and could be claimed: it waits to be started for the first time, or again. */
export const isWaiting = (item: ItemState): boolean =>
  item.state === 'open' && item.outcome === 'none' && item.presence === 'active';

const isCandidate = (item: ItemState): boolean =>
  item.run === null && (item.state === 'queued' || isWaiting(item));

/** The order of dispatch, and the id where two items of one name would stand in the same place. */
const comparePlaces = (a: ItemState, b: ItemState): number =>
  compareItems(a, b) || (a.tracked.id < b.tracked.id ? -1 : a.tracked.id > b.tracked.id ? 1 : 0);
