import { useEffect, useRef } from 'react';
import { PLACES } from './places.ts';

interface Shortcuts {
  openPalette(): void;
  go(path: string): void;
}

/** A second key must follow this soon. */
const PAIR_MS = 1_200;

/** Ctrl/Cmd-K opens the palette, as does `/`; `g` and a letter go to a screen. Typing is left alone. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        latest.current.openPalette();
      } else if (event.key === 'g') wentAt = event.timeStamp;
      else if (event.timeStamp - wentAt < PAIR_MS) {
        wentAt = Number.NEGATIVE_INFINITY;
        const place = PLACES.find(({ key }) => key === event.key);
        if (place) latest.current.go(place.path);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
