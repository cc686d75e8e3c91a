import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { HitRow } from './hit-row.tsx';
import type { Found } from './pages.ts';

interface HitListProps {
  readonly found: Found;
  readonly openId: string | null;
  onOpen(id: string): void;
  loadMore(): void;
}

const ROW_HEIGHT = 64;
/** How many rows before the end the next page is asked for. */
const AHEAD = 10;

/** What was found; only the rows that can be seen are made, and more come while it is scrolled. */
export function HitList({ found, openId, onOpen, loadMore }: HitListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { hits } = found;
  const virtual = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    getItemKey: (at) => hits[at]?.artifact.id ?? at,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const rows = virtual.getVirtualItems();
  const lastSeen = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= hits.length - AHEAD) loadMore();
  }, [lastSeen, hits.length, loadMore]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto border-t border-line">
      <ul aria-label="Artifacts found" className="relative" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ key, index, start }) => {
          const hit = hits[index];
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {hit && <HitRow hit={hit} open={hit.artifact.id === openId} onOpen={onOpen} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
