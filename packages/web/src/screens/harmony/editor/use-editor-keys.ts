import { useEffect, useRef } from 'react';
import { isBusyElsewhere } from '../../../graph/use-canvas-keys.ts';

export interface EditorKeys {
  undo(): void;
  redo(): void;
  remove(): void;
  duplicate(): void;
  chooseAll(): void;
  connect(): void;
  breakpoint(): void;
  /** Into the chosen loop. */
  open(): void;
  leave(): void;
  /** What is to be on the clipboard; null when nothing is chosen. */
  copy(): string | null;
  paste(text: string): void;
}

/** The keys of the editor, while nobody types. Text that is selected is copied as ever. */
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isBusyElsewhere(event.target)) return;
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    const copy = (event: ClipboardEvent): void => {
      if (isBusyElsewhere(event.target) || window.getSelection()?.isCollapsed === false) return;
      const text = latest.current.copy();
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut') latest.current.remove();
    };
    const paste = (event: ClipboardEvent): void => {
      if (isBusyElsewhere(event.target)) return;
      latest.current.paste(event.clipboardData?.getData('text/plain') ?? '');
    };
    window.addEventListener('keydown', press);
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('keydown', press);
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, []);
}

function actOf(event: KeyboardEvent, keys: EditorKeys): (() => void) | null {
  const { key, shiftKey, altKey } = event;
  if (altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    switch (key.toLowerCase()) {
      case 'z':
        return shiftKey ? keys.redo : keys.undo;
      case 'y':
        return keys.redo;
      case 'd':
        return keys.duplicate;
      case 'a':
        return keys.chooseAll;
      default:
        return null;
    }
  }
  switch (key) {
    case 'Delete':
    case 'Backspace':
      return keys.remove;
    case 'c':
      return keys.connect;
    case 'b':
      return keys.breakpoint;
    case 'o':
      return keys.open;
    case 'Escape':
      return keys.leave;
    default:
      return null;
  }
}
