import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { allItems, columnsAtom, frameAtom } from '../../live/board-atoms.ts';
import type { Columns } from '../../live/board-model.ts';
import { type BoardFilter, isNarrowed, narrowed, sameColumns } from './filter.ts';

/**
 * The columns as the filter leaves them. While one is set every frame is looked at, since what fits may
 * change; the board is drawn again only when a column did.
 */
export function useNarrowed({ text, label, player, mine }: BoardFilter): Columns {
  const columns = useMemo(() => {
    const filter = { text, label, player, mine };
    let last: Columns | null = null;
    return atom((get) => {
      const all = get(columnsAtom);
      if (!isNarrowed(filter)) return all;
      get(frameAtom);
      const found = narrowed(all, allItems(), filter);
      last = last !== null && sameColumns(last, found) ? last : found;
      return last;
    });
  }, [text, label, player, mine]);
  return useAtomValue(columns);
}
