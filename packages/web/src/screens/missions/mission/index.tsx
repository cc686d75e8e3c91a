import type { MissionView } from '@symphony/domain';
import type { RequestError } from '@symphony/protocol';
import { useAtomValue } from 'jotai';
import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { restAtom } from '../../../live/board-atoms.ts';
import { BackTitle } from '../../../ui/back-title.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { Screen } from '../../../ui/panel.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx';
import { safeLink } from '../../item/item-acts.ts';
import { Figure, MissionFigures } from '../mission-figures.tsx';
import { missionLook } from '../mission-words.ts';
import { MISSIONS } from '../paths.ts';
import { PhaseTrack } from '../phase-track.tsx';
import { MissionActions } from './mission-actions.tsx';
import { MissionQuestions } from './mission-questions.tsx';
import { MissionTabs } from './mission-tabs.tsx';
import { useMission } from './use-mission.ts';

/** One mission, live. */
export default function MissionScreen({ id }: { readonly id: string }) {
  const { view, error, again } = useMission(id);
  if (view) return <OpenMission view={view} />;
  if (error) return <Missing id={id} error={error} again={again} />;
  return <Loading label="Opening the mission" />;
}

function Missing({ id, error, again }: { readonly id: string; readonly error: RequestError; again(): void }) {
  if (error.code !== 'missing') return <ErrorState error={error} again={again} />;
  return (
    <EmptyState icon={SearchX} title={`There is no mission ${plainLine(id, 60)}`} className="h-full">
      <Link href={MISSIONS} className="text-accent underline">
        See those there are
      </Link>
    </EmptyState>
  );
}

function OpenMission({ view: answered }: { readonly view: MissionView }) {
  const rest = useAtomValue(restAtom);
  const view = { ...answered, ...rest?.missions.find(({ id }) => id === answered.id) };
  const asked = (rest?.inbox ?? []).filter(({ item, run }) => item === view.id && run === view.id);
  const { word, tone } = missionLook(view);
  return (
    <Screen
      title={
        <BackTitle href={MISSIONS} label="Back to the missions">
          <span className="truncate">{plainLine(view.title, 120)}</span>
          <Badge tone={tone}>{word}</Badge>
        </BackTitle>
      }
      actions={<MissionActions mission={view} />}
    >
      <div className="flex min-h-full flex-col md:h-full md:min-h-[36rem]">
        <MissionHead view={view} asks={asked.length > 0} />
        <MissionQuestions view={view} asked={asked} />
        <MissionTabs view={view} />
      </div>
    </Screen>
  );
}

function MissionHead({ view, asks }: { readonly view: MissionView; readonly asks: boolean }) {
  const proposal = safeLink(view.proposal?.url ?? null);
  return (
    <div className="space-y-2 pb-3">
      <PhaseTrack mission={view} />
      <MissionFigures mission={view}>
        <Figure name="Branch">
          <span className="font-mono text-xs">{plainLine(view.branch, 120)}</span>
        </Figure>
        {proposal && <OutsideLink href={proposal} words="Pull request" />}
      </MissionFigures>
      {!asks && (
        <p role="status" className="break-words text-ink-soft">
          {plainLine(view.now, 600)}
        </p>
      )}
    </div>
  );
}
