import type { ItemId } from '@symphony/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from '../../ui/class-names.ts';
import { Card } from './card.tsx';
import type { Moved, Moving } from './use-moving.ts';

interface ColumnProps {
  readonly title: string;
  readonly ids: readonly ItemId[];
  /** At the right of its title. */
  readonly aside?: ReactNode;
  /** The one a narrow screen shows. */
  readonly current: boolean;
  readonly moving: Moving | null;
  /** The card that was moved last: it keeps the focus and is brought into sight. */
  readonly moved: Moved | null;
  /** What is said when nothing is in it. */
  readonly empty: string;
}

const CARD_HEIGHT = 104;
const GAP = 8;

/** One column of the board. Only the cards that can be seen are made: it may hold thousands. */
export function Column({ title, ids, aside, current, moving, moved, empty }: ColumnProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useId();
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    useFlushSync: false, // a frame late is not seen; drawing at once holds everything else up
    getItemKey: (at) => ids[at] ?? at,
    estimateSize: () => CARD_HEIGHT,
    gap: GAP,
    overscan: 4,
  });
  const latest = useRef(ids);
  latest.current = ids;
  useEffect(() => {
    const at = moved === null ? -1 : latest.current.indexOf(moved.id);
    if (at < 0 || moved === null) return;
    virtual.scrollToIndex(at, { align: 'auto' });
    // The card is made by the scrolling, so it can be focused in the frame after it.
    const frame = window.requestAnimationFrame(() => focusCard(scroller.current, moved.id));
    return () => window.cancelAnimationFrame(frame);
  }, [moved, virtual]);
  return (
    <section
      aria-labelledby={heading}
      className={classes('min-h-0 flex-col rounded-lg bg-sunken md:flex', current ? 'flex' : 'hidden')}
    >
      <header className="flex h-10 items-center gap-2 px-3">
        <h2 id={heading} className="text-sm font-semibold">
          {title} <span className="ml-1 font-normal text-ink-faint tabular-nums">{ids.length}</span>
        </h2>
        <span className="ml-auto flex items-center gap-2">{aside}</span>
      </header>
      {ids.length === 0 && <p className="px-3 pb-3 text-sm text-ink-faint">{empty}</p>}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Card id={String(key)} moving={moving} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function focusCard(within: HTMLElement | null, id: ItemId): void {
  for (const link of within?.querySelectorAll<HTMLElement>('[data-card]') ?? [])
    if (link.dataset.card === id) link.focus();
}
