import { Confirm } from '../../../ui/dialog.tsx';

interface AbortConfirmProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  onConfirm(): void;
}

export const AbortConfirm = (props: AbortConfirmProps) => (
  <Confirm
    {...props}
    title="Abort this mission?"
    description="Everything of it stops for good. Its branch and its chambers stay, with all that is in them."
    act="Abort the mission"
  />
);
