import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import type { ItemId } from '@symphony/domain';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Side, sideAt } from './arrange.ts';

const KIND = 'waiting-card';

interface CardDrag {
  readonly dragging: boolean;
  /** Where the card that is held over this one would be put. */
  readonly side: Side | null;
}

/** Lets a card be taken and put beside another one. Null: it stands where it stands. */
export function useCardDrag(
  element: RefObject<HTMLElement | null>,
  id: ItemId,
  onDrop: ((moved: ItemId, target: ItemId, side: Side) => void) | null,
): CardDrag {
  const [dragging, setDragging] = useState(false);
  const [side, setSide] = useState<Side | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const moves = onDrop !== null;
  useEffect(() => {
    const card = element.current;
    if (!card || !moves) return;
    const sideOf = (input: { readonly clientY: number }): Side =>
      sideAt(input.clientY, card.getBoundingClientRect());
    return combine(
      draggable({
        element: card,
        getInitialData: () => ({ kind: KIND, id }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element: card,
        canDrop: ({ source }) => source.data.kind === KIND && source.data.id !== id,
        onDrag: ({ location }) => setSide(sideOf(location.current.input)),
        onDragLeave: () => setSide(null),
        onDrop: ({ source, location }) => {
          setSide(null);
          drop.current?.(String(source.data.id), id, sideOf(location.current.input));
        },
      }),
    );
  }, [element, id, moves]);
  return { dragging, side };
}
