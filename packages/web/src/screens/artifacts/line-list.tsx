import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { classes } from '../../ui/class-names.ts';
import type { ContentLine } from './content-lines.ts';

const LOOKS: Readonly<Record<ContentLine['kind'], string>> = {
  plain: '',
  added: 'bg-good-soft',
  removed: 'bg-bad-soft',
  hunk: 'bg-sunken text-ink-soft',
  file: 'font-semibold',
  note: 'text-ink-faint',
};

/** Lines of a content, as many as can be seen. */
export function LineList({
  lines,
  label,
}: {
  readonly lines: readonly ContentLine[];
  readonly label: string;
}) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 20,
  });
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto py-2 font-mono text-xs -outline-offset-2"
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index];
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes(
                'absolute inset-x-0 top-0 flex gap-3 px-4 leading-5',
                line && LOOKS[line.kind],
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              {line?.aside && (
                <span className="min-w-8 shrink-0 text-right text-ink-faint tabular-nums select-none">
                  {line.aside}
                </span>
              )}
              <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere] [tab-size:4]">
                {line?.text || ' '}
              </span>
            </div>
          );
        })}
      </div>
    </section>
  );
}
