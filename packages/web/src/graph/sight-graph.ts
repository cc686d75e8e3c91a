import type { NodeState } from '@symphony/domain';
import type { Group, Sight } from './detail.ts';
import type { GraphEdge, GraphNode } from './graph.ts';

export interface DrawnGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** What is seen of a large graph, as a graph: groups are nodes, and the edges between two are one. */
export function drawnGraph(
  nodes: ReadonlyMap<string, GraphNode>,
  edges: readonly GraphEdge[],
  sight: Sight,
): DrawnGraph {
  const owner = new Map<string, string>();
  for (const group of sight.groups) for (const id of group.members) owner.set(id, group.id);
  for (const id of sight.nodes) owner.set(id, id);
  const bundles = new Map<string, { edge: GraphEdge; count: number }>();
  for (const edge of edges) {
    const from = owner.get(edge.from);
    const to = owner.get(edge.to);
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from} > ${to}`;
    const bundle = bundles.get(key);
    if (bundle) bundle.count += 1;
    else bundles.set(key, { edge: { ...edge, id: `bundle ${key}`, from, to }, count: 1 });
  }
  return {
    nodes: [
      ...sight.groups.map((group) => groupNode(group, nodes)),
      ...[...sight.nodes].flatMap((id) => nodes.get(id) ?? []),
    ],
    edges: [...bundles.values()].map(({ edge, count }) => (count === 1 ? edge : bundled(edge, count))),
  };
}

const bundled = ({ id, from, to }: GraphEdge, count: number): GraphEdge => ({
  id,
  from,
  to,
  kind: 'control',
  label: `${count}`,
});

/** The worst that holds for one of its nodes stands for the group: trouble must not hide in it. */
const LOUDEST: readonly NodeState[] = ['failed', 'waiting', 'running', 'queued', 'pending', 'completed'];

function groupNode(group: Group, nodes: ReadonlyMap<string, GraphNode>): GraphNode {
  const states = new Set<NodeState>();
  let problems = 0;
  let stops = false;
  for (const id of group.members) {
    const node = nodes.get(id);
    if (node?.state) states.add(node.state);
    problems += node?.problems ?? 0;
    stops ||= node?.stops ?? false;
  }
  const state = LOUDEST.find((each) => states.has(each)) ?? [...states][0];
  return {
    id: group.id,
    label: levelWords(group),
    sub: `${group.members.length.toLocaleString('en')} nodes`,
    kind: 'group',
    ...(state && { state }),
    ...(problems > 0 && { problems }),
    ...(stops && { stops }),
  };
}

/** Counted from 1, as people do. */
export function levelWords({ first, last, part }: Pick<Group, 'first' | 'last' | 'part'>): string {
  if (first !== last) return `Levels ${first + 1}–${last + 1}`;
  return part ? `Level ${first + 1}, ${part.from}–${part.to}` : `Level ${first + 1}`;
}
