import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Select } from '../../../ui/field.tsx';
import type { RunPlace } from './run-sight.ts';

interface RoundsProps {
  readonly title: string;
  readonly place: RunPlace;
  /** How many rounds the loop at that depth has begun. */
  rounds(depth: number): number;
  onGo(place: RunPlace): void;
}

/** Which loops are open and which of their rounds is looked at. */
export function Rounds({ title, place, rounds, onGo }: RoundsProps) {
  if (place.length === 0) return null;
  return (
    <nav
      aria-label="Opened loops"
      className="flex flex-wrap items-center gap-1.5 border-b border-line bg-panel px-3 py-1.5 text-sm"
    >
      <button type="button" className="hover:underline" onClick={() => onGo([])}>
        {title}
      </button>
      {place.map(({ loop, round }, at) => (
        <Fragment key={loop}>
          <ChevronRight className="size-3.5 text-ink-faint" aria-hidden />
          <button type="button" className="hover:underline" onClick={() => onGo(place.slice(0, at + 1))}>
            {loop}
          </button>
          <Select
            aria-label={`Round of ${loop}`}
            className="!h-7 !w-32"
            value={round}
            onChange={(event) => onGo([...place.slice(0, at), { loop, round: Number(event.target.value) }])}
          >
            {Array.from({ length: Math.max(round, rounds(at)) }, (_, each) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rounds are counted.
              <option key={each} value={each + 1}>
                Round {each + 1}
              </option>
            ))}
          </Select>
        </Fragment>
      ))}
    </nav>
  );
}
