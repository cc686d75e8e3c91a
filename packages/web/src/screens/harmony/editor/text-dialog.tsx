import { Dialog } from '../../../ui/dialog.tsx';
import type { Checked } from './use-problems.ts';

interface TextDialogProps {
  readonly checked: Checked;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

/** The melody as its file would read; only to be looked at. */
export function TextDialog({ checked, open, onOpenChange }: TextDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="As text" description="What saving would write.">
      {checked.text === null ? (
        <p className="text-ink-soft">
          {checked.checking ? 'Being written…' : 'There is no text while something is wrong with it.'}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <pre tabIndex={0} className="max-h-[60vh] overflow-auto rounded-md bg-sunken p-3 font-mono text-sm">
          {checked.text}
        </pre>
      )}
    </Dialog>
  );
}
