import type { MissionRunView } from '@symphony/domain';
import { CircleHelp } from 'lucide-react';
import { Link } from 'wouter';
import { missionPath } from '../../../app/places.ts';
import { Badge } from '../../../ui/badge.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { MissionFigures } from '../mission-figures.tsx';
import { missionLook } from '../mission-words.ts';
import { PhaseTrack } from '../phase-track.tsx';

/** One mission in the list: where it is, how much of it is merged, and what it waits for. */
export function MissionRow({ mission }: { readonly mission: MissionRunView }) {
  const { word, tone } = missionLook(mission);
  return (
    <li className="relative space-y-2 px-4 py-3 hover:bg-sunken">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={missionPath(mission.id)}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {plainLine(mission.title, 160)}
        </Link>
        <Badge tone={tone}>{word}</Badge>
        <span className="font-mono text-sm text-ink-faint">{plainLine(mission.id, 60)}</span>
      </div>
      <div className="grid items-start gap-x-6 gap-y-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <PhaseTrack mission={mission} brief />
        <MissionFigures mission={mission} />
      </div>
      {mission.needsYou ? (
        <p className="flex items-start gap-1.5 text-sm text-warn">
          <CircleHelp className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="line-clamp-2 min-w-0 break-words">{plainLine(mission.now, 400)}</span>
        </p>
      ) : (
        <p className="line-clamp-2 text-sm break-words text-ink-soft">{plainLine(mission.now, 400)}</p>
      )}
    </li>
  );
}
