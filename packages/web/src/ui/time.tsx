import type { Instant } from '@symphony/domain';
import { dayAndTime, duration } from '@symphony/protocol/words';
import { useNow } from '../live/use-now.ts';

/** How long ago, with the exact time for the pointer and for screen readers. */
export function Ago({ at }: { readonly at: Instant }) {
  const now = useNow();
  const passed = now - at;
  return (
    <time dateTime={new Date(at).toISOString()} title={dayAndTime(at)} className="tabular-nums">
      {passed < 5_000 ? 'just now' : `${short(passed)} ago`}
    </time>
  );
}

/** How long something has been going on. */
export function Since({ at }: { readonly at: Instant }) {
  const now = useNow();
  return (
    <time title={`since ${dayAndTime(at)}`} className="tabular-nums">
      {duration(now - at)}
    </time>
  );
}

/** The greatest unit only: `3 h`, `2 d`. */
function short(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  if (minutes < 60) return `${Math.round(minutes)} min`;
  if (minutes < 1_440) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1_440)} d`;
}
