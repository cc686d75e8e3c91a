import type { Flow, FlowNode, FlowPort } from './flow.ts';

/**
 * Which ports a node has: those it declares, and those its kind brings along. `null` means that
 * nobody has declared them (an operator of an extension): every name is allowed and may hold anything.
 */
export type Ports = ReadonlyMap<string, FlowPort> | null;

/** The outputs of the operators that are built in. */
export const OPERATOR_OUTPUTS: Readonly<Record<string, readonly FlowPort[]>> = {
  command: [
    { name: 'ok', type: 'boolean' },
    { name: 'code', type: 'number' },
    { name: 'output', type: 'text' },
  ],
  value: [{ name: 'value', type: 'any' }],
  'read-file': [{ name: 'text', type: 'text' }],
  'write-artifact': [{ name: 'artifact', type: 'artifact' }],
  'git-log': [
    { name: 'text', type: 'text' },
    { name: 'count', type: 'number' },
    { name: 'since', type: 'text' },
  ],
  'git-diff': [
    { name: 'text', type: 'text' },
    { name: 'files', type: 'list<text>' },
  ],
  wait: [],
};

/** What is known of a work item once it is merged. */
const AGENT_OUTPUTS: readonly FlowPort[] = [
  { name: 'item', type: 'text' },
  { name: 'commit', type: 'text' },
  { name: 'summary', type: 'text' },
];

const VALUE_INPUT: FlowPort = { name: 'value', type: 'any' };

export function inputsOf(node: FlowNode): ReadonlyMap<string, FlowPort> {
  return byName(node.kind === 'output' ? [VALUE_INPUT] : [], node.inputs ?? []);
}

export function outputsOf(node: FlowNode): Ports {
  const declared = node.outputs ?? [];
  switch (node.kind) {
    case 'agent':
      return byName(AGENT_OUTPUTS, declared);
    case 'gate':
      return byName([{ name: 'answer', type: 'text' }], declared);
    case 'input':
      return byName([{ name: 'value', type: 'any' }], declared);
    case 'output':
      return new Map();
    // What comes in goes out.
    case 'control':
      return byName(node.inputs ?? [], declared);
    case 'loop':
      return byName(resultsOf(node.body), declared);
    case 'operator': {
      const known = OPERATOR_OUTPUTS[node.operator];
      return known ? byName(known, declared) : node.outputs ? byName(declared) : null;
    }
    case 'instrument':
      return node.outputs ? byName(declared) : null;
  }
}

/** A loop hands on what its last round's output nodes hold. */
const resultsOf = (body: Flow): FlowPort[] =>
  body.nodes.flatMap((node) => (node.kind === 'output' ? [{ name: node.result, type: 'any' as const }] : []));

const byName = (...lists: (readonly FlowPort[])[]): Map<string, FlowPort> =>
  new Map(lists.flat().map((port) => [port.name, port]));
