import type { NodePath } from '@symphony/domain';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useTelling } from '../../../live/use-telling.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Screen } from '../../../ui/panel.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { Ago } from '../../../ui/time.tsx';
import { useKey } from '../../../ui/use-key.ts';
import { melodyPath } from '../paths.ts';
import { ShelfTitle } from '../shelf-title.tsx';
import { RunActions } from './run-actions.tsx';
import { RunCanvas } from './run-canvas.tsx';
import { placeOf, type RunPlace, roundsOf, stepsByPath, withoutRounds } from './run-sight.ts';
import { RUN_STATES } from './run-states.ts';
import { StepView, toggled } from './step-view.tsx';
import { Timeline } from './timeline.tsx';
import { type Run, useRun } from './use-run.ts';
import { ValueList } from './value-list.tsx';

/** One run of a melody, live. */
export default function RunScreen({ id }: { readonly id: string }) {
  const { run, error, again } = useRun(id);
  if (run) return <OpenRun run={run} />;
  if (error) return <ErrorState error={error} again={again} />;
  return <Loading label="Opening the run" />;
}

function OpenRun({ run }: { readonly run: Run }) {
  const { view } = run;
  const [place, setPlace] = useState<RunPlace>([]);
  const [chosen, setChosen] = useState<NodePath | null>(null);
  const step = useMemo(
    () => (chosen === null ? undefined : stepsByPath(view.steps).get(chosen)),
    [view.steps, chosen],
  );
  const { tell } = useTelling();
  const go = (next: RunPlace): void => {
    setPlace(next);
    setChosen(null);
  };
  const open = (path: NodePath): void => {
    const rounds = roundsOf(view.steps, path);
    const { place: around, id } = placeOf(path);
    if (rounds > 0) go([...around, { loop: id, round: rounds }]);
  };
  const choose = (path: NodePath): void => {
    setPlace(placeOf(path).place);
    setChosen(path);
  };
  useKey((key) => {
    if (key === 'b' && chosen !== null)
      void tell({ name: 'melody-breakpoints', run: view.id, nodes: toggled(view, withoutRounds(chosen)) });
    else if (key === 'Escape' && place.length > 0) go(place.slice(0, -1));
    else return false;
    return true;
  });
  return (
    <Screen scroll={false} title={<RunTitle run={run} />} actions={<RunActions run={view} />}>
      <div className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-panel">
        <div className="grid min-h-0 flex-1 max-md:grid-rows-[1fr_40%] md:grid-cols-[minmax(0,1fr)_21rem]">
          <RunCanvas run={run} place={place} chosen={chosen} onGo={go} onChoose={setChosen} onOpen={open} />
          <aside aria-label="Inspector" className="overflow-auto border-l border-line">
            {step ? (
              <StepView key={step.path} view={view} step={step} onOpen={() => open(step.path)} />
            ) : (
              <About run={run} />
            )}
          </aside>
        </div>
        <div className="h-44 shrink-0 border-t border-line">
          <Timeline view={view} chosen={chosen} onChoose={choose} />
        </div>
      </div>
    </Screen>
  );
}

function RunTitle({ run: { view } }: { readonly run: Run }) {
  const { word, tone } = RUN_STATES[view.state];
  return (
    <ShelfTitle>
      <span className="truncate">{plainLine(view.title, 120)}</span>
      <Badge tone={tone}>{word}</Badge>
      {view.dry && <Badge>dry run</Badge>}
    </ShelfTitle>
  );
}

/** The run itself, while no node of it is chosen. */
function About({ run: { view } }: { readonly run: Run }) {
  return (
    <div className="space-y-3 p-4">
      <p className="text-ink-soft">
        <Link href={melodyPath(view.melody)} className="text-accent underline">
          {view.melody}
        </Link>
        , begun <Ago at={view.startedAt} /> ({plainLine(view.trigger, 120)})
      </p>
      {view.reason !== '' && <p role="status">{plainLine(view.reason, 600)}</p>}
      <ValueList title="Parameters" values={view.parameters} />
      <ValueList title="Results" values={view.results} />
    </div>
  );
}
