import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { allItems, columnsAtom, frameAtom } from '../../live/board-atoms.ts';
import type { Columns } from '../../live/board-model.ts';
import { type BoardFilter, isNarrowed, narrowed, sameColumns } from './filter.ts';

/** What was found the last time, and in what. */
interface Look {
  readonly frame: number;
  readonly all: Columns;
  readonly found: Columns;
}

/**
 * The columns as the filter leaves them. While one is set every frame is looked at, since what fits may
 * change; the board is drawn again only when a column did.
 */
export function useNarrowed({ text, label, player, mine }: BoardFilter): Columns {
  const columns = useMemo(() => {
    const filter = { text, label, player, mine };
    let last: Look | null = null;
    return atom((get) => {
      const all = get(columnsAtom);
      if (!isNarrowed(filter)) return all;
      const frame = get(frameAtom);
      // Read once to be drawn and again to be followed: ten thousand items are looked through once.
      if (last?.frame === frame && last.all === all) return last.found;
      const found = narrowed(all, allItems(), filter);
      last = { frame, all, found: last !== null && sameColumns(last.found, found) ? last.found : found };
      return last.found;
    });
  }, [text, label, player, mine]);
  return useAtomValue(columns);
}
