import { useSyncExternalStore } from 'react';

/** From here on a drawing has room beside words. */
const wide = window.matchMedia('(min-width: 768px)');

const subscribe = (call: () => void): (() => void) => {
  wide.addEventListener('change', call);
  return () => wide.removeEventListener('change', call);
};

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
