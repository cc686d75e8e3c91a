import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';

/** Browsers refuse an address that changes many times a second. */
const SETTLED_MS = 300;

/** The entry that is looked at, kept in the address. Null is now: the end of the log, wherever that is. */
export function usePlace(): readonly [number | null, (seq: number | null) => void] {
  const [query, setQuery] = useSearchParams();
  const named = readSeq(query.get('seq'));
  const [seq, setSeq] = useState(named);
  const written = useRef(named);

  // The address was changed by somebody else: a link, or the way back.
  useEffect(() => {
    if (named === written.current) return;
    written.current = named;
    setSeq(named);
  }, [named]);

  useEffect(() => {
    if (seq === written.current) return;
    const timer = window.setTimeout(() => {
      written.current = seq;
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          if (seq === null) next.delete('seq');
          else next.set('seq', String(seq));
          return next;
        },
        { replace: true },
      );
    }, SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [seq, setQuery]);

  const go = useCallback((next: number | null) => setSeq(next), []);
  return [seq, go];
}

/** Null for what names no entry. */
export function readSeq(text: string | null): number | null {
  if (text === null || !/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}
