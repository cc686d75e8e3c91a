import type { Instant } from '@symphony/domain';
import { dayAndTime, duration } from '@symphony/protocol/words';
import { useNow } from '../live/use-now.ts';

/** How long until something happens; `now` when it is due. */
export function Until({ at }: { readonly at: Instant }) {
  const left = at - useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={`at ${dayAndTime(at)}`} className="tabular-nums">
      {left < 1_000 ? 'now' : `in ${duration(left)}`}
    </time>
  );
}
