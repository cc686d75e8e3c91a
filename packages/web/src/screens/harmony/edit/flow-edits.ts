import type { Flow, FlowEdge, FlowNode, Recovery } from '@symphony/domain';
import type { Places } from '../../../graph/graph.ts';
import { edgeKeys } from './edges.ts';

/**
 * What a person can do to a flow, each from one flow to the next. What changes nothing gives the very
 * same flow back, so that nothing is recorded for it.
 */
export const addNode = (flow: Flow, node: FlowNode): Flow => ({ ...flow, nodes: [...flow.nodes, node] });

/** The first of `base`, `base-2`, `base-3` … that is free. */
export function freshId(taken: ReadonlySet<string>, base: string): string {
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`;
}

export const idsOf = (flow: Flow): ReadonlySet<string> => new Set(flow.nodes.map(({ id }) => id));

/** `chosen` holds ids of nodes and keys of edges. Edges go with their nodes. */
export function removeChosen(flow: Flow, chosen: ReadonlySet<string>): Flow {
  const keys = edgeKeys(flow.edges);
  const goes = (edge: FlowEdge, at: number): boolean =>
    chosen.has(keys[at] ?? '') || chosen.has(edge.from) || chosen.has(edge.to);
  const edges = flow.edges.filter((edge, at) => !goes(edge, at));
  const nodes = flow.nodes.filter(({ id }) => !chosen.has(id));
  if (edges.length === flow.edges.length && nodes.length === flow.nodes.length) return flow;
  return withoutIdlePorts({ nodes, edges }, flow.edges.filter(goes));
}

/** The port that was made for an edge goes with it, unless another edge has come to use it. */
function withoutIdlePorts(flow: Flow, gone: readonly FlowEdge[]): Flow {
  const idle = new Set<string>();
  for (const edge of gone)
    if (edge.kind === 'data' && edge.toPort === portFor(edge.from, edge.fromPort))
      idle.add(`${edge.to} ${edge.toPort}`);
  for (const edge of flow.edges) if (edge.kind === 'data') idle.delete(`${edge.to} ${edge.toPort}`);
  if (idle.size === 0) return flow;
  return {
    ...flow,
    nodes: flow.nodes.map((node) => {
      const inputs = node.inputs?.filter(({ name }) => !idle.has(`${node.id} ${name}`));
      if (inputs === undefined || inputs.length === node.inputs?.length) return node;
      const { inputs: _, ...rest } = node;
      return (inputs.length === 0 ? rest : { ...rest, inputs }) as FlowNode;
    }),
  };
}

/** The port by which a value of another node enters, when it is made for that: as in written melodies. */
export const portFor = (from: string, port: string): string => `${from}_${port}`;

export function moveNodes(flow: Flow, places: Places): Flow {
  const nodes = flow.nodes.map((node) => {
    const place = places.get(node.id);
    if (!place || (node.position?.x === place.x && node.position.y === place.y)) return node;
    return { ...node, position: { x: place.x, y: place.y } };
  });
  return nodes.every((node, at) => node === flow.nodes[at]) ? flow : { ...flow, nodes };
}

/** Another value for the node; what speaks of it follows when its id changes. */
export function replaceNode(flow: Flow, id: string, node: FlowNode): Flow {
  const nodes = flow.nodes.map((each) => (each.id === id ? node : each));
  if (node.id === id) return { ...flow, nodes };
  const renamed = (name: string): string => (name === id ? node.id : name);
  return {
    nodes: nodes.map((each) =>
      each.recovery ? { ...each, recovery: renameIn(each.recovery, renamed) } : each,
    ),
    edges: flow.edges.map((edge) => ({ ...edge, from: renamed(edge.from), to: renamed(edge.to) })),
  };
}

function renameIn(recovery: Recovery, renamed: (name: string) => string): Recovery {
  if (recovery.kind === 'restart') return { ...recovery, from: renamed(recovery.from) };
  if (recovery.kind === 'fallback' && 'node' in recovery)
    return { ...recovery, node: renamed(recovery.node) };
  if (recovery.kind === 'retry' && recovery.then)
    // biome-ignore lint/suspicious/noThenProperty: the name is the melody's, and nobody awaits it.
    return { ...recovery, then: renameIn(recovery.then, renamed) };
  return recovery;
}

export const replaceEdge = (flow: Flow, at: number, edge: FlowEdge): Flow => ({
  ...flow,
  edges: flow.edges.map((each, place) => (place === at ? edge : each)),
});
