import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../live/connection.ts';
import { advance, type Coming, type Playhead, type Speed } from './playback.ts';

/** Enough for a second at the highest speed of a busy log; more is fetched while these are played. */
const PAGE = 500;
const LOW = 200;

interface Playback {
  readonly playing: boolean;
  /** The time that is shown while it plays; null when it does not. */
  readonly clock: number | null;
  play(): void;
  pause(): void;
}

/** Moves the needle by itself from where it is. Ends at the last entry. */
export function usePlayback(from: Playhead | null, speed: Speed, onSeq: (seq: number) => void): Playback {
  const [playing, setPlaying] = useState(false);
  const [clock, setClock] = useState<number | null>(null);
  const latest = useRef({ from, speed, onSeq });
  latest.current = { from, speed, onSeq };

  useEffect(() => {
    const start = latest.current.from;
    if (!playing || !start) return;
    let head = start;
    let ahead: readonly Coming[] = [];
    let known = start.seq;
    let waitedMs = 0;
    let fetching = false;
    let ended = false;
    let over = false;
    let frame = 0;
    let before = performance.now();

    const fetchMore = async (): Promise<void> => {
      fetching = true;
      try {
        const entries = await client().events(known, PAGE);
        known = entries.at(-1)?.seq ?? known;
        ended = entries.length === 0;
        ahead = [...ahead, ...entries.map(({ seq, at }) => ({ seq, at }))];
      } catch {
        ended = true; // the board says why it does not answer: there is nothing to play meanwhile
      }
      fetching = false;
    };
    const step = (now: number): void => {
      if (over) return;
      if (ahead.length < LOW && !fetching && !ended) void fetchMore();
      const moved = advance(head, ahead, now - before, waitedMs, latest.current.speed);
      before = now;
      if (moved.head.seq !== head.seq) latest.current.onSeq(moved.head.seq);
      ({ head, ahead, waitedMs } = moved);
      setClock(head.clock);
      if (ended && ahead.length === 0) setPlaying(false);
      else frame = window.requestAnimationFrame(step);
    };
    frame = window.requestAnimationFrame(step);
    return () => {
      over = true;
      window.cancelAnimationFrame(frame);
      setClock(null);
    };
  }, [playing]);

  const play = useCallback(() => setPlaying(true), []);
  const pause = useCallback(() => setPlaying(false), []);
  return { playing, clock, play, pause };
}
