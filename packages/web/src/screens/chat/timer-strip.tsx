import type { TimerView } from '@symphony/domain';
import { AlarmClock } from 'lucide-react';
import { plainLine } from '../../ui/plain-text.ts';
import { Until } from '../../ui/until.tsx';

const MOST = 4;

/** The timers that are set, the next one first. */
export function TimerStrip({ timers }: { readonly timers: readonly TimerView[] }) {
  if (timers.length === 0) return null;
  return (
    <ul
      aria-label="Timers that are set"
      className="mx-auto mb-2 flex w-full max-w-3xl flex-wrap gap-1.5 text-sm"
    >
      {timers.slice(0, MOST).map(({ id, label, dueAt }) => (
        <li
          key={id}
          className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-panel px-2.5"
        >
          <AlarmClock className="size-3.5 shrink-0 text-accent" aria-hidden />
          <span className="truncate">{plainLine(label, 80) || 'Timer'}</span>
          <span className="shrink-0 text-ink-faint">
            <Until at={dueAt} />
          </span>
        </li>
      ))}
      {timers.length > MOST && <li className="px-1 text-ink-faint">and {timers.length - MOST} more</li>}
    </ul>
  );
}
