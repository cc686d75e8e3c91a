import type { ItemView } from '@symphony/domain';
import { give } from '../../live/use-command.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { actionLabel, stopWarning } from './card-actions.ts';

interface StopConfirmProps {
  readonly item: ItemView;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

/** Asks before an agent is ended or work is taken out of the train, and does it. */
export const StopConfirm = ({ item, open, onOpenChange }: StopConfirmProps) => (
  <Confirm
    open={open}
    onOpenChange={onOpenChange}
    title={`${actionLabel('stop', item)}: ${item.identifier}`}
    description={stopWarning(item)}
    act={actionLabel('stop', item)}
    onConfirm={() => void give({ name: 'kill', id: item.id })}
  />
);
