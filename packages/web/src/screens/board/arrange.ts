import { compareWork, type ItemId, type ItemView, placeBetween } from '@symphony/domain';

/** Where an item is to stand. */
export interface Placement {
  readonly id: ItemId;
  readonly priority: number | null;
  readonly rank: number | null;
}

/** On which side of another card something is put. */
export type Side = 'before' | 'after';

/**
 * What must be changed so that `id` stands beside `target`. Mostly that is one placement. Items of the
 * same age have no room between them: then those that follow are moved on as far as is needed.
 * Nothing when it cannot stand there: work that came back from the train is always first.
 */
export function arrange(
  line: readonly ItemView[],
  id: ItemId,
  target: ItemId,
  side: Side,
): readonly Placement[] {
  const moved = line.find((each) => each.id === id);
  const others = line.filter((each) => each.id !== id);
  const at = others.findIndex((each) => each.id === target);
  if (!moved || at < 0) return [];
  const slot = side === 'before' ? at : at + 1;
  if (others[slot - 1]?.id === line[line.indexOf(moved) - 1]?.id) return []; // it stands there already
  const peer = (item: ItemView | undefined): ItemView | null =>
    item !== undefined && item.returned === moved.returned ? item : null;
  const above = peer(others[slot - 1]);
  const below = peer(others[slot]);
  if (above === null && below === null) return [];

  const first = stand(moved, above, below);
  const placements = [placementOf(first)];
  let last = first;
  for (const next of others.slice(slot)) {
    if (next.returned !== moved.returned || compareWork(last, next) < 0) break;
    last = { ...next, ...placeBetween(last, null) };
    placements.push(placementOf(last));
  }
  return placements;
}

function stand(moved: ItemView, above: ItemView | null, below: ItemView | null): ItemView {
  // At the border of two priorities an item that has the lower one keeps it.
  const border = above !== null && below !== null && above.priority !== below.priority;
  const upper = border && moved.priority === below.priority ? null : above;
  const wanted = { ...moved, ...placeBetween(upper, below) };
  const fits = above === null || compareWork(above, wanted) < 0;
  return fits ? wanted : { ...moved, ...placeBetween(above, null) };
}

/** One up or down, among those that are shown. */
export function step(
  shown: readonly ItemId[],
  id: ItemId,
  by: -1 | 1,
): { readonly target: ItemId; readonly side: Side } | null {
  const target = shown[shown.indexOf(id) + by];
  if (!shown.includes(id) || target === undefined) return null;
  return { target, side: by < 0 ? 'before' : 'after' };
}

/** The line as it will be when the placements are known to everybody. */
export function arranged(
  line: readonly ItemId[],
  items: ReadonlyMap<ItemId, ItemView>,
  placements: ReadonlyMap<ItemId, Placement>,
): readonly ItemId[] {
  if (!line.some((id) => placements.has(id))) return line;
  return line
    .flatMap((id) => items.get(id) ?? [])
    .map((item) => ({ ...item, ...placements.get(item.id) }))
    .sort(compareWork)
    .map(({ id }) => id);
}

export const placementOf = ({ id, priority, rank }: ItemView): Placement => ({ id, priority, rank });

/** Whether the board says already what was asked of it. */
export const isPlaced = (item: ItemView | undefined, { priority, rank }: Placement): boolean =>
  item === undefined || (item.priority === priority && item.rank === rank);

/** The nearer edge of a card. */
export const sideAt = (
  y: number,
  { top, height }: { readonly top: number; readonly height: number },
): Side => (y < top + height / 2 ? 'before' : 'after');
