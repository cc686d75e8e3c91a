import { useEffect, useState } from 'react';

/** Long enough that a word being typed is not called wrong. */
const PAUSE_MS = 300;

/** The text as it was when the typing paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
