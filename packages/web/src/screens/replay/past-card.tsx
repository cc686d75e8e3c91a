import type { ItemView, StatusView } from '@symphony/domain';
import { whereabouts } from '@symphony/protocol/words';
import { memo } from 'react';
import { Link } from 'wouter';
import { itemPath } from '../../app/places.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/class-names.ts';
import { plainLine } from '../../ui/plain-text.ts';
import { toneFor } from '../board/card-view.ts';

interface PastCardProps {
  readonly item: ItemView;
  readonly status: StatusView;
  /** The entry that is looked at speaks of it. */
  readonly spokenOf: boolean;
}

/** An item as it was. Nothing can be done with it here; it leads to the item as it is. */
export const PastCard = memo(function PastCard({ item, status, spokenOf }: PastCardProps) {
  const where = whereabouts(item, status);
  return (
    <article
      className={classes(
        'relative rounded-md border bg-panel px-2.5 py-2 hover:border-line-strong',
        spokenOf ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex items-center justify-between gap-2 text-xs text-ink-faint">
        <span className="truncate font-mono">{plainLine(item.identifier, 60)}</span>
        {where !== 'open' && <Badge tone={toneFor(item, where)}>{where}</Badge>}
      </div>
      <Link
        href={itemPath(item.identifier)}
        className="line-clamp-2 text-sm break-words text-ink after:absolute after:inset-0 after:rounded-md"
      >
        {plainLine(item.title, 200) || 'Without a title'}
      </Link>
    </article>
  );
});
