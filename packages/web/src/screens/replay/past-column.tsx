import type { ItemId, ItemView, StatusView } from '@symphony/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef } from 'react';
import { PastCard } from './past-card.tsx';

interface PastColumnProps {
  readonly title: string;
  readonly items: readonly ItemView[];
  readonly status: StatusView;
  readonly spokenOf: ItemId | null;
}

const CARD_HEIGHT = 62;
const GAP = 6;

/** A column as it was. Only the cards that can be seen are made. */
export function PastColumn({ title, items, status, spokenOf }: PastColumnProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useId();
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (at) => items[at]?.id ?? at,
    estimateSize: () => CARD_HEIGHT,
    gap: GAP,
    overscan: 6,
  });
  return (
    <section aria-labelledby={heading} className="flex min-h-0 min-w-0 flex-col rounded-lg bg-sunken">
      <h2 id={heading} className="px-3 py-2 text-sm font-semibold">
        {title} <span className="ml-1 font-normal text-ink-faint tabular-nums">{items.length}</span>
      </h2>
      {/* Room is kept for the scrollbar, so that nothing jumps when a column fills while it plays. */}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto pr-1 pb-2 pl-2 [scrollbar-gutter:stable]">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const item = items[index];
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 p-px"
                style={{ transform: `translateY(${start}px)` }}
              >
                {item && <PastCard item={item} status={status} spokenOf={item.id === spokenOf} />}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
