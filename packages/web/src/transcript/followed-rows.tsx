import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { NEAR_PX, useStickToEnd } from './use-stick-to-end.ts';

interface Rows {
  readonly list: readonly { readonly key: string | number }[];
  /** How high a row is before it was measured. */
  readonly estimatePx: number;
  readonly overscan: number;
  readonly rangeExtractor?: (range: Range) => number[];
}

/** Rows of which only those on the screen are drawn. At the end they follow what comes; scrolled up they stay. */
export function useFollowedRows({ list, estimatePx, overscan, rangeExtractor }: Rows) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    useFlushSync: false, // a frame late is not seen; drawing at once holds everything else up
    estimateSize: () => estimatePx,
    getItemKey: (at) => list[at]?.key ?? at,
    overscan,
    ...(rangeExtractor ? { rangeExtractor } : {}),
  });
  const height = rows.getTotalSize();
  const end = useStickToEnd(scroller, height);
  return { scroller, rows, height, end };
}

interface FollowedRowsProps {
  readonly label: string;
  readonly sight: ReturnType<typeof useFollowedRows>;
  readonly className: string;
  draw(index: number): ReactNode;
}

/** Stands in a place of its own (`relative`): the button floats over its corner. */
export function FollowedRows({ label, sight, className, draw }: FollowedRowsProps) {
  const { scroller, rows, height } = sight;
  return (
    <>
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className={classes('min-h-0 flex-1 [overflow-anchor:none]', className)}
      >
        <div className="relative w-full" style={{ height }}>
          {rows.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              data-index={index}
              ref={rows.measureElement}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              {draw(index)}
            </div>
          ))}
        </div>
      </section>
      {!rows.isAtEnd(NEAR_PX) && (
        <Button size="sm" className="absolute right-4 bottom-3 shadow-lg" onClick={() => rows.scrollToEnd()}>
          <ArrowDownToLine className="size-3.5" aria-hidden /> Newest
        </Button>
      )}
    </>
  );
}
