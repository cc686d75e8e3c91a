import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** So near to the end counts as at it. */
export const NEAR_PX = 48;
/** A scroll this soon after a wheel, a finger or a key was meant. */
const MEANT_MS = 600;

const KEYS_UP = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Keeps what scrolls at its end while it grows, until the person scrolls up; at the end again it is
 * kept there again. Only what a person does counts: rows that turn out higher or lower than was
 * thought move the place too, and mean nothing.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  height: number,
): { readonly letGo: () => void } {
  const sticks = useRef(true);
  const letGo = useRef(() => {
    sticks.current = false;
  });
  const there = height > 0;

  useEffect(() => {
    const element = there ? scroller.current : null;
    if (!element) return;
    let meantAt = Number.NEGATIVE_INFINITY;
    let dragging = false;
    let before = element.scrollTop;
    const ended = new AbortController();
    const on = <E extends Event>(type: string, hear: (event: E) => void): void =>
      element.addEventListener(type, (event) => hear(event as E), { passive: true, signal: ended.signal });
    const mean = (event: Event): void => {
      meantAt = event.timeStamp;
    };
    on<WheelEvent>('wheel', (event) => {
      if (event.deltaY < 0) mean(event);
    });
    on('touchmove', mean);
    on<KeyboardEvent>('keydown', (event) => {
      if (KEYS_UP.has(event.key)) mean(event);
    });
    on('pointerdown', () => {
      dragging = true; // the scroll bar, too
    });
    window.addEventListener('pointerup', () => (dragging = false), { signal: ended.signal });
    on('scroll', (event) => {
      const up = element.scrollTop < before;
      before = element.scrollTop;
      if (isAtEnd(element)) sticks.current = true;
      else if (up && (dragging || event.timeStamp - meantAt < MEANT_MS)) sticks.current = false;
    });
    return () => ended.abort();
  }, [scroller, there]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it has grown.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && sticks.current) element.scrollTop = element.scrollHeight;
  }, [scroller, height]);

  return { letGo: letGo.current };
}

const isAtEnd = (element: HTMLElement): boolean =>
  element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
