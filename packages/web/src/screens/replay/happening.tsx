import { dayAndTime } from '@symphony/protocol/words';
import { happening, type Moment } from './moment.ts';

interface HappeningProps {
  /** Null until the first has come. */
  readonly moment: Moment | null;
  /** Runs on between two entries while it plays. */
  readonly clock: number | null;
  readonly last: number;
}

/** When it was and what happened, at a place that is kept for it. */
export function Happening({ moment, clock, last }: HappeningProps) {
  if (!moment) return <div className="h-11 flex-1" />;
  const { name, words } = happening(moment);
  return (
    <div className="min-w-64 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <time className="font-medium whitespace-nowrap tabular-nums">
          {dayAndTime(clock ?? moment.status.at)}
        </time>
        <span className="text-sm whitespace-nowrap text-ink-faint tabular-nums">
          entry {moment.seq.toLocaleString('en-US')} of {last.toLocaleString('en-US')}
        </span>
      </p>
      <p className="truncate text-ink-soft" title={words}>
        {name !== null && <span className="mr-1.5 font-mono text-sm text-ink">{name}</span>}
        {words}
      </p>
    </div>
  );
}
