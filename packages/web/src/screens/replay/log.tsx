import type { TimelineMark } from '@symphony/domain';
import { useCallback, useEffect, useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Controls } from './controls.tsx';
import { Happening } from './happening.tsx';
import { neighbouringMark } from './lanes.ts';
import { Marks } from './marks.tsx';
import { PastBoard } from './past-board.tsx';
import { PastMissions } from './past-missions.tsx';
import type { Speed } from './playback.ts';
import { Slider } from './slider.tsx';
import { useMoment } from './use-moment.ts';
import { usePlace } from './use-place.ts';
import { usePlayback } from './use-playback.ts';
import { useReplayKeys } from './use-replay-keys.ts';

interface LogProps {
  readonly marks: readonly TimelineMark[];
  /** The newest entry. */
  readonly last: number;
}

const FIRST = 1;

/** The log under a needle: where it is, how it moves, and the board at that moment. */
export function Log({ marks, last }: LogProps) {
  const [named, go] = usePlace();
  const [speed, setSpeed] = useState<Speed>(10);
  const seq = named === null ? last : within(named, last);
  const { moment, error, again } = useMoment(seq);
  const from = moment === null ? null : { seq: moment.seq, clock: moment.status.at };
  const { playing, clock, play, pause } = usePlayback(from, speed, go);
  const goByHand = useCallback(
    (next: number | null): void => {
      pause();
      go(next);
    },
    [pause, go],
  );
  const step = (way: 1 | -1): void => goByHand(within(seq + way, last));
  const before = neighbouringMark(marks, seq, -1);
  const after = neighbouringMark(marks, seq, 1);
  const toMark = (way: 1 | -1): void => {
    const mark = way === 1 ? after : before;
    if (mark) goByHand(mark.seq);
  };
  const playOrPause = playing ? pause : play;
  useReplayKeys({ step, toMark, playOrPause });
  // Whoever comes to the end goes on with it.
  useEffect(() => {
    if (!playing && seq === last) go(null);
  }, [playing, seq, last, go]);
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto">
      <Panel className="shrink-0 space-y-2 px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Happening moment={moment} clock={clock} last={last} />
          <Controls
            playing={playing}
            speed={speed}
            now={named === null}
            can={{ back: seq > FIRST, on: seq < last, lastMark: before !== null, nextMark: after !== null }}
            onPlay={playOrPause}
            onSpeed={setSpeed}
            onStep={step}
            onMark={toMark}
            onNow={() => goByHand(null)}
          />
        </div>
        <Slider seq={seq} first={FIRST} last={last} onGo={goByHand} />
        <Marks marks={marks} first={FIRST} last={last} onGo={goByHand} />
      </Panel>
      {error && <ErrorState error={error} again={again} />}
      {moment && <PastMissions missions={moment.status.missions} />}
      {moment ? <PastBoard moment={moment} /> : !error && <Loading />}
    </div>
  );
}

const within = (seq: number, last: number): number => Math.min(Math.max(seq, FIRST), last);
