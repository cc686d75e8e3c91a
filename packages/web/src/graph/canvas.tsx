import {
  Background,
  type Connection,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useAtomValue } from 'jotai';
import { type MouseEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { shownThemeAtom } from '../app/theme.ts';
import { drawnEdges, nodeMaker } from './drawn-nodes.ts';
import { FarView } from './far-view.tsx';
import type { GraphEdge, GraphNode, Link, Places, Point } from './graph.ts';
import { type DrawnNode, GraphNodeBox } from './graph-node.tsx';
import { portName } from './node-box.ts';
import { nodeAt } from './paint.ts';
import { useCanvasHandle } from './use-canvas-handle.ts';
import '@xyflow/react/dist/base.css';
import './graph.css';

/** What can be asked of a canvas from outside. */
export interface CanvasHandle {
  fit(): void;
  zoom(by: 'in' | 'out'): void;
  /** Brings the node into sight and puts the focus on it. */
  show(id: string): void;
  /** The point of the drawing under a point of the page. */
  pointAt(page: Point): Point;
  /** The point of the drawing in the middle of what is seen. */
  middle(): Point;
}

export interface CanvasProps {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly places: Places;
  readonly label: string;
  /** Nodes that are in sight at first; left out, all of them are. */
  readonly first?: readonly string[] | undefined;
  /** Ids of nodes and edges. */
  readonly selected: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
  /** Double click. */
  onOpen?: ((id: string) => void) | undefined;
  /** Missing where it is only looked at. */
  onMove?: ((places: Places) => void) | undefined;
  onLink?: ((link: Link) => void) | undefined;
  readonly handle?: Ref<CanvasHandle> | undefined;
  /** It stands among what scrolls, so the wheel is not its own. */
  readonly still?: boolean | undefined;
}

const NODE_TYPES = { graph: GraphNodeBox };
/** A legend stands at the top of some. */
const FIT = { padding: { x: 0.12, bottom: 0.12, top: '64px' }, maxZoom: 1 } as const;
const FIT_STILL = { padding: '16px', maxZoom: 1 } as const;
/** Below this nothing could be read, so it is not drawn either. */
const FAR = 0.3;
/** So many nodes move smoothly as elements of the page; more are painted when seen from afar. */
const MOST_ELEMENTS = 250;
/** While they are painted. */
const NO_NODES: DrawnNode[] = [];
const NO_EDGES: ReturnType<typeof drawnEdges> = [];

/** The drawing itself: what is seen of it is moved, zoomed and, where `onMove` is given, changed. */
export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing({
  nodes,
  edges,
  places,
  label,
  first,
  selected,
  onSelect,
  onOpen,
  onMove,
  onLink,
  handle,
  still = false,
}: CanvasProps) {
  const theme = useAtomValue(shownThemeAtom);
  const far = useStore(({ transform }) => transform[2] < FAR);
  const [moving, setMoving] = useState<Places | null>(null);
  const make = useRef(nodeMaker());
  const linking = onLink !== undefined;
  const shown = useMemo(() => (moving ? new Map([...places, ...moving]) : places), [places, moving]);
  const drawn = useMemo(
    () => make.current(nodes, shown, selected, linking),
    [nodes, shown, selected, linking],
  );
  const lines = useMemo(() => drawnEdges(nodes, edges, selected), [nodes, edges, selected]);
  const painted = far && nodes.length > MOST_ELEMENTS;
  useCanvasHandle(handle, shown, nodes);
  const flow = useReactFlow();
  /** The painted node under the pointer. */
  const hit = ({ clientX, clientY }: MouseEvent): string | null =>
    painted ? nodeAt(nodes, shown, flow.screenToFlowPosition({ x: clientX, y: clientY })) : null;

  // Two changes can come of one click, before anything is drawn anew.
  const chosen = useRef(selected);
  useEffect(() => {
    chosen.current = selected;
  }, [selected]);
  const choose = (changes: readonly (NodeChange<DrawnNode> | EdgeChange)[]): void => {
    const next = new Set(chosen.current);
    for (const change of changes) {
      if (change.type !== 'select') continue;
      if (change.selected) next.add(change.id);
      else next.delete(change.id);
    }
    if (next.size === chosen.current.size && [...next].every((id) => chosen.current.has(id))) return;
    chosen.current = next;
    onSelect(next);
  };
  const change = (changes: NodeChange<DrawnNode>[]): void => {
    choose(changes);
    const moved = changes.flatMap((each) =>
      each.type === 'position' && each.position ? [[each.id, each.position] as const] : [],
    );
    if (moved.length === 0 || !onMove) return;
    if (changes.some((each) => each.type === 'position' && each.dragging)) {
      setMoving(new Map([...(moving ?? []), ...moved]));
      return;
    }
    setMoving(null);
    onMove(new Map(moved.map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }])));
  };
  const link = ({ source, sourceHandle, target, targetHandle }: Connection): void =>
    onLink?.({ from: source, fromPort: portName(sourceHandle), to: target, toPort: portName(targetHandle) });
  return (
    <ReactFlow
      aria-label={label}
      className={far ? 'graph-far' : ''}
      nodes={painted ? NO_NODES : drawn}
      edges={painted ? NO_EDGES : lines}
      nodeTypes={NODE_TYPES}
      onNodesChange={change}
      onEdgesChange={choose}
      onConnect={link}
      onNodeDoubleClick={(_, { id }) => onOpen?.(id)}
      onPaneClick={(event) => {
        const id = hit(event);
        if (painted) onSelect(new Set(id === null ? [] : [id]));
      }}
      colorMode={theme}
      onlyRenderVisibleElements
      nodesDraggable={onMove !== undefined}
      nodesConnectable={linking}
      edgesFocusable={linking}
      deleteKeyCode={null}
      zoomOnDoubleClick={false}
      zoomOnScroll={!still}
      preventScrolling={!still}
      connectionRadius={36}
      minZoom={0.04}
      maxZoom={2}
      fitView
      fitViewOptions={first ? { ...FIT, nodes: first.map((id) => ({ id })) } : still ? FIT_STILL : FIT}
      proOptions={{ hideAttribution: true }}
    >
      {!far && <Background gap={24} size={1} />}
      {painted && <FarView nodes={nodes} edges={edges} places={shown} selected={selected} />}
    </ReactFlow>
  );
}
