import type { ItemView } from '@symphony/domain';
import {
  ArrowDown,
  ArrowUp,
  Check,
  CircleStop,
  Ellipsis,
  type LucideIcon,
  Pause,
  Play,
  RotateCw,
} from 'lucide-react';
import { useState } from 'react';
import { restAtom, store } from '../../live/board-atoms.ts';
import { give, type PageCommand } from '../../live/use-command.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { actionLabel, actionsFor, type CardAction } from './card-actions.ts';
import { StopConfirm } from './stop-confirm.tsx';
import type { Moving } from './use-moving.ts';

const ICONS: Readonly<Record<CardAction, LucideIcon>> = {
  approve: Check,
  pause: Pause,
  resume: Play,
  retry: RotateCw,
  stop: CircleStop,
};

/** What can be done about an item without opening it. */
export function CardMenu({ item, moving }: { readonly item: ItemView; readonly moving: Moving | null }) {
  const [stopping, setStopping] = useState(false);
  const entries = [...movingEntries(item, moving), ...actionEntries(item, () => setStopping(true))];
  if (entries.length === 0) return null;
  return (
    // Above the link that covers the card.
    <span className="relative z-10 ml-auto">
      <Menu entries={entries}>
        <IconButton label={`Actions for ${item.identifier}`} size="sm" className="-my-1.5 -mr-1.5">
          <Ellipsis className="size-4" aria-hidden />
        </IconButton>
      </Menu>
      {stopping && <StopConfirm item={item} open onOpenChange={setStopping} />}
    </span>
  );
}

const movingEntries = (item: ItemView, moving: Moving | null): readonly MenuEntry[] =>
  moving === null
    ? []
    : [
        {
          label: 'Move up',
          icon: <ArrowUp className="size-4" />,
          onSelect: () => moving.onStep(item.id, -1),
        },
        {
          label: 'Move down',
          icon: <ArrowDown className="size-4" />,
          onSelect: () => moving.onStep(item.id, 1),
        },
      ];

/** Looked up when the card is drawn: whoever else changes the item has it drawn again. */
function actionEntries(item: ItemView, onStop: () => void): readonly MenuEntry[] {
  const rest = store.get(restAtom);
  if (!rest) return [];
  return actionsFor(item, { ...rest, at: Date.now() }).map((action) => {
    const Icon = ICONS[action];
    return {
      label: actionLabel(action, item),
      icon: <Icon className="size-4" />,
      danger: action === 'stop',
      onSelect: action === 'stop' ? onStop : () => void give(commandFor(action, item.id)),
    };
  });
}

const commandFor = (action: Exclude<CardAction, 'stop'>, id: string): PageCommand =>
  action === 'pause' ? { name: 'pause', id, now: false } : { name: action, id };
