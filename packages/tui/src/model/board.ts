import { type BoardFrame, compareWork, type ItemView, type StatusView } from '@symphony/domain';
import { type Group, groupOf } from '@symphony/protocol/words';

/** The board after a frame; null while the first one, which holds everything, has not come. */
export function applyFrame(board: StatusView | null, frame: BoardFrame): StatusView | null {
  if (frame.kind === 'board') return { ...frame.status, items: inOrder(frame.status.items) };
  if (board === null) return null;
  const items = new Map(board.items.map((item) => [item.id, item]));
  for (const id of frame.gone) items.delete(id);
  for (const item of frame.items) items.set(item.id, item);
  return { ...board, ...frame.rest, seq: frame.seq, at: frame.at, items: inOrder([...items.values()]) };
}

const inOrder = (items: readonly ItemView[]): readonly ItemView[] => items.toSorted(compareWork);

export const GROUP_TITLES: Readonly<Record<Group, string>> = {
  'needs-you': 'Needs you',
  working: 'Working',
  merging: 'In the merge train',
  waiting: 'Waiting',
  done: 'Done',
};

/** What a person must see first comes first. */
const GROUPS = Object.keys(GROUP_TITLES) as readonly Group[];

export interface GroupOfItems {
  readonly group: Group;
  readonly items: readonly ItemView[];
}

/** Groups that hold something, each in the order of dispatch; what is done with the newest first. */
export function groupsOf(board: StatusView): readonly GroupOfItems[] {
  const by = Map.groupBy(board.items, (item) => groupOf(item, board));
  return GROUPS.flatMap((group) => {
    const items = by.get(group);
    if (!items) return [];
    return [{ group, items: group === 'done' ? items.toSorted((a, b) => b.changedAt - a.changedAt) : items }];
  });
}

/** The items in the order they are listed. */
export const listed = (board: StatusView): readonly ItemView[] =>
  groupsOf(board).flatMap(({ items }) => items);

export const itemWith = (board: StatusView | null, id: string | null): ItemView | null =>
  board?.items.find((item) => item.id === id || item.identifier === id) ?? null;
