import type { ItemView } from '@symphony/domain';
import type { Around } from '@symphony/protocol/words';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { type PageCommand, useCommand } from '../../live/use-command.ts';
import type { TakeoverState } from '../../terminal/takeover-state.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { type Act, actsOf } from './item-acts.ts';

interface ItemActionsProps {
  readonly item: ItemView;
  readonly description: string | null;
  readonly around: Around;
  readonly takeover: TakeoverState;
  onTakeover(): void;
}

/** The first few have buttons of their own. */
const BUTTONS = 2;

const LABELS: Readonly<Record<Act, string>> = {
  approve: 'Approve',
  resume: 'Resume',
  retry: 'Retry',
  pause: 'Pause after this turn',
  freeze: 'Freeze now',
  takeover: 'Take over',
  stop: 'Stop',
  edit: 'Edit',
};

/** What can be done with the item as it is. */
export function ItemActions({ item, description, around, takeover, onTakeover }: ItemActionsProps) {
  const [stopping, setStopping] = useState(false);
  const [editing, setEditing] = useState(false);
  const { busy, give } = useCommand();
  const id = item.identifier;
  const acts = actsOf(item, around, takeover);
  const perform = (act: Act): void => {
    if (act === 'stop') setStopping(true);
    else if (act === 'edit') setEditing(true);
    else void give(commandOf(act, id));
    if (act === 'takeover') onTakeover();
  };
  const shown = acts.slice(0, BUTTONS);
  const rest = acts.slice(BUTTONS);
  return (
    <>
      {shown.map((act) => (
        <Button
          key={act}
          look={act === 'approve' ? 'primary' : 'plain'}
          disabled={busy}
          onClick={() => perform(act)}
        >
          {LABELS[act]}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu
          entries={rest.map((act) => ({
            label: LABELS[act],
            danger: act === 'stop',
            onSelect: () => perform(act),
          }))}
        >
          <IconButton label="More to do">
            <Ellipsis className="size-4" aria-hidden />
          </IconButton>
        </Menu>
      )}
      <Confirm
        open={stopping}
        onOpenChange={setStopping}
        title={`Stop ${id}?`}
        description="Its agent is ended. Its work stays where it is, and Retry starts it again."
        act="Stop it"
        onConfirm={() => void give({ name: 'kill', id })}
      />
      {editing && <EditDialog item={item} description={description} onClose={() => setEditing(false)} />}
    </>
  );
}

function commandOf(act: Exclude<Act, 'stop' | 'edit'>, id: string): PageCommand {
  switch (act) {
    case 'pause':
      return { name: 'pause', id, now: false };
    case 'freeze':
      return { name: 'pause', id, now: true };
    default:
      return { name: act, id };
  }
}
