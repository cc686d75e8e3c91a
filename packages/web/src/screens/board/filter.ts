import type { ItemId, ItemView } from '@symphony/domain';
import type { Group } from '@symphony/protocol/words';
import { type Columns, GROUPS } from '../../live/board-model.ts';

/** What the board is narrowed to. Kept in the address, so that it can be bookmarked and sent. */
export interface BoardFilter {
  readonly text: string;
  readonly label: string;
  readonly player: string;
  /** Only what waits for a person. */
  readonly mine: boolean;
}

export const readFilter = (query: URLSearchParams): BoardFilter => ({
  text: query.get('text') ?? '',
  label: query.get('label') ?? '',
  player: query.get('player') ?? '',
  mine: query.get('mine') === '1',
});

/** The address's query with this filter in it; what else stands there stays. */
export function writeFilter(query: URLSearchParams, filter: BoardFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  const values = { ...filter, mine: filter.mine ? '1' : '' };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export const isNarrowed = ({ text, label, player, mine }: BoardFilter): boolean =>
  text.trim() !== '' || label !== '' || player !== '' || mine;

/** Every word must be somewhere in what a person sees of the item. Made once for many items. */
export function fitting({
  text,
  label,
  player,
  mine,
}: BoardFilter): (item: ItemView, group: Group) => boolean {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return (item, group) => {
    if (mine && group !== 'needs-you') return false;
    if (label !== '' && !item.labels.includes(label)) return false;
    if (player !== '' && item.run?.player !== player) return false;
    if (words.length === 0) return true;
    const seen = seenOf(item);
    return words.every((word) => seen.includes(word));
  };
}

/** Kept with the item: while a filter is set all items are looked through several times a second. */
const seenTexts = new WeakMap<ItemView, string>();

function seenOf(item: ItemView): string {
  const known = seenTexts.get(item);
  if (known !== undefined) return known;
  const text = `${item.identifier} ${item.title} ${item.labels.join(' ')}`.toLowerCase();
  seenTexts.set(item, text);
  return text;
}

/** The columns with only what fits. A column nothing was taken from stays the same array. */
export function narrowed(
  columns: Columns,
  items: ReadonlyMap<ItemId, ItemView>,
  filter: BoardFilter,
): Columns {
  if (!isNarrowed(filter)) return columns;
  const fits = fitting(filter);
  const made: Record<Group, readonly ItemId[]> = { ...columns };
  for (const group of GROUPS) {
    const ids = columns[group];
    const kept = ids.filter((id) => {
      const item = items.get(id);
      return item !== undefined && fits(item, group);
    });
    if (kept.length !== ids.length) made[group] = kept;
  }
  return made;
}

export const sameColumns = (a: Columns, b: Columns): boolean =>
  GROUPS.every((group) => a[group] === b[group] || sameIds(a[group], b[group]));

const sameIds = (a: readonly ItemId[], b: readonly ItemId[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at]);

/** The labels in use, the most used first. */
export function labelsOf(items: Iterable<ItemView>, most: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const { labels } of items) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([label]) => label);
}
