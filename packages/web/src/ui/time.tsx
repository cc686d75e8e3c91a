import type { Instant } from '@symphony/domain';
import { dayAndTime, duration } from '@symphony/protocol/words';
import type { PointerEvent } from 'react';
import { useNow } from '../live/use-now.ts';

/** How long ago. */
export function Ago({ at }: { readonly at: Instant }) {
  const passed = useNow() - at;
  return (
    <Time at={at} tell={dayAndTime}>
      {passed < 5_000 ? 'just now' : `${short(passed)} ago`}
    </Time>
  );
}

/** How long something has been going on. */
export function Since({ at }: { readonly at: Instant }) {
  return (
    <Time at={at} tell={(since) => `since ${dayAndTime(since)}`}>
      {duration(useNow() - at)}
    </Time>
  );
}

interface TimeProps {
  readonly at: Instant;
  readonly tell: (at: Instant) => string;
  readonly children: string;
}

/** With the exact time, in words for whoever points at it: made then, since a browser's first takes it longer than a board. */
const Time = ({ at, tell, children }: TimeProps) => (
  <time
    dateTime={new Date(at).toISOString()}
    className="tabular-nums"
    onPointerEnter={({ currentTarget }: PointerEvent<HTMLElement>) => {
      currentTarget.title = tell(at);
    }}
  >
    {children}
  </time>
);

/** The greatest unit only: `3 h`, `2 d`. */
function short(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  if (minutes < 60) return `${Math.round(minutes)} min`;
  if (minutes < 1_440) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1_440)} d`;
}
