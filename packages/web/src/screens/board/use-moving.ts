import type { ItemId } from '@symphony/domain';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type Side, step } from './arrange.ts';
import { useArrange } from './use-arrangement.ts';

/** How a card of the waiting line is put elsewhere. */
export interface Moving {
  onStep(id: ItemId, by: -1 | 1): void;
  onDrop(id: ItemId, target: ItemId, side: Side): void;
}

/** A new object for every move: the same card may be moved twice. */
export interface Moved {
  readonly id: ItemId;
}

/** Moves cards of the waiting line, by hand and by key. The same object for all cards, so none is drawn again. */
export function useMoving(line: readonly ItemId[]): {
  readonly moving: Moving;
  readonly moved: Moved | null;
} {
  const [moved, setMoved] = useState<Moved | null>(null);
  const put = useArrange();
  const shown = useRef(line);
  shown.current = line;
  const onDrop = useCallback(
    (id: ItemId, target: ItemId, side: Side) => {
      setMoved({ id });
      void put(id, target, side);
    },
    [put],
  );
  const onStep = useCallback(
    (id: ItemId, by: -1 | 1) => {
      const found = step(shown.current, id, by);
      if (found) onDrop(id, found.target, found.side);
    },
    [onDrop],
  );
  return { moving: useMemo(() => ({ onDrop, onStep }), [onDrop, onStep]), moved };
}
