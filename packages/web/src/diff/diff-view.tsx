import type { ReviewComment } from '@symphony/domain';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CodeRow } from './code-row.tsx';
import { type DiffRow, diffRows, neighbouringCode } from './diff-rows.ts';
import { type CodeLine, type PatchLine, placeOf, widthOf } from './patch-lines.ts';
import { RemarkBox, RemarkCard } from './remark-box.tsx';
import { placeKey } from './review-draft.ts';

interface DiffViewProps {
  readonly path: string;
  readonly lines: readonly PatchLine[];
  readonly wrap: boolean;
  readonly comments: readonly ReviewComment[];
  onRemark(comment: ReviewComment): void;
}

const LINE_PX = 20;

/**
 * A patch, of which only the lines on the screen are drawn. The arrow keys go from line to line, Enter
 * opens a remark; the line the keys are at stays drawn when it is scrolled away, so that it keeps the
 * focus.
 */
export function DiffView({ path, lines, wrap, comments, onRemark }: DiffViewProps) {
  const scroller = useRef<HTMLElement>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const moved = useRef(false);
  const rows = useMemo(() => diffRows(lines, path, comments, writing), [lines, path, comments, writing]);
  const width = useMemo(() => widthOf(lines), [lines]);
  const found = rows.findIndex(({ key }) => key === chosen);
  const current = found >= 0 ? found : (neighbouringCode(rows, -1, 1) ?? -1);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 20,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), current), [current]),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured is of no use when lines are wrapped otherwise.
  useLayoutEffect(() => list.measure(), [wrap]);
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    scroller.current?.querySelector<HTMLElement>('[data-current]')?.focus({ preventScroll: true });
  });
  const press = (event: KeyboardEvent): void => {
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (way === null || event.target instanceof HTMLTextAreaElement) return;
    const next = neighbouringCode(rows, current, way);
    const row = next === null ? undefined : rows[next];
    if (next === null || !row) return;
    event.preventDefault();
    moved.current = true;
    setChosen(row.key);
    list.scrollToIndex(next, { align: 'auto' });
  };
  // The same function each time, so that a line is not drawn again for it.
  const write = useCallback(
    (line: CodeLine): void => {
      const key = placeKey({ path, ...placeOf(line) });
      setChosen(key);
      setWriting(key);
    },
    [path],
  );
  const leave = (): void => {
    moved.current = true; // back to the line
    setWriting(null);
  };

  const contentOf = (row: DiffRow, isCurrent: boolean) => {
    switch (row.kind) {
      case 'hunk':
        return (
          <div className="truncate bg-sunken px-3 font-mono text-xs leading-5 text-ink-soft">{row.text}</div>
        );
      case 'code':
        return <CodeRow line={row.line} wrap={wrap} current={isCurrent} onRemark={write} />;
      case 'remark':
        return (
          <div className="sticky left-0 w-fit py-1 pr-3 pl-10 font-sans">
            <RemarkCard
              comment={row.comment}
              onEdit={() => setWriting(placeKey(row.comment))}
              onRemove={() => onRemark({ ...row.comment, text: '' })}
            />
          </div>
        );
      case 'box': {
        const place = { path, ...placeOf(row.line) };
        const before = comments.find((each) => placeKey(each) === placeKey(place));
        return (
          <div className="sticky left-0 w-full max-w-[min(100%,44rem)] py-1 pr-3 pl-10 font-sans">
            <RemarkBox
              line={place.line}
              text={before?.text ?? ''}
              onKeep={(text) => {
                onRemark({ ...place, text });
                leave();
              }}
              onLeave={leave}
            />
          </div>
        );
      }
    }
  };

  return (
    <section
      ref={scroller}
      aria-label={`Changes of ${path}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      onKeyDown={press}
      className="min-h-0 flex-1 overflow-auto"
    >
      <div
        className="relative"
        style={{
          height: list.getTotalSize(),
          // The rows are out of the flow and would not widen it.
          width: wrap ? '100%' : `max(100%, calc(${width}ch + 9rem))`,
          fontSize: '0.75rem',
          fontFamily: 'var(--font-mono)',
        }}
      >
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                data-index={index}
                // A line that is not wrapped is as high as every other: only the rest is measured.
                ref={wrap || row.kind === 'remark' || row.kind === 'box' ? list.measureElement : undefined}
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${start}px)` }}
              >
                {contentOf(row, index === current)}
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

const withRow = (drawn: number[], row: number): number[] =>
  row < 0 || drawn.includes(row) ? drawn : [...drawn, row].sort((a, b) => a - b);
