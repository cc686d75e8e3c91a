import type { TimelineMark } from '@symphony/domain';
import { dayAndTime, type Tone } from '@symphony/protocol/words';
import { memo, useMemo } from 'react';
import { classes } from '../../ui/class-names.ts';
import { plainLine } from '../../ui/plain-text.ts';
import { placeMarks } from './lanes.ts';

const FILLS: Readonly<Record<Tone, string>> = {
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn',
  accent: 'bg-accent',
  dim: 'bg-line-strong',
  strong: 'bg-ink',
};

interface MarksProps {
  readonly marks: readonly TimelineMark[];
  readonly first: number;
  readonly last: number;
  onGo(seq: number): void;
}

/**
 * What happened, below the slider and in line with it. The pointer goes to a mark directly; the keys go
 * from one to the next with the buttons above, so two hundred marks are no two hundred stops.
 */
export const Marks = memo(function Marks({ marks, first, last, onGo }: MarksProps) {
  const lanes = useMemo(() => placeMarks(marks, first, last), [marks, first, last]);
  return (
    <div className="space-y-1">
      {lanes.map((lane) => (
        <div key={lane.name} className="flex items-center gap-3">
          <span className="flex w-32 shrink-0 items-center gap-1.5 text-xs text-ink-soft">
            <span className={classes('size-2 shrink-0 rounded-full', FILLS[lane.tone])} aria-hidden />
            <span className="truncate">{lane.name}</span>
          </span>
          <div className="relative h-4 flex-1 rounded-sm bg-sunken">
            {lane.marks.map(({ mark, place }) => (
              <button
                key={mark.seq}
                type="button"
                tabIndex={-1}
                title={title(mark)}
                aria-label={title(mark)}
                onClick={() => onGo(mark.seq)}
                style={{ left: `calc(${THUMB / 2}px + ${place} * (100% - ${THUMB}px))` }}
                className="group absolute inset-y-0 w-2 -translate-x-1/2 hover:z-10"
              >
                <span
                  className={classes('mx-auto block h-full w-1 rounded-sm group-hover:w-2', FILLS[lane.tone])}
                />
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
});

/** Browsers keep the slider's thumb inside its track: its middle never reaches the ends. */
const THUMB = 16;

const title = ({ at, item, words }: TimelineMark): string =>
  plainLine(`${dayAndTime(at)} ${item === null ? '' : `${item} `}${words}`, 300);
