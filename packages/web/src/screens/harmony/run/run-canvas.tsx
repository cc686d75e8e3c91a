import type { NodePath } from '@symphony/domain';
import { useMemo } from 'react';
import { countStates } from '../../../graph/count-states.ts';
import { GraphCanvas } from '../../../graph/graph-canvas.tsx';
import { Legend } from '../../../graph/legend.tsx';
import { drawingOf, placesOf } from '../edit/flow-drawing.ts';
import { Rounds } from './rounds.tsx';
import { flowIn, pathIn, type RunPlace, roundsOf, stepsByPath, withoutRounds } from './run-sight.ts';
import type { Run } from './use-run.ts';

interface RunCanvasProps {
  readonly run: Run;
  readonly place: RunPlace;
  readonly chosen: NodePath | null;
  onGo(place: RunPlace): void;
  onChoose(path: NodePath | null): void;
  /** Double click. */
  onOpen(path: NodePath): void;
}

/** The melody as it is played, each node in the colour and with the sign of its state. */
export function RunCanvas({
  run: { view, flow: whole },
  place,
  chosen,
  onGo,
  onChoose,
  onOpen,
}: RunCanvasProps) {
  const flow = flowIn(whole, place) ?? whole;
  const steps = useMemo(() => stepsByPath(view.steps), [view.steps]);
  const stops = useMemo(() => new Set(view.breakpoints), [view.breakpoints]);
  const drawing = useMemo(
    () =>
      drawingOf(flow, ({ id }) => {
        const path = pathIn(place, id);
        return {
          state: steps.get(path)?.state ?? 'pending',
          ...(stops.has(withoutRounds(path)) && { stops: true }),
        };
      }),
    [flow, place, steps, stops],
  );
  const places = useMemo(() => placesOf(flow) ?? undefined, [flow]);
  const selected = useMemo(() => {
    const here = flow.nodes.find(({ id }) => pathIn(place, id) === chosen);
    return new Set(here ? [here.id] : []);
  }, [flow, place, chosen]);
  const counts = useMemo(() => countStates(drawing.nodes), [drawing]);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Rounds
        title={view.title}
        place={place}
        rounds={(depth) => roundsOf(view.steps, pathIn(place.slice(0, depth), place[depth]?.loop ?? ''))}
        onGo={onGo}
      />
      <GraphCanvas
        key={place.map(({ loop }) => loop).join('/')}
        className="flex-1"
        label={`${view.title} as it is played`}
        nodes={drawing.nodes}
        edges={drawing.edges}
        places={places}
        selected={selected}
        onSelect={(ids) => {
          const node = flow.nodes.find(({ id }) => ids.has(id));
          onChoose(node ? pathIn(place, node.id) : null);
        }}
        onOpen={(id) => onOpen(pathIn(place, id))}
      >
        <Legend counts={counts} />
      </GraphCanvas>
    </div>
  );
}
