import { createContext, useContext, useState } from 'react';

/**
 * What the person has opened. It is kept beside the rows, which come and go as they are scrolled past.
 */
export const OpenedContext = createContext<Set<string>>(new Set());

export function useOpened(key: string): readonly [open: boolean, toggle: () => void] {
  const opened = useContext(OpenedContext);
  const [open, setOpen] = useState(opened.has(key));
  const toggle = (): void => {
    if (open) opened.delete(key);
    else opened.add(key);
    setOpen(!open);
  };
  return [open, toggle];
}
