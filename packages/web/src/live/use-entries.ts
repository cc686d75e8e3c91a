import type { Entry, EntryFilter } from '@symphony/domain';
import { useEffect, useRef, useState } from 'react';
import { client } from './connection.ts';

/** How many entries a screen keeps: older ones are in the log. */
const KEPT = 20_000;

export interface Heard {
  readonly entries: readonly Entry[];
  /** Everything there was when it began has been read. */
  readonly caughtUp: boolean;
  /** The log holds older entries than are kept here. */
  readonly cut: boolean;
}

/**
 * The entries of one item, or of all, as they come: none lost and none doubled, also across a restart
 * of the daemon. Drawn at most once a frame, however fast they come.
 */
export function useEntries(after: number, filter: EntryFilter | null): Heard {
  const [heard, setHeard] = useState<Heard>(NONE);
  const key = filter === null ? null : JSON.stringify([after, filter]);
  const latest = useRef({ after, filter });
  latest.current = { after, filter };

  useEffect(() => {
    if (key === null) return;
    setHeard(NONE);
    const wanted = latest.current;
    const stream = client()
      .entries(wanted.after, wanted.filter ?? undefined)
      [Symbol.asyncIterator]();
    let over = false;
    let kept: Entry[] = [];
    let cut = false;
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      if (!over) setHeard({ entries: kept, caughtUp: true, cut });
    };
    const listen = async (): Promise<void> => {
      for (;;) {
        const next = await stream.next();
        if (over || next.done) return;
        const { entries } = next.value;
        kept =
          kept.length + entries.length > KEPT ? [...kept, ...entries].slice(-KEPT) : [...kept, ...entries];
        cut ||= kept.length === KEPT;
        if (frame === 0) frame = window.requestAnimationFrame(draw);
      }
    };
    listen().catch((error: unknown) => {
      if (!over) console.error('The entries could not be followed.', error);
    });
    return () => {
      over = true;
      if (frame !== 0) window.cancelAnimationFrame(frame);
      void stream.return?.();
    };
  }, [key]);

  return heard;
}

const NONE: Heard = { entries: [], caughtUp: false, cut: false };
