import type { MissionPlan } from '@symphony/domain';
import { counted } from '@symphony/protocol/words';
import { useMemo, useState } from 'react';
import { GraphCanvas } from '../../../graph/graph-canvas.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { missionDrawing, workerId } from './plan-drawing.ts';
import { Criteria, Decisions, Limits } from './plan-terms.tsx';
import { WorkerList } from './worker-list.tsx';

/** A plan to be judged before anything is spent: who works where, in which order, until when and for how much. */
export function PlanSheet({ plan }: { readonly plan: MissionPlan }) {
  const drawing = useMemo(() => missionDrawing(plan), [plan]);
  const shape = drawing.nodes.map(({ id }) => id).join(' ');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = plan.workers.find(({ id }) => selected.has(workerId(id)))?.id ?? null;
  return (
    <div className="space-y-4">
      <GraphCanvas
        key={shape} // what is written anew is seen whole again
        className="h-80 rounded-lg border border-line bg-panel"
        label={`Plan of ${plan.name}`}
        nodes={drawing.nodes}
        edges={drawing.edges}
        selected={selected}
        onSelect={setSelected}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={counted(plan.workers.length, 'worker')}>
          <WorkerList
            workers={plan.workers}
            chosen={chosen}
            onChoose={(id) => setSelected(new Set([workerId(id)]))}
          />
        </Panel>
        <div className="space-y-4">
          <Criteria criteria={plan.criteria} />
          <Limits limits={plan.limits} />
          <Decisions plan={plan} />
        </div>
      </div>
    </div>
  );
}
