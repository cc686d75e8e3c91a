import { useEffect, useState } from 'react';

/**
 * How many of so many parts may be drawn by now: one more with each frame. All of a large screen at once would hold the
 * page up for longer than a person takes for an answer, and the first part is seen sooner.
 */
export function useFilling(parts: number): number {
  const [filled, setFilled] = useState(0);
  useEffect(() => {
    if (filled >= parts) return;
    const frame = window.requestAnimationFrame(() => setFilled(filled + 1));
    return () => window.cancelAnimationFrame(frame);
  }, [filled, parts]);
  return filled;
}
