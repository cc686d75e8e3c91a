import type { MissionView } from '@symphony/domain';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { itemPath } from '../../../app/places.ts';
import { countStates } from '../../../graph/count-states.ts';
import { GraphCanvas } from '../../../graph/graph-canvas.tsx';
import { Legend } from '../../../graph/legend.tsx';
import { useKey } from '../../../ui/use-key.ts';
import { gateId, HAND_OFF, workerId } from '../plan/plan-drawing.ts';
import { WorkerList } from '../plan/worker-list.tsx';
import { ChamberCard } from './chamber-card.tsx';
import { GateList } from './gate-list.tsx';
import { firstSight, liveDrawing } from './mission-graph.ts';

const NONE: ReadonlySet<string> = new Set();

/** The workers by phase as they play; what is chosen stands beside it. */
export function GraphTab({ view }: { readonly view: MissionView }) {
  const drawing = useMemo(() => liveDrawing(view), [view]);
  const [selected, setSelected] = useState(NONE);
  const [, go] = useLocation();
  useKey((key) => {
    if (key !== 'Escape' || selected.size === 0) return false;
    setSelected(NONE);
    return true;
  });
  const open = (id: string): void => {
    const part = drawing.parts.get(id);
    if (part) go(itemPath(part.identifier));
  };
  return (
    <div className="grid overflow-hidden rounded-lg border border-line bg-panel lg:h-full lg:min-h-96 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <GraphCanvas
        className="max-lg:h-96"
        key={view.phase ?? 'none'} // the next phase is gone to when it begins
        label={`${view.title} as it is played`}
        first={firstSight(view, drawing)}
        nodes={drawing.nodes}
        edges={drawing.edges}
        selected={selected}
        onSelect={setSelected}
        onOpen={open}
      >
        <Legend counts={countStates(drawing.nodes)} />
      </GraphCanvas>
      <aside aria-label="Chosen" className="min-h-0 overflow-auto border-line max-lg:border-t lg:border-l">
        <Chosen
          view={view}
          parts={drawing.parts}
          selected={[...selected][0] ?? null}
          onSelect={setSelected}
        />
      </aside>
    </div>
  );
}

interface ChosenProps {
  readonly view: MissionView;
  readonly parts: ReturnType<typeof liveDrawing>['parts'];
  readonly selected: string | null;
  onSelect(ids: ReadonlySet<string>): void;
}

function Chosen({ view, parts, selected, onSelect }: ChosenProps) {
  const part = selected === null ? undefined : parts.get(selected);
  if (part)
    return (
      <div className="p-4">
        <ChamberCard part={part} recorded={view.recorded} radar={view.radar} whole />
      </div>
    );
  const phase =
    selected === HAND_OFF
      ? view.plan?.phases.at(-1)
      : view.plan?.phases.find((name) => gateId(name) === selected);
  if (phase) return <GateList gates={view.gates.filter((gate) => gate.phase === phase)} />;
  const chosen = view.plan?.workers.find(({ id }) => workerId(id) === selected)?.id ?? null;
  return (
    <WorkerList
      workers={view.plan?.workers ?? []}
      chosen={chosen}
      onChoose={(id) => onSelect(new Set([workerId(id)]))}
    />
  );
}
