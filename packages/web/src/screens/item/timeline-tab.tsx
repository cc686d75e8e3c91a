import type { Entry, RunRecord } from '@symphony/domain';
import { dayAndTime, duration, type Weight } from '@symphony/protocol/words';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useStickToEnd } from '../../transcript/use-stick-to-end.ts';
import { classes } from '../../ui/class-names.ts';
import { Field, Select } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RunsTable } from './runs-table.tsx';
import { type TimelineRow, timelineRows, WEIGHTS } from './timeline-rows.ts';

const CHOICES: Readonly<Record<Weight, string>> = {
  outcome: 'Only what turned it',
  milestone: 'What happened',
  detail: 'With all details',
  chatter: 'Everything its agent said too',
};

interface TimelineTabProps {
  readonly entries: readonly Entry[];
  readonly runs: readonly RunRecord[];
  readonly name: string;
}

/** Its attempts, and what happened to it in words. */
export function TimelineTab({ entries, runs, name }: TimelineTabProps) {
  const [least, setLeast] = useState<Weight>('milestone');
  const rows = useMemo(() => timelineRows(entries, least, name), [entries, least, name]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <RunsTable runs={runs} />
      <div className="max-w-64">
        <Field label="Show">
          {(id) => (
            <Select id={id} value={least} onChange={(event) => setLeast(event.target.value as Weight)}>
              {WEIGHTS.map((weight) => (
                <option key={weight} value={weight}>
                  {CHOICES[weight]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {rows.length === 0 ? <EmptyState title="Nothing of this kind has happened" /> : <Rows rows={rows} />}
    </div>
  );
}

function Rows({ rows }: { readonly rows: readonly TimelineRow[] }) {
  const scroller = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    getItemKey: (at) => rows[at]?.seq ?? at,
    overscan: 20,
  });
  const height = list.getTotalSize();
  useStickToEnd(scroller, height);
  return (
    <section
      ref={scroller}
      aria-label="What happened"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      className="min-h-48 flex-1 overflow-auto rounded-lg border border-line bg-panel py-2"
    >
      <div className="relative" style={{ height }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                data-index={index}
                ref={list.measureElement}
                className="absolute top-0 left-0 flex w-full gap-3 px-3 py-0.5 text-sm"
                style={{ transform: `translateY(${start}px)` }}
              >
                <time
                  dateTime={new Date(row.at).toISOString()}
                  className="w-36 shrink-0 text-xs leading-5 text-ink-faint tabular-nums"
                >
                  {dayAndTime(row.at)}
                </time>
                <span className="hidden w-16 shrink-0 text-right text-xs leading-5 text-ink-faint tabular-nums sm:block">
                  {row.afterMs !== null && row.afterMs >= 500 && `+${duration(row.afterMs)}`}
                </span>
                <span
                  className={classes(
                    'min-w-0 [overflow-wrap:anywhere]',
                    row.weight === 'outcome' && 'font-medium',
                    (row.weight === 'detail' || row.weight === 'chatter') && 'text-ink-soft',
                  )}
                >
                  {row.words}
                </span>
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}
