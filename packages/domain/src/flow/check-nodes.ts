import { checkRecovery } from './check-recovery.ts';
import { isDataType } from './data-type.ts';
import type { Flow, FlowEdge, FlowNode, LoopNode, Recovery } from './flow.ts';
import { flowGraph } from './flow-graph.ts';
import { inputsOf } from './port.ts';
import { type FlowPath, type FlowProblem, problemAt } from './problem.ts';

/** Names, ports and what a node needs from others. */
export function checkNodes(flow: Flow): FlowProblem[] {
  const surroundings = lookAround(flow);
  const graph = flowGraph(flow);
  const seen = new Set<string>();
  return flow.nodes.flatMap((node, at) => {
    const where: FlowPath = ['nodes', at];
    const again = seen.has(node.id);
    seen.add(node.id);
    return [
      ...(again ? [duplicate(node, where)] : []),
      ...badId(node, where),
      ...badPorts(node, where),
      ...(node.kind === 'loop' ? loopBound(node, where) : []),
      ...checkRecovery(graph, node, where),
      ...(again ? [] : connections(node, where, surroundings)),
    ];
  });
}

interface Surroundings {
  readonly size: number;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly into: ReadonlyMap<string, readonly FlowEdge[]>;
  /** Nodes an edge starts at, and those that another one falls back to. */
  readonly used: ReadonlySet<string>;
}

function lookAround(flow: Flow): Surroundings {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const into = new Map<string, FlowEdge[]>();
  const used = new Set<string>();
  for (const edge of flow.edges) {
    if (!nodes.has(edge.from) || !nodes.has(edge.to)) continue;
    const edges = into.get(edge.to);
    if (edges) edges.push(edge);
    else into.set(edge.to, [edge]);
    used.add(edge.from);
  }
  for (const { recovery } of flow.nodes) {
    const fallback = recovery && fallbackOf(recovery);
    if (fallback) used.add(fallback);
  }
  return { size: flow.nodes.length, nodes, into, used };
}

function fallbackOf(recovery: Recovery): string | null {
  if (recovery.kind === 'fallback') return 'node' in recovery ? recovery.node : null;
  return recovery.kind === 'retry' && recovery.then ? fallbackOf(recovery.then) : null;
}

const duplicate = ({ id }: FlowNode, where: FlowPath): FlowProblem =>
  problemAt(
    [...where, 'id'],
    { kind: 'duplicate-id', node: id },
    `\`${id}\` is there twice.`,
    'Give one of them another id, and the edges that mean it.',
  );

function badId({ id }: FlowNode, where: FlowPath): FlowProblem[] {
  if (/^[A-Za-z][\w-]{0,99}$/.test(id)) return [];
  const sentence = `\`${id}\` cannot be an id.`;
  const rule = 'Use a letter, then letters, digits, `-` and `_`, 100 at most.';
  return [problemAt([...where, 'id'], { kind: 'bad-id', node: id }, sentence, rule)];
}

function badPorts(node: FlowNode, where: FlowPath): FlowProblem[] {
  return (['inputs', 'outputs'] as const).flatMap((side) => {
    const names = new Set<string>();
    return (node[side] ?? []).flatMap((port, at) => {
      const fault = { kind: 'bad-port', node: node.id, port: port.name } as const;
      const place = [...where, side, at];
      const found: FlowProblem[] = [];
      if (names.has(port.name)) {
        const sentence = `\`${node.id}\` has the port \`${port.name}\` twice among its ${side}.`;
        found.push(problemAt(place, fault, sentence, 'Take one of them out.'));
      }
      names.add(port.name);
      if (!isDataType(port.type)) {
        const sentence = `\`${port.type}\` of \`${node.id}.${port.name}\` is not a type of value.`;
        const known = 'Use any, text, number, boolean, json, artifact or list<…> of one of them.';
        found.push(problemAt([...place, 'type'], fault, sentence, known));
      }
      return found;
    });
  });
}

export const MAX_ROUNDS = 1000;

function loopBound({ id, times, until }: LoopNode, where: FlowPath): FlowProblem[] {
  const found: FlowProblem[] = [];
  if (!Number.isInteger(times) || times < 1 || times > MAX_ROUNDS) {
    const sentence = `The loop \`${id}\` has no usable bound (${times}).`;
    const rule = `Set \`times\` to a whole number from 1 to ${MAX_ROUNDS}.`;
    found.push(problemAt([...where, 'times'], { kind: 'unbounded-loop', node: id, times }, sentence, rule));
  }
  if (until !== undefined && until.trim() === '') {
    const sentence = `The \`until\` of the loop \`${id}\` is empty.`;
    const rule = 'Write one, such as `ok == true`, or leave it out to play every round.';
    found.push(problemAt([...where, 'until'], { kind: 'empty-expression' }, sentence, rule));
  }
  return found;
}

function connections(node: FlowNode, where: FlowPath, around: Surroundings): FlowProblem[] {
  const into = around.into.get(node.id) ?? [];
  if (around.size > 1 && into.length === 0 && !around.used.has(node.id)) {
    const sentence = `\`${node.id}\` is connected to nothing.`;
    const nextStep = 'Say what it waits for, or what waits for it, or take it out.';
    return [problemAt(where, { kind: 'orphan', node: node.id }, sentence, nextStep)];
  }
  const sources = into.map((edge) => around.nodes.get(edge.from));
  if (node.kind === 'output' && sources.length > 0 && sources.every((each) => each?.enabled === false)) {
    const sentence = `Nothing leads to the result \`${node.id}\`: all it comes from is switched off.`;
    const fault = { kind: 'unreachable-output', node: node.id } as const;
    return [problemAt(where, fault, sentence, 'Switch one of its sources on, or take the result out.')];
  }
  return unfedInputs(node, where, into, around);
}

function unfedInputs(
  node: FlowNode,
  where: FlowPath,
  into: readonly FlowEdge[],
  { nodes }: Surroundings,
): FlowProblem[] {
  if (node.enabled === false) return [];
  return [...inputsOf(node).values()].flatMap((port) => {
    if (port.required === false || port.default !== undefined) return [];
    const feeding = into.filter((edge) => edge.kind === 'data' && edge.toPort === port.name);
    if (feeding.some((edge) => nodes.get(edge.from)?.enabled !== false)) return [];
    const off = feeding.length > 0;
    const kind = off ? ('disconnected-input' as const) : ('missing-input' as const);
    const sentence = off
      ? `The input \`${node.id}.${port.name}\` gets nothing: all that would give it is switched off.`
      : `The input \`${node.id}.${port.name}\` gets no value.`;
    const nextStep = 'Connect an output to it, or give it a default.';
    return [problemAt(where, { kind, node: node.id, port: port.name }, sentence, nextStep)];
  });
}
