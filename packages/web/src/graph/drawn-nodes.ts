import { MarkerType, Position } from '@xyflow/react';
import type { GraphEdge, GraphNode, Places } from './graph.ts';
import type { DrawnNode } from './graph-node.tsx';
import { STATE_LOOKS } from './looks.ts';
import { endOf, heightOf, NODE_WIDTH, portsOf } from './node-box.ts';

const NOWHERE = { x: 0, y: 0 };
const ARROW = {
  type: MarkerType.ArrowClosed,
  color: 'var(--line-strong)',
  width: 22,
  height: 22,
  // Else it would grow with a chosen edge.
  markerUnits: 'userSpaceOnUse',
};
const VALUE_ARROW = { ...ARROW, color: 'var(--accent)' };

/**
 * Makes what the canvas library draws. A node that is as it was is the very same value as before: with a
 * thousand of them that is what keeps a drag smooth.
 */
export function nodeMaker(): (
  nodes: readonly GraphNode[],
  places: Places,
  selected: ReadonlySet<string>,
  linking: boolean,
) => DrawnNode[] {
  let known = new Map<string, DrawnNode>();
  return (nodes, places, selected, linking) => {
    const next = new Map<string, DrawnNode>();
    for (const node of nodes) {
      const position = places.get(node.id) ?? NOWHERE;
      const before = known.get(node.id);
      const same =
        before !== undefined &&
        sameNode(before.data.node, node) &&
        before.data.linking === linking &&
        before.selected === selected.has(node.id) &&
        before.position.x === position.x &&
        before.position.y === position.y;
      next.set(node.id, same ? before : drawn(node, position, selected.has(node.id), linking));
    }
    known = next;
    return [...next.values()];
  };
}

/** Shown alike: whoever makes nodes anew need not know which of them changed. */
function sameNode(a: GraphNode, b: GraphNode): boolean {
  if (a === b) return true;
  const keys = Object.keys(a) as (keyof GraphNode)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

const drawn = (
  node: GraphNode,
  position: { readonly x: number; readonly y: number },
  selected: boolean,
  linking: boolean,
): DrawnNode => ({
  id: node.id,
  type: 'graph',
  position: { ...position },
  data: { node, linking },
  selected,
  width: NODE_WIDTH,
  height: heightOf(node),
  // All of this is told and not measured: nodes that are out of sight are never on the page, and yet
  // their edges are drawn, and the whole can be brought into sight.
  measured: { width: NODE_WIDTH, height: heightOf(node) },
  handles: portsOf(node).map(({ id, side, y }) => ({
    id,
    type: side === 'in' ? ('target' as const) : ('source' as const),
    position: side === 'in' ? Position.Left : Position.Right,
    x: side === 'in' ? 0 : NODE_WIDTH,
    y,
  })),
  ariaLabel: spoken(node),
});

const spoken = ({ label, kind, state, stops, problems = 0 }: GraphNode): string =>
  [
    `${label}, ${kind}`,
    state && STATE_LOOKS[state].word,
    stops && 'breakpoint',
    problems > 0 && `${problems} to put right`,
  ]
    .filter(Boolean)
    .join(', ');

export const drawnEdges = (
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  selected: ReadonlySet<string>,
) => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge) => {
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    if (!from || !to) return [];
    return [
      {
        id: edge.id,
        source: edge.from,
        target: edge.to,
        sourceHandle: endOf(from, 'out', edge.fromPort),
        targetHandle: endOf(to, 'in', edge.toPort),
        markerEnd: edge.kind === 'data' ? VALUE_ARROW : ARROW,
        className: `graph-edge graph-edge-${edge.kind}`,
        selected: selected.has(edge.id),
        ariaLabel: `From ${from.label} to ${to.label}`,
        ...(edge.label !== undefined && { label: shortened(edge.label) }),
      },
    ];
  });
};

/** Conditions can be long: the inspector shows them whole. */
const shortened = (label: string): string => (label.length > 28 ? `${label.slice(0, 27)}…` : label);
