import { Graph, layout } from '@dagrejs/dagre';
import type { Point } from './graph.ts';
import { NODE_WIDTH } from './node-box.ts';

/** As it is sent to the worker: plain values only. */
export interface LayoutRequest {
  readonly nodes: readonly { readonly id: string; readonly height: number }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

const BETWEEN_RANKS = 96;
const BETWEEN_NODES = 28;
/** Above this the best ranking takes seconds, and nobody sees the difference. */
const MOST_RANKED_WELL = 200;

/**
 * Places that flow from left to right. Nodes without edges stand in a block of their own below: in one
 * rank they would be a column as long as there are nodes.
 */
export function layoutGraph({ nodes, edges }: LayoutRequest): ReadonlyMap<string, Point> {
  const known = new Set(nodes.map(({ id }) => id));
  const drawn = edges.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const linked = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const places = new Map<string, Point>();
  const bottom = placeLinked(
    nodes.filter(({ id }) => linked.has(id)),
    drawn,
    places,
  );
  placeLoose(
    nodes.filter(({ id }) => !linked.has(id)),
    bottom,
    places,
  );
  return places;
}

function placeLinked(
  nodes: LayoutRequest['nodes'],
  edges: LayoutRequest['edges'],
  places: Map<string, Point>,
): number {
  if (nodes.length === 0) return 0;
  const graph = new Graph();
  graph.setGraph({
    rankdir: 'LR',
    ranksep: BETWEEN_RANKS,
    nodesep: BETWEEN_NODES,
    ranker: nodes.length > MOST_RANKED_WELL ? 'longest-path' : 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, height } of nodes) graph.setNode(id, { width: NODE_WIDTH, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  let bottom = 0;
  for (const { id, height } of nodes) {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
    places.set(id, { x: Math.round(x - NODE_WIDTH / 2), y: Math.round(y - height / 2) });
    bottom = Math.max(bottom, y + height / 2);
  }
  return bottom + 2 * BETWEEN_NODES;
}

function placeLoose(nodes: LayoutRequest['nodes'], top: number, places: Map<string, Point>): void {
  const columns = Math.max(4, Math.ceil(Math.sqrt(nodes.length / 2)));
  const row = Math.max(0, ...nodes.map(({ height }) => height)) + BETWEEN_NODES;
  nodes.forEach(({ id }, at) => {
    places.set(id, {
      x: (at % columns) * (NODE_WIDTH + BETWEEN_NODES),
      y: Math.round(top + Math.floor(at / columns) * row),
    });
  });
}
