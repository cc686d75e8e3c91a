import { Maximize, Minus, Plus, Search, Workflow } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { Loading } from '../ui/states.tsx';
import type { CanvasHandle, CanvasProps } from './canvas.tsx';
import type { Places } from './graph.ts';
import { LargeGraph } from './large-graph.tsx';
import { MOST_SINGLE } from './limits.ts';
import { NodeSearch } from './node-search.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useForwardedHandle } from './use-forwarded-handle.ts';
import { usePlaces } from './use-places.ts';

const Canvas = lazy(() => import('./canvas.tsx'));

interface GraphCanvasProps extends Omit<CanvasProps, 'places'> {
  /** Left out, it is laid out here. */
  readonly places?: Places | undefined;
  /** Lays it out anew; missing where places are not a person's to change. */
  onArrange?: (() => void) | undefined;
  readonly className?: string;
  /** Further things on the canvas: a legend. */
  readonly children?: ReactNode;
}

/** A graph of any size: moved with the pointer, `f` shows all of it, `/` finds a node. */
export function GraphCanvas({ className, children, onArrange, handle, ...graph }: GraphCanvasProps) {
  const [searching, setSearching] = useState(false);
  const inner = useRef<CanvasHandle>(null);
  useForwardedHandle(handle, inner);
  useCanvasKeys({ fit: () => inner.current?.fit(), search: () => setSearching(true) });
  const large = graph.nodes.length > MOST_SINGLE;
  return (
    <div className={classes('relative min-h-0 min-w-0 overflow-hidden', className)}>
      {large ? <LargeGraph {...unplaced(graph)} handle={inner} /> : <SmallGraph {...graph} handle={inner} />}
      <div className="absolute bottom-3 left-3 z-10 flex gap-0.5 rounded-md border border-line bg-panel p-0.5 shadow-sm">
        <IconButton label="Find a node (/)" size="sm" onClick={() => setSearching(true)}>
          <Search className="size-4" aria-hidden />
        </IconButton>
        <IconButton label="Show all of it (f)" size="sm" onClick={() => inner.current?.fit()}>
          <Maximize className="size-4" aria-hidden />
        </IconButton>
        <IconButton label="Larger" size="sm" onClick={() => inner.current?.zoom('in')}>
          <Plus className="size-4" aria-hidden />
        </IconButton>
        <IconButton label="Smaller" size="sm" onClick={() => inner.current?.zoom('out')}>
          <Minus className="size-4" aria-hidden />
        </IconButton>
        {onArrange && !large && (
          <IconButton label="Arrange the nodes" size="sm" onClick={onArrange}>
            <Workflow className="size-4" aria-hidden />
          </IconButton>
        )}
      </div>
      {children}
      {searching && (
        <NodeSearch
          nodes={graph.nodes}
          title="Find a node"
          onFound={(id) => {
            graph.onSelect(new Set([id]));
            inner.current?.show(id);
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </div>
  );
}

/** Nothing but the drawing: for a graph that is part of something else. */
export function SmallGraph({
  places: given,
  ...graph
}: Omit<GraphCanvasProps, 'className' | 'children' | 'onArrange'>) {
  const places = usePlaces(graph.nodes, graph.edges, given);
  if (places === null) return <Loading label="Laying the graph out" />;
  return (
    <Suspense fallback={<Loading />}>
      <Canvas {...graph} places={places} />
    </Suspense>
  );
}

const unplaced = ({
  places: _,
  onMove: __,
  first: ___,
  ...rest
}: Pick<GraphCanvasProps, 'places'> & Omit<CanvasProps, 'places'>) => rest;
