import type { Flow, FlowNode, OperatorNode } from '@symphony/domain';
import type { GraphEdge, GraphNode, Places } from '../../../graph/graph.ts';
import { plainLine } from '../../../ui/plain-text.ts';
import { edgeKeys } from './edges.ts';
import { inputPorts, outputPorts } from './ports.ts';

/** What only the one who shows it knows of a node: its state, its breakpoint, what is wrong with it. */
export type Extras = (node: FlowNode) => Partial<Pick<GraphNode, 'state' | 'stops' | 'problems'>>;

/** A flow as it is drawn. */
export function drawingOf(
  flow: Flow,
  extras: Extras,
): { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] } {
  const keys = edgeKeys(flow.edges);
  return {
    nodes: flow.nodes.map((node) => {
      const more = extras(node);
      return Object.keys(more).length === 0 ? bareNode(node) : { ...bareNode(node), ...more };
    }),
    edges: flow.edges.map((edge, at) => ({
      id: keys[at] ?? `edge ${at}`,
      from: edge.from,
      to: edge.to,
      kind: edge.kind,
      ...(edge.kind === 'data' && { fromPort: edge.fromPort, toPort: edge.toPort }),
      ...(edge.kind === 'conditional' && { label: plainLine(edge.label ?? edge.condition, 80) }),
    })),
  };
}

/** A node that was not changed is the same drawing, so that it is not drawn again. */
const known = new WeakMap<FlowNode, GraphNode>();

function bareNode(node: FlowNode): GraphNode {
  const before = known.get(node);
  if (before) return before;
  const made: GraphNode = {
    id: node.id,
    label: plainLine(node.name ?? node.id, 80),
    sub: plainLine(subOf(node), 120),
    kind: node.kind,
    inputs: inputPorts(node),
    outputs: outputPorts(node),
    ...(node.enabled === false && { off: true }),
  };
  known.set(node, made);
  return made;
}

/** What it does, in the second line. */
function subOf(node: FlowNode): string {
  switch (node.kind) {
    case 'operator':
      return operatorWords(node);
    case 'agent':
      return node.work.title || 'an agent';
    case 'gate':
      return node.question || 'asks a person';
    case 'control':
      return node.control;
    case 'loop':
      return `${node.body.nodes.length} inside, ${node.timesFrom ? `${node.timesFrom} times` : `at most ${node.times} times`}`;
    case 'input':
      return `parameter ${node.parameter}`;
    case 'output':
      return `result ${node.result}`;
    case 'instrument':
      return node.instrument;
  }
}

/** A command is its command line; others are their name and the first thing they are told. */
function operatorWords({ operator, config = {} }: OperatorNode): string {
  if (typeof config.run === 'string') return config.run;
  const [first] = Object.values(config);
  if (first === undefined || first === null || typeof first === 'object') return operator;
  return `${operator} ${first}`;
}

/** Null while one of them has none. */
export function placesOf(flow: Flow): Places | null {
  const places = new Map<string, { x: number; y: number }>();
  for (const { id, position } of flow.nodes) {
    if (!position) return null;
    places.set(id, position);
  }
  return places;
}
