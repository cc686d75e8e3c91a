import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react';
import type { CanvasHandle } from './canvas.tsx';

/**
 * What is asked of the outer part is asked of the drawing inside it, once that is loaded. `show`: how
 * a node is shown where that takes more than moving the drawing.
 */
export function useForwardedHandle(
  handle: Ref<CanvasHandle> | undefined,
  inner: RefObject<CanvasHandle | null>,
  show?: (id: string) => void,
): void {
  const latest = useRef(show);
  latest.current = show;
  useImperativeHandle(
    handle,
    () => ({
      fit: () => inner.current?.fit(),
      zoom: (by) => inner.current?.zoom(by),
      show: (id) => (latest.current ?? inner.current?.show)?.(id),
      pointAt: (page) => inner.current?.pointAt(page) ?? page,
      middle: () => inner.current?.middle() ?? { x: 0, y: 0 },
    }),
    [inner],
  );
}
