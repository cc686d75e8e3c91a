import type { Values } from '../flow/change.ts';
import type { Flow, FlowNode } from '../flow/flow.ts';
import type { Json } from '../work-item.ts';
import type { Melody } from './melody.ts';

/** Names that stand for something in every melody: the configured checks as one command. */
export const SURROUNDING_NAMES: readonly string[] = ['verify'];

/** Names that stand for something in the body of a loop: which round is played, from 1. */
export const ROUND_NAMES: readonly string[] = ['round'];

/**
 * What the texts of a node may speak of: what is known around the flow (parameters, `verify`; in a
 * loop also its inputs and `round`), its own inputs by port, and its inputs once more by where they
 * come from, so that `{{ tests.output }}` reads as it was written.
 */
export function textScope(flow: Flow, node: string, around: Values, inputs: Values): Values {
  const bySource: Record<string, Record<string, Json>> = {};
  for (const edge of flow.edges) {
    if (edge.kind !== 'data' || edge.to !== node) continue;
    const outputs = bySource[edge.from] ?? {};
    outputs[edge.fromPort] = inputs[edge.toPort] ?? null;
    bySource[edge.from] = outputs;
  }
  return { ...around, ...bySource, ...inputs };
}

/** The flow as it is played with these parameters: loops whose bound is a parameter get their number. */
export const playableFlow = (melody: Melody, parameters: Values): Flow => settle(melody.flow, parameters);

const settle = (flow: Flow, parameters: Values): Flow => ({
  ...flow,
  nodes: flow.nodes.map((node) => settleNode(node, parameters)),
});

function settleNode(node: FlowNode, parameters: Values): FlowNode {
  if (node.kind !== 'loop') return node;
  const wanted = node.timesFrom === undefined ? undefined : parameters[node.timesFrom];
  const times =
    typeof wanted === 'number' ? Math.max(1, Math.min(node.times, Math.floor(wanted))) : node.times;
  return { ...node, times, body: settle(node.body, parameters) };
}
