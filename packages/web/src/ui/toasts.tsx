import { useAtomValue } from 'jotai';
import { Toaster } from 'sonner';
import { shownThemeAtom } from '../app/theme.ts';
import './toasts.css';

/** What was done, and what could not be, at the corner of the page. */
export function Toasts() {
  return (
    <Toaster
      theme={useAtomValue(shownThemeAtom)}
      position="bottom-left"
      mobileOffset={{ bottom: 64 }}
      closeButton
    />
  );
}
