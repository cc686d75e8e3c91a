import { accepts } from './data-type.ts';
import type { DataEdge, Flow, FlowEdge, FlowNode, FlowPort } from './flow.ts';
import { inputsOf, outputsOf, type Ports } from './port.ts';
import { type FlowProblem, problemAt } from './problem.ts';

/** Ends that are not there, values that do not fit, expressions that say nothing. */
export function checkEdges(flow: Flow): FlowProblem[] {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const names = [...nodes.keys()];
  const portsOf = rememberPorts();
  return flow.edges.flatMap((edge, at) => {
    const from = nodes.get(edge.from);
    const to = nodes.get(edge.to);
    if (!from || !to) return [unknownNode(edge, at, names, from ? edge.to : edge.from)];
    return [
      ...emptyExpression(edge, at),
      ...wrongEnd(edge, at, from, to),
      ...(edge.kind === 'data' ? checkPorts(edge, at, portsOf(from).outputs, portsOf(to).inputs) : []),
    ];
  });
}

const list = (names: readonly string[]): string =>
  names.length === 0
    ? 'There is none.'
    : `There ${names.length === 1 ? 'is' : 'are'} ${names
        .slice(0, 12)
        .map((name) => `\`${name}\``)
        .join(', ')}${names.length > 12 ? ' and others' : ''}.`;

const unknownNode = (edge: FlowEdge, at: number, known: readonly string[], missing: string): FlowProblem =>
  problemAt(
    ['edges', at],
    { kind: 'bad-edge', from: edge.from, to: edge.to },
    `There is no \`${missing}\` for the edge from \`${edge.from}\` to \`${edge.to}\`.`,
    list(known),
  );

function emptyExpression(edge: FlowEdge, at: number): FlowProblem[] {
  const [key, text] =
    edge.kind === 'conditional'
      ? (['condition', edge.condition] as const)
      : (['transform', edge.kind === 'data' ? edge.transform : undefined] as const);
  if (text === undefined || text.trim() !== '') return [];
  return [
    problemAt(
      ['edges', at, key],
      { kind: 'empty-expression' },
      `The ${key} of the edge from \`${edge.from}\` to \`${edge.to}\` is empty.`,
      key === 'condition'
        ? 'Write one, such as `ok == false`.'
        : 'Write one, such as `value.size()`, or leave it out.',
    ),
  ];
}

function wrongEnd(edge: FlowEdge, at: number, from: FlowNode, to: FlowNode): FlowProblem[] {
  const fault = { kind: 'bad-edge', from: edge.from, to: edge.to } as const;
  if (from.kind === 'output') {
    const sentence = `\`${edge.from}\` is a result of the whole: \`${edge.to}\` cannot wait for it.`;
    return [problemAt(['edges', at], fault, sentence, 'Start the edge at what gives the result.')];
  }
  if (to.kind === 'input') {
    const sentence = `\`${edge.to}\` is a parameter: it cannot wait for \`${edge.from}\`.`;
    return [problemAt(['edges', at], fault, sentence, 'Take the edge out.')];
  }
  return [];
}

interface NodePorts {
  readonly inputs: ReadonlyMap<string, FlowPort>;
  readonly outputs: Ports;
}

/** A node with many edges is looked at once. */
function rememberPorts(): (node: FlowNode) => NodePorts {
  const known = new Map<FlowNode, NodePorts>();
  return (node) => {
    const ports = known.get(node) ?? { inputs: inputsOf(node), outputs: outputsOf(node) };
    known.set(node, ports);
    return ports;
  };
}

function checkPorts(
  edge: DataEdge,
  at: number,
  outputs: NodePorts['outputs'],
  inputs: NodePorts['inputs'],
): FlowProblem[] {
  const source = outputs?.get(edge.fromPort);
  const target = inputs.get(edge.toPort);
  const fault = { kind: 'bad-edge', from: edge.from, to: edge.to } as const;
  const found: FlowProblem[] = [];
  if (outputs && !source) {
    const sentence = `\`${edge.from}\` has no output \`${edge.fromPort}\`.`;
    found.push(problemAt(['edges', at, 'fromPort'], fault, sentence, list([...outputs.keys()])));
  }
  if (!target) {
    const sentence = `\`${edge.to}\` has no input \`${edge.toPort}\`.`;
    found.push(problemAt(['edges', at, 'toPort'], fault, sentence, list([...inputs.keys()])));
  }
  // What a transform makes of the value is known only when it is played.
  if (!source || !target || edge.transform !== undefined || accepts(target.type, source.type)) return found;
  found.push(
    problemAt(
      ['edges', at],
      {
        kind: 'type-mismatch',
        node: edge.to,
        port: edge.toPort,
        expected: target.type,
        found: source.type,
      },
      `\`${edge.to}.${edge.toPort}\` takes ${target.type}, but \`${edge.from}.${edge.fromPort}\` gives ${source.type}.`,
      'Connect another output, or give the edge a transform.',
    ),
  );
  return found;
}
