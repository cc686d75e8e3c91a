import { atom, useAtom } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { missionPath } from '../../../app/places.ts';
import { useCommand } from '../../../live/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, Loading } from '../../../ui/states.tsx';
import { ProblemList } from '../../settings/problem-list.tsx';
import { PlanSheet } from '../plan/plan-sheet.tsx';
import { useMissionCheck } from './use-mission-check.ts';
import { BEGINNING } from './written-mission.ts';

const YamlEditor = lazy(() => import('../../../editor/yaml-editor.tsx'));

/** Kept while other screens are looked at. */
const textAtom = atom(BEGINNING);

/** A mission as it is written, and the plan that comes of it. */
export function WrittenForm() {
  const [text, setText] = useAtom(textAtom);
  const [goTo, setGoTo] = useState<{ readonly line: number } | null>(null);
  const { plan, problems, ready } = useMissionCheck(text);
  const { busy, give } = useCommand();
  const [, go] = useLocation();
  const putUp = async (): Promise<void> => {
    if (!plan) return;
    const answer = await give({ name: 'mission-start', plan, approved: false });
    if (!answer?.accepted) return;
    setText(BEGINNING);
    go(missionPath(answer.run ?? plan.name));
  };
  return (
    <div className="space-y-4">
      <Panel
        className="flex h-96 flex-col overflow-hidden"
        title="The mission"
        actions={
          <Button look="primary" disabled={!ready || busy} onClick={() => void putUp()}>
            Put it up for approval
          </Button>
        }
      >
        <div className="min-h-0 flex-1">
          <Suspense fallback={<Loading />}>
            <YamlEditor
              label="Text of the mission"
              text={text}
              problems={problems}
              goTo={goTo}
              onChange={setText}
            />
          </Suspense>
        </div>
        <div className="border-t border-line">
          <ProblemList problems={problems} onLine={(line) => setGoTo({ line })} />
        </div>
      </Panel>
      <section aria-label="The plan that comes of it">
        {plan ? (
          <PlanSheet plan={plan} />
        ) : (
          <EmptyState title="There is no plan to show">Put right what stands above.</EmptyState>
        )}
      </section>
    </div>
  );
}
