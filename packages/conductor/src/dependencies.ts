import type { Blocker, ItemId, Settings } from '@symphony/domain';
import { isOneOf } from '@symphony/domain';
import { Readiness } from '@symphony/pit/dag';
import type { ItemState } from './state.ts';

/**
 * Which items wait for others, kept up to date by the DAG tracker: ten thousand blocked items cost
 * nothing while nothing changes about them. An index and nothing more: why an item is blocked is
 * said by the policy, on the items themselves.
 */
export class Dependencies {
  readonly #readiness = new Readiness<string>();
  readonly #finished = new Set<string>();
  /** As told last: most changes of an item are none of its blockers. */
  readonly #told = new Map<ItemId, readonly Blocker[]>();

  constructor(items: ReadonlyMap<ItemId, ItemState> = new Map(), settings: Settings | null = null) {
    for (const item of items.values()) this.put(item, items, settings);
  }

  /** Takes the item as it is now. Answers the others for whom this may have changed something. */
  put(item: ItemState, items: ReadonlyMap<ItemId, ItemState>, settings: Settings | null): readonly ItemId[] {
    const { id, blockedBy } = item.tracked;
    const changed = this.#settle(id, isFinished(item, settings));
    if (this.#told.get(id) === blockedBy) return changed;
    this.#told.set(id, blockedBy);
    this.#readiness.set(id, blockedBy.map(keyOf));
    const strangers = blockedBy.filter((blocker) => blocker.id === null || !items.has(blocker.id));
    return [
      ...changed,
      ...strangers.flatMap((blocker) => this.#settle(keyOf(blocker), isTerminal(blocker.state, settings))),
    ];
  }

  isReady(id: ItemId): boolean {
    return this.#readiness.isReady(id);
  }

  #settle(key: string, finished: boolean): readonly ItemId[] {
    if (this.#finished.has(key) === finished) return [];
    if (finished) this.#finished.add(key);
    else this.#finished.delete(key);
    this.#readiness.settle(key, finished);
    return this.#readiness.dependents(key);
  }
}

/** A blocker without an id is known by its name alone. */
const keyOf = ({ id, identifier }: Blocker): string => id ?? `named ${identifier}`;

const isTerminal = (state: string | null, settings: Settings | null): boolean =>
  state !== null && isOneOf(state, settings?.tracker.terminalStates ?? []);

/** What nobody needs to wait for any more. What we are still merging is not finished, whatever its column says. */
export const isFinished = ({ outcome, tracked, state }: ItemState, settings: Settings | null): boolean =>
  outcome === 'merged' || (isTerminal(tracked.state, settings) && state === 'open');
