import type { ItemId, PlayerName } from '@symphony/domain';
import { normaliseName } from '@symphony/domain';
import type { ConductorState, ItemState } from '../state.ts';

/** Who holds a slot: every run that is not paused. Counted from the items under way only. */
export interface SlotCount {
  total: number;
  readonly byState: Map<string, number>;
  readonly byRepository: Map<string, number>;
  readonly byPlayer: Map<PlayerName, number>;
  /** Money promised to runs and not yet spent by them. */
  reservedUsd: number;
}

export function countSlots(state: ConductorState, except?: ItemId): SlotCount {
  const count: SlotCount = {
    total: 0,
    byState: new Map(),
    byRepository: new Map(),
    byPlayer: new Map(),
    reservedUsd: 0,
  };
  for (const id of state.underWay) {
    const item = state.items.get(id);
    if (item && id !== except && holdsSlot(item))
      take(count, item, item.run?.player ?? '', stillReserved(item));
  }
  return count;
}

export const holdsSlot = (item: ItemState): boolean => item.run !== null && item.state !== 'paused';

const stillReserved = (item: ItemState): number =>
  Math.max(0, (item.run?.reservedUsd ?? 0) - (item.run?.spend.usd ?? 0));

/** Counts one more run, so that a pass over many candidates sees what it has given away. */
export function take(count: SlotCount, item: ItemState, player: PlayerName, reservedUsd: number): void {
  count.total += 1;
  count.reservedUsd += reservedUsd;
  raise(count.byState, normaliseName(item.tracked.state));
  raise(count.byPlayer, player);
  if (item.tracked.repository !== null) raise(count.byRepository, item.tracked.repository);
}

const raise = (map: Map<string, number>, key: string): void => {
  map.set(key, (map.get(key) ?? 0) + 1);
};
