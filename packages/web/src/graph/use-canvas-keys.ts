import { useEffect, useRef } from 'react';

interface CanvasKeys {
  fit(): void;
  search(): void;
}

/**
 * `f` and `/` while a canvas is on the page. The page has a `/` of its own, so this one listens on the
 * way down and keeps the key to itself.
 */
export function useCanvasKeys(keys: CanvasKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event.target)) return;
      if (event.key === 'f') latest.current.fit();
      else if (event.key === '/') latest.current.search();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** Somebody types, or something lies over the page. */
export const isBusyElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))) ||
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
