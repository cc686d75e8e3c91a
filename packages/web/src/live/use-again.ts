import { useEffect, useRef } from 'react';

/** Asks again each time the mark is another than before; the first time is the question itself. */
export function useAgain(mark: string, again: () => void): void {
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current === mark) return;
    seen.current = mark;
    again();
  }, [mark, again]);
}
