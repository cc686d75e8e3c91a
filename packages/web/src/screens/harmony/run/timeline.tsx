import type { MelodyView, NodePath } from '@symphony/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Route } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { STATE_LOOKS } from '../../../graph/looks.ts';
import { useNow } from '../../../live/use-now.ts';
import { toneText } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/class-names.ts';
import { plainLine } from '../../../ui/plain-text.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { exactDuration } from './exact-duration.ts';
import { type Bar, barsOf } from './timeline-bars.ts';

const ROW = 26;

interface TimelineProps {
  readonly view: MelodyView;
  readonly chosen: NodePath | null;
  onChoose(path: NodePath): void;
}

/** When each node was at work; what decided how long it took is marked. */
export function Timeline({ view, chosen, onChoose }: TimelineProps) {
  const now = useNow();
  const until = view.endedAt ?? now;
  const bars = useMemo(() => barsOf(view, until), [view, until]);
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: bars.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  if (bars.length === 0) return <EmptyState title="Nothing has begun yet" />;
  return (
    <section ref={box} aria-label="Timeline" className="h-full overflow-auto px-3 py-2">
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const bar = bars[index];
          return (
            bar && (
              <li key={bar.step.path} className="absolute inset-x-0" style={{ top: start, height: ROW }}>
                <Row bar={bar} chosen={bar.step.path === chosen} onChoose={onChoose} />
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
}

const FILLS: Readonly<Record<string, string>> = {
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn',
  accent: 'bg-accent',
};

interface RowProps {
  readonly bar: Bar;
  readonly chosen: boolean;
  onChoose(path: NodePath): void;
}

function Row({ bar: { step, from, width, ms, critical }, chosen, onChoose }: RowProps) {
  const { icon: Icon, word, tone } = STATE_LOOKS[step.state];
  return (
    <button
      type="button"
      onClick={() => onChoose(step.path)}
      className={classes(
        'flex h-6 w-full items-center gap-3 rounded-sm px-1 text-left text-sm hover:bg-sunken',
        chosen && 'bg-sunken',
      )}
    >
      <span className="flex w-44 shrink-0 items-center gap-1.5">
        <Icon className={classes('size-3.5 shrink-0', toneText(tone))} aria-label={word} />
        <span className="truncate" title={step.path}>
          {plainLine(step.path.includes('/') ? step.path : step.name, 80)}
        </span>
        {critical && (
          <Route className="ml-auto size-3.5 shrink-0 text-ink-soft" aria-label="on the critical path" />
        )}
      </span>
      <span className="relative h-3 min-w-0 flex-1 rounded-sm bg-sunken">
        <span
          className={classes(
            'absolute inset-y-0 min-w-0.5 rounded-sm',
            FILLS[tone] ?? 'bg-line-strong',
            critical && 'outline-2 outline-ink-soft',
          )}
          style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
        />
      </span>
      <span className="w-20 shrink-0 text-right text-ink-soft tabular-nums">{exactDuration(ms)}</span>
    </button>
  );
}
