import type { Entry, ItemId, ItemView, StatusView } from '@symphony/domain';
import { type Group, type NameOf, nameBook, wordsOf } from '@symphony/protocol/words';
import { BoardModel, GROUPS } from '../../live/board-model.ts';
import { plainLine } from '../../ui/plain-text.ts';

/** The board when an entry had just been recorded, and that entry; null for the time before the first. */
export interface Moment {
  readonly seq: number;
  readonly status: StatusView;
  readonly entry: Entry | null;
}

/** Its items in the columns of the board, in the order they stood there. */
export function columnsOf(status: StatusView): Readonly<Record<Group, readonly ItemView[]>> {
  const model = new BoardModel();
  model.apply({ kind: 'board', status });
  const itemsIn = (group: Group): readonly ItemView[] =>
    model.columns[group].flatMap((id) => model.items.get(id) ?? []);
  return Object.fromEntries(GROUPS.map((group) => [group, itemsIn(group)])) as Record<Group, ItemView[]>;
}

/** The item an entry speaks of. */
export const itemOf = (entry: Entry | null): ItemId | null =>
  entry !== null && 'item' in entry.event ? entry.event.item : null;

/** What happened, in words, with the name of the item it happened to. */
export function happening({ status, entry }: Moment): {
  readonly name: string | null;
  readonly words: string;
} {
  if (entry === null) return { name: null, words: 'Nothing has happened yet.' };
  const book = nameBook(status);
  book.hear(entry);
  const nameOf: NameOf = book.nameOf;
  const item = itemOf(entry);
  return { name: item === null ? null : nameOf(item), words: plainLine(wordsOf(entry.event, nameOf), 600) };
}
