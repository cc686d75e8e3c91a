import type { ItemId } from '@symphony/domain';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
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
  /** False: its cards are not made yet. */
  readonly filled: boolean;
}

const CARD_HEIGHT = 104;
/** As `gap-2` has it. */
const GAP = 8;

/** One column of the board. Only the cards that can be seen are made: it may hold thousands. */
export function Column({ title, ids, aside, current, moving, moved, empty, filled }: ColumnProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useId();
  const virtual = useVirtualizer({
    count: filled ? ids.length : 0,
    getScrollElement: () => scroller.current,
    useFlushSync: false, // a frame late is not seen; drawing at once holds everything else up
    getItemKey: (at) => ids[at] ?? at,
    estimateSize: () => CARD_HEIGHT,
    measureElement: heightOf,
    gap: GAP,
    overscan: 2,
  });
  const cards = virtual.getVirtualItems();
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
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2 [overflow-anchor:none]">
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {/* The cards push each other down by themselves: none lies over another until its height is known. */}
          <ul
            className="absolute inset-x-0 top-0 flex flex-col gap-2"
            style={{ transform: `translateY(${cards[0]?.start ?? 0}px)` }}
          >
            {cards.map(({ key, index }) => (
              <li key={key} ref={virtual.measureElement} data-index={index}>
                <Card id={String(key)} moving={moving} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/**
 * Told by the browser with the frame a card is laid out in. Asking for it as soon as the card is made
 * would have the page laid out in the middle of drawing it, once for each column.
 */
function heightOf(
  card: HTMLLIElement,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<HTMLDivElement, HTMLLIElement>,
): number {
  const told = entry?.borderBoxSize[0]?.blockSize;
  if (told !== undefined) return Math.round(told);
  const { itemSizeCache, options } = virtual;
  return itemSizeCache.get(options.getItemKey(virtual.indexFromElement(card))) ?? CARD_HEIGHT;
}

function focusCard(within: HTMLElement | null, id: ItemId): void {
  for (const link of within?.querySelectorAll<HTMLElement>('[data-card]') ?? [])
    if (link.dataset.card === id) link.focus();
}
