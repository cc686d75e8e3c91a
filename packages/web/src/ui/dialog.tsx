import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';

interface DialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(0_0_0/0.45)]" />
        <Radix.Content
          className="fixed inset-x-4 top-[8vh] z-50 mx-auto max-h-[84vh] max-w-xl overflow-auto rounded-lg border border-line bg-panel p-5 shadow-xl"
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="text-ink-soft">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" size="sm">
                <X className="size-4" aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly title: string;
  readonly description: string;
  /** The word on the button that does it. */
  readonly act: string;
  onConfirm(): void;
}

/** Asked before something is destroyed. */
export function Confirm({ open, onOpenChange, title, description, act, onConfirm }: ConfirmProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>Keep it</Button>
        <Button
          look="danger"
          onClick={() => {
            onOpenChange(false);
            onConfirm();
          }}
        >
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
