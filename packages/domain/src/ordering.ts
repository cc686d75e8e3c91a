import type { Instant } from './work-item.ts';

/** What the place of an item in the line depends on. */
export interface Ordered {
  readonly identifier: string;
  readonly priority: number | null;
  /** Given by hand; without one the item stands where its age puts it. */
  readonly rank: number | null;
  readonly createdAt: Instant | null;
  /** It came back from the train: it is nearly done, and others may wait for it. */
  readonly returned: boolean;
}

/**
 * The order of dispatch (C12): what came back from the train first, then priority 1 to 4, then the
 * place given by hand or else the oldest, then the identifier.
 */
export function compareWork(a: Ordered, b: Ordered): number {
  return (
    Number(b.returned) - Number(a.returned) ||
    level(a) - level(b) ||
    difference(placeOf(a), placeOf(b)) ||
    compareText(a.identifier, b.identifier)
  );
}

/** Where an item must stand to come after `above` and before `below`; null for an end of the line. */
export function placeBetween(
  above: Ordered | null,
  below: Ordered | null,
): { readonly priority: number | null; readonly rank: number | null } {
  const beside = above ?? below;
  if (beside === null) return { priority: null, rank: null };
  if (above === null) return { priority: beside.priority, rank: placeOf(beside) - STEP };
  if (below === null || level(below) !== level(above))
    return { priority: above.priority, rank: placeOf(above) + STEP };
  return { priority: above.priority, rank: (placeOf(above) + placeOf(below)) / 2 };
}

/** Places are instants: a minute leaves room for very many items between two. */
const STEP = 60_000;

/** An item of unknown age stands last; the number leaves room for a place behind it. */
const placeOf = (item: Ordered): number => item.rank ?? item.createdAt ?? Number.MAX_SAFE_INTEGER - 2 * STEP;

const level = ({ priority }: Ordered): number =>
  priority !== null && Number.isInteger(priority) && priority >= 1 && priority <= 4 ? priority : 5;

const difference = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** By code unit, so that the order is the same on every machine; numbers inside names are not special. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
