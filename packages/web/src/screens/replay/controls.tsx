import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Pause, Play } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { SPEEDS, type Speed } from './playback.ts';

interface ControlsProps {
  readonly playing: boolean;
  readonly speed: Speed;
  /** It is at the end of the log and goes on with it. */
  readonly now: boolean;
  readonly can: {
    readonly back: boolean;
    readonly on: boolean;
    readonly lastMark: boolean;
    readonly nextMark: boolean;
  };
  onPlay(): void;
  onSpeed(speed: Speed): void;
  onStep(way: 1 | -1): void;
  onMark(way: 1 | -1): void;
  onNow(): void;
}

const ICON = 'size-4';

export function Controls(props: ControlsProps) {
  const { playing, speed, now, can } = props;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <IconButton label="Previous mark (p)" disabled={!can.lastMark} onClick={() => props.onMark(-1)}>
        <ChevronsLeft className={ICON} aria-hidden />
      </IconButton>
      <IconButton label="One entry back (←)" disabled={!can.back} onClick={() => props.onStep(-1)}>
        <ChevronLeft className={ICON} aria-hidden />
      </IconButton>
      <Button look="primary" onClick={props.onPlay} disabled={!playing && !can.on} className="w-24">
        {playing ? <Pause className={ICON} aria-hidden /> : <Play className={ICON} aria-hidden />}
        {playing ? 'Pause' : 'Play'}
      </Button>
      <IconButton label="One entry on (→)" disabled={!can.on} onClick={() => props.onStep(1)}>
        <ChevronRight className={ICON} aria-hidden />
      </IconButton>
      <IconButton label="Next mark (n)" disabled={!can.nextMark} onClick={() => props.onMark(1)}>
        <ChevronsRight className={ICON} aria-hidden />
      </IconButton>
      <Select
        aria-label="Speed"
        title="Against the time it took. Quiet times are passed quickly."
        className="ml-1 !w-24"
        value={speed}
        onChange={(event) => props.onSpeed(Number(event.target.value) as Speed)}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </Select>
      <Button className="ml-1" onClick={props.onNow} disabled={now} aria-pressed={now}>
        Now
      </Button>
    </div>
  );
}
