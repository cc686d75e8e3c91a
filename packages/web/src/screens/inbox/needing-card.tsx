import type { ItemId, ItemView } from '@symphony/domain';
import { whereabouts } from '@symphony/protocol/words';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import { itemPath } from '../../app/places.ts';
import { itemAtom, restAtom } from '../../live/board-atoms.ts';
import { useCommand } from '../../live/use-command.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import { Ago } from '../../ui/time.tsx';
import { actionLabel, actionsFor } from '../board/card-actions.ts';
import { toneFor } from '../board/card-view.ts';
import { StopConfirm } from '../board/stop-confirm.tsx';

/** An item that goes no further by itself: why, and what moves it on. */
export function NeedingCard({ id }: { readonly id: ItemId }) {
  const item = useAtomValue(itemAtom(id));
  const rest = useAtomValue(restAtom);
  if (!item || !rest) return null;
  const where = whereabouts(item, { ...rest, at: Number.POSITIVE_INFINITY });
  return (
    <div className="flex flex-col gap-3 p-4 sm:flex-row sm:items-start">
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex items-baseline gap-2">
          <Badge tone={toneFor(item, where)}>{item.givenUp ? 'given up' : where}</Badge>
          <Link href={itemPath(item.identifier)} className="min-w-0 truncate font-medium hover:underline">
            <span className="mr-2 font-mono text-sm text-ink-faint">{plainLine(item.identifier, 60)}</span>
            {plainLine(item.title, 200)}
          </Link>
        </div>
        {item.reason !== '' && (
          <p className="line-clamp-4 text-sm break-words whitespace-pre-line text-ink-soft">
            {plainText(item.reason.slice(0, 2_000))}
          </p>
        )}
        <p className="text-sm text-ink-faint">
          <Ago at={item.changedAt} />
          {item.attempt > 1 && ` · attempt ${item.attempt}`}
        </p>
      </div>
      <Remedies item={item} />
    </div>
  );
}

function Remedies({ item }: { readonly item: ItemView }) {
  const rest = useAtomValue(restAtom);
  const [stopping, setStopping] = useState(false);
  const { busy, give } = useCommand();
  if (!rest) return null;
  const actions = actionsFor(item, { ...rest, at: 0 });
  return (
    <div className="flex flex-wrap gap-2">
      {(['approve', 'retry'] as const)
        .filter((action) => actions.includes(action))
        .map((action) => (
          <Button
            key={action}
            look="primary"
            disabled={busy}
            onClick={() => void give({ name: action, id: item.id })}
          >
            {actionLabel(action, item)}
          </Button>
        ))}
      {actions.includes('stop') && (
        <Button look="danger" disabled={busy} onClick={() => setStopping(true)}>
          {actionLabel('stop', item)}
        </Button>
      )}
      <StopConfirm item={item} open={stopping} onOpenChange={setStopping} />
    </div>
  );
}
