import type { DataEdge, Flow, FlowEdge, FlowNode } from '@symphony/domain';
import type { Link } from '../../../graph/graph.ts';
import { portFor, replaceNode } from './flow-edits.ts';
import { flowProblems } from './own-check.ts';
import { inputPorts, outputPorts, typeOfOutput } from './ports.ts';

export type Connected =
  | { readonly ok: true; readonly flow: Flow }
  /** One sentence: why it cannot be. */
  | { readonly ok: false; readonly reason: string };

/**
 * Draws an edge. From an output it hands the value on: to the port it was drawn to, or, drawn to the
 * node as a whole, to a port that is made for it. Else it says only what comes first.
 */
export function connect(flow: Flow, link: Link): Connected {
  const from = flow.nodes.find(({ id }) => id === link.from);
  const to = flow.nodes.find(({ id }) => id === link.to);
  if (!from || !to) return no('One of the two nodes is not there.');
  if (from === to) return no('A node cannot wait for itself: put what is to be repeated into a loop.');
  const port = link.fromPort ?? onlyFitting(from, to, link.toPort);
  const drawn = port === null ? waiting(flow, from, to) : handing(flow, from, port, to, link.toPort);
  if (!drawn.ok) return drawn;
  const problem = newProblem(flow, drawn.flow);
  return problem === null ? drawn : no(problem);
}

/** Drawn from the node as a whole to a port: meant is the one output there is. */
function onlyFitting(from: FlowNode, to: FlowNode, toPort: string | null): string | null {
  if (toPort === null && to.kind !== 'output') return null;
  const outputs = outputPorts(from);
  return outputs.length === 1 ? (outputs[0]?.name ?? null) : null;
}

function waiting(flow: Flow, from: FlowNode, to: FlowNode): Connected {
  const edge: FlowEdge = { kind: 'control', from: from.id, to: to.id };
  const there = flow.edges.some((each) => each.from === from.id && each.to === to.id);
  if (there) return no(`${to.id} waits for ${from.id} already.`);
  return { ok: true, flow: { ...flow, edges: [...flow.edges, edge] } };
}

function handing(
  flow: Flow,
  from: FlowNode,
  fromPort: string,
  to: FlowNode,
  wanted: string | null,
): Connected {
  const toPort = wanted ?? (to.kind === 'output' ? 'value' : portFor(from.id, fromPort));
  const edge: DataEdge = { kind: 'data', from: from.id, fromPort, to: to.id, toPort };
  const fed = flow.edges.some((each) => each.kind === 'data' && each.to === to.id && each.toPort === toPort);
  if (fed) return no(`${to.id}.${toPort} gets its value from somewhere already.`);
  const known = inputPorts(to).some(({ name }) => name === toPort);
  const made = { name: toPort, type: typeOfOutput(from, fromPort) };
  const target = known ? to : ({ ...to, inputs: [...(to.inputs ?? []), made] } as FlowNode);
  const edges = [...flow.edges, edge];
  return { ok: true, flow: { ...(known ? flow : replaceNode(flow, to.id, target)), edges } };
}

const no = (reason: string): Connected => ({ ok: false, reason });

/** What a new edge may not bring: a circle, an end that cannot be one, a value that does not fit. */
const UNWANTED = new Set(['cycle', 'bad-edge', 'type-mismatch']);

function newProblem(before: Flow, after: Flow): string | null {
  const known = new Set(flowProblems(before)?.map(({ sentence }) => sentence));
  return (
    flowProblems(after)?.find(({ kind, sentence }) => UNWANTED.has(kind) && !known.has(sentence))?.sentence ??
    null
  );
}
