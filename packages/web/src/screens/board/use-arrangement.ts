import type { ItemId, ItemView } from '@symphony/domain';
import { atom, useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { toast } from 'sonner';
import { allItems, columnsAtom, frameAtom, store } from '../../live/board-atoms.ts';
import { client } from '../../live/connection.ts';
import { BY } from '../../live/use-command.ts';
import { asRequestError } from '../../live/use-query.ts';
import { arrange, arranged, isPlaced, type Placement, placementOf, type Side } from './arrange.ts';

/** Shown as if done until the board says so itself; after this long what the board says counts again. */
const PATIENCE_MS = 8_000;

/** Where things were put that the board does not know of yet. */
const askedAtom = atom<ReadonlyMap<ItemId, Placement>>(new Map());

const pendingAtom = atom((get) => {
  const asked = get(askedAtom);
  if (asked.size === 0) return asked;
  get(frameAtom);
  return new Map([...asked].filter(([id, placement]) => !isPlaced(allItems().get(id), placement)));
});

/** The line of those that wait, in the order the person put them in. */
export function useLine(ids: readonly ItemId[]): readonly ItemId[] {
  const pending = useAtomValue(pendingAtom);
  return pending.size === 0 ? ids : arranged(ids, allItems(), pending);
}

/** Puts an item beside another one, at once on this page and then for everybody, with a way back. */
export function useArrange(): (id: ItemId, target: ItemId, side: Side) => Promise<void> {
  return useCallback(async (id, target, side) => {
    const pending = store.get(pendingAtom);
    const items = allItems();
    const line = arranged(store.get(columnsAtom).waiting, items, pending).flatMap((each) => {
      const item = items.get(each);
      return item ? [{ ...item, ...pending.get(each) }] : [];
    });
    const placements = arrange(line, id, target, side);
    const [first] = placements;
    if (!first) return;
    const before = placements.flatMap((each) => line.find((item) => item.id === each.id) ?? []);
    if (!(await place(placements))) return;
    toast.success(`${nameOf(id)} now stands ${side} ${nameOf(target)}${priorityWords(before[0], first)}.`, {
      action: { label: 'Undo', onClick: () => void place(before.map(placementOf)) },
    });
  }, []);
}

/** True when all of it was accepted. What was refused goes back to where the board has it. */
async function place(placements: readonly Placement[]): Promise<boolean> {
  const ids = placements.map(({ id }) => id);
  store.set(askedAtom, (asked) => new Map([...asked, ...placements.map((each) => [each.id, each] as const)]));
  for (const { id, priority, rank } of placements) {
    const refusal = await refusalOf(id, priority, rank);
    if (refusal === null) continue;
    toast.error(refusal);
    forget(ids);
    return false;
  }
  window.setTimeout(() => forget(ids, placements), PATIENCE_MS);
  return true;
}

/** Quietly, unlike `give`: one sentence is said for the whole move, and it offers the way back. */
async function refusalOf(id: ItemId, priority: number | null, rank: number | null): Promise<string | null> {
  try {
    const answer = await client().command({ name: 'edit', id, priority, rank, by: BY });
    return answer.accepted ? null : answer.message;
  } catch (error) {
    const { message, nextStep } = asRequestError(error);
    return nextStep === null ? message : `${message} ${nextStep}`;
  }
}

/** With `only`: unless something else was asked for since. */
function forget(ids: readonly ItemId[], only?: readonly Placement[]): void {
  store.set(askedAtom, (asked) => {
    const left = new Map(asked);
    for (const id of ids) if (only === undefined || only.includes(left.get(id) as Placement)) left.delete(id);
    return left;
  });
}

const nameOf = (id: ItemId): string => allItems().get(id)?.identifier ?? id;

const priorityWords = (before: ItemView | undefined, { priority }: Placement): string => {
  if (before === undefined || before.priority === priority) return '';
  return priority === null ? ', without a priority' : `, with priority ${priority}`;
};
