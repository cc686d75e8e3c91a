import { type ItemId, isTroubled } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, memo, useRef } from 'react';
import { Link } from 'wouter';
import { itemPath } from '../../app/places.ts';
import { itemAtom } from '../../live/board-atoms.ts';
import { classes } from '../../ui/class-names.ts';
import { plainLine } from '../../ui/plain-text.ts';
import type { Side } from './arrange.ts';
import { CardMenu } from './card-menu.tsx';
import { Standing } from './standing.tsx';
import { useCardDrag } from './use-card-drag.ts';
import type { Moving } from './use-moving.ts';

interface CardProps {
  readonly id: ItemId;
  /** Null where the order is not a person's to choose. */
  readonly moving: Moving | null;
}

const LABELS = 4;

/** One item on the board. All of it leads to the item; what can be done is behind its menu. */
export const Card = memo(function Card({ id, moving }: CardProps) {
  const item = useAtomValue(itemAtom(id));
  const element = useRef<HTMLElement>(null);
  const { dragging, side } = useCardDrag(element, id, moving?.onDrop ?? null);
  if (!item) return null;
  // Its mission is told below, with its title.
  const labels = item.labels.filter((label) => label !== item.mission);
  const heard = plainLine(item.run?.lastMessage || (isTroubled(item) ? item.reason : ''), 220);
  const press = (event: KeyboardEvent): void => {
    if (!moving || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moving.onStep(id, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <article
      ref={element}
      onKeyDown={press}
      className={classes(
        'relative flex flex-col gap-1.5 rounded-md border border-line bg-panel px-3 py-2.5 shadow-xs hover:border-line-strong',
        dragging && 'opacity-40',
        moving && 'cursor-grab',
      )}
    >
      {side && <DropLine side={side} />}
      <div className="flex items-center gap-2 text-xs text-ink-faint">
        <span className="truncate font-mono">{plainLine(item.identifier, 60)}</span>
        {item.priority !== null && (
          <span className="font-semibold text-ink-soft" title={`Priority ${item.priority}`}>
            P{item.priority}
          </span>
        )}
        {item.returned && (
          <span title="It came back from the train">
            <CornerDownLeft className="size-3 text-warn" aria-label="Came back from the train" />
          </span>
        )}
        <CardMenu item={item} moving={moving} />
      </div>
      <Link
        href={itemPath(item.identifier)}
        draggable={false}
        data-card={id}
        className="line-clamp-3 leading-5 font-medium break-words text-ink after:absolute after:inset-0 after:rounded-md"
      >
        {plainLine(item.title, 300) || 'Without a title'}
      </Link>
      {labels.length > 0 && <Labels labels={labels} />}
      <Standing item={item} />
      {heard !== '' && <p className="line-clamp-2 text-xs break-words text-ink-faint">{heard}</p>}
    </article>
  );
});

function Labels({ labels }: { readonly labels: readonly string[] }) {
  const more = labels.length - LABELS;
  return (
    <ul aria-label="Labels" className="flex flex-wrap gap-1 text-xs text-ink-soft">
      {labels.slice(0, LABELS).map((label) => (
        <li key={label} className="max-w-full truncate rounded-sm border border-line px-1">
          {plainLine(label, 30)}
        </li>
      ))}
      {more > 0 && <li title={labels.slice(LABELS).join(', ')}>+{more}</li>}
    </ul>
  );
}

/** Where the card that is held would be put. */
const DropLine = ({ side }: { readonly side: Side }) => (
  <div
    aria-hidden
    className={classes(
      'absolute inset-x-0 z-20 h-0.5 rounded-full bg-accent',
      side === 'before' ? '-top-1.5' : '-bottom-1.5',
    )}
  />
);
