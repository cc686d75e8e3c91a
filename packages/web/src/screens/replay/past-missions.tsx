import type { MissionRunView } from '@symphony/domain';
import { Link } from 'wouter';
import { missionPath } from '../../app/places.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { inListOrder } from '../missions/list/list-order.ts';
import { missionLook } from '../missions/mission-words.ts';
import { PhaseTrack } from '../missions/phase-track.tsx';

/** The missions as they were: phase, step and what was merged. Each leads to the mission as it is. */
export function PastMissions({ missions }: { readonly missions: readonly MissionRunView[] }) {
  if (missions.length === 0) return null;
  return (
    <Panel className="max-h-44 shrink-0 overflow-auto">
      <ul aria-label="The missions at this moment" className="divide-y divide-line">
        {inListOrder(missions).map((mission) => (
          <PastMission key={mission.id} mission={mission} />
        ))}
      </ul>
    </Panel>
  );
}

function PastMission({ mission }: { readonly mission: MissionRunView }) {
  const { word, tone } = missionLook(mission);
  const { parts, deviations } = mission;
  return (
    <li className="grid items-center gap-x-6 gap-y-1 px-4 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link href={missionPath(mission.id)} className="min-w-0 truncate font-medium hover:underline">
            {plainLine(mission.title, 160)}
          </Link>
          <Badge tone={tone}>{word}</Badge>
          <span className="text-sm text-ink-soft tabular-nums">
            {parts.merged} of {parts.total} merged
            {deviations.open > 0 && `, ${deviations.open} to decide`}
          </span>
        </p>
        <p className="truncate text-sm text-ink-faint" title={plainLine(mission.now, 400)}>
          {plainLine(mission.now, 400)}
        </p>
      </div>
      <PhaseTrack mission={mission} brief />
    </li>
  );
}
