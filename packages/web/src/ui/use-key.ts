import { useEffect, useRef } from 'react';

/**
 * Calls `onKey` for keys that are pressed while nobody types and nothing lies over the page (a dialog, a
 * menu). It tells whether the key meant something to it.
 */
export function useKey(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector(COVERING) !== null) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const COVERING = '[role="dialog"], [role="alertdialog"], [role="menu"]';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
