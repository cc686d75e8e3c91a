import type { ItemState } from '../state.ts';

/**
 * The order of dispatch (C12): work that came back from the train first (it is nearly done and
 * others may wait for it), then priority 1 to 4, oldest, identifier.
 */
export function compareItems(a: ItemState, b: ItemState): number {
  return (
    Number(b.followUp !== null) - Number(a.followUp !== null) ||
    rank(a) - rank(b) ||
    (a.tracked.createdAt ?? Number.POSITIVE_INFINITY) - (b.tracked.createdAt ?? Number.POSITIVE_INFINITY) ||
    compareText(a.tracked.identifier, b.tracked.identifier)
  );
}

const rank = (item: ItemState): number => {
  const { priority } = item.tracked;
  return priority !== null && Number.isInteger(priority) && priority >= 1 && priority <= 4 ? priority : 5;
};

/** By code unit, so that the order is the same on every machine; numbers inside names are not special. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
