import { useEffect } from 'react';

/** Calls when Escape is pressed and nothing lies over the page that it would close; also while somebody types. */
export function useEscape(listens: boolean, call: () => void): void {
  useEffect(() => {
    if (!listens) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return;
      event.preventDefault();
      call();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [listens, call]);
}
