import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useRef } from 'react';
import type { Point } from '../../../graph/graph.ts';
import { PALETTE_KIND } from './palette-list.tsx';

/** Lets entries of the palette be dropped on an element; told with the point of the page. */
export function usePaletteDrop(
  element: RefObject<HTMLElement | null>,
  onDrop: (entry: string, at: Point) => void,
): void {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const canvas = element.current;
    if (!canvas) return;
    return dropTargetForElements({
      element: canvas,
      canDrop: ({ source }) => source.data.kind === PALETTE_KIND,
      onDrop: ({ source, location: { current } }) =>
        latest.current(String(source.data.entry), { x: current.input.clientX, y: current.input.clientY }),
    });
  }, [element]);
}
