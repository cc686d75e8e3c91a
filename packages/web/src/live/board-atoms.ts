import type { BoardFrame, BoardRest, ItemId, ItemView } from '@symphony/domain';
import { atom, createStore, type PrimitiveAtom } from 'jotai';
import { BoardModel, type Columns } from './board-model.ts';

/**
 * The board as the screens read it. Every item has an atom of its own, so a card is drawn again when
 * its own item changes and not when any of ten thousand does.
 */
export const store = createStore();

const model = new BoardModel();

/** Null until the first frame has come. */
export const restAtom = atom<BoardRest | null>(null);
export const columnsAtom = atom<Columns>(model.columns);
/** Changes with every frame: for what must look at all items. */
export const frameAtom = atom(0);

const items = new Map<ItemId, PrimitiveAtom<ItemView | null>>();

export function itemAtom(id: ItemId): PrimitiveAtom<ItemView | null> {
  const known = items.get(id);
  if (known) return known;
  const made = atom<ItemView | null>(model.items.get(id) ?? null);
  items.set(id, made);
  return made;
}

/** All items as of the last frame; not to be kept. */
export const allItems = (): ReadonlyMap<ItemId, ItemView> => model.items;

export function findItem(name: string): ItemView | null {
  const known = model.items.get(name);
  if (known) return known;
  const wanted = name.toLowerCase();
  for (const item of model.items.values()) if (item.identifier.toLowerCase() === wanted) return item;
  return null;
}

export const boardSeq = (): number => model.seq;

export function hearFrame(frame: BoardFrame): void {
  const change = model.apply(frame);
  for (const item of change.items) {
    const known = items.get(item.id);
    if (known) store.set(known, item);
  }
  for (const id of change.gone) {
    const known = items.get(id);
    if (known) store.set(known, null);
    items.delete(id);
  }
  if (change.rest) store.set(restAtom, change.rest);
  if (change.columns) store.set(columnsAtom, change.columns);
  store.set(frameAtom, (count) => count + 1);
}
