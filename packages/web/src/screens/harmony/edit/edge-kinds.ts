import type { Flow, FlowEdge } from '@symphony/domain';
import type { FieldSpec } from '../form/field-spec.ts';
import { inputPorts, outputPorts } from './ports.ts';

/** The same two nodes, connected in another way. What the new kind has a use for is kept. */
export function edgeOfKind(flow: Flow, edge: FlowEdge, kind: FlowEdge['kind']): FlowEdge {
  const { from, to } = edge;
  const dependency = edge.kind !== 'conditional' && edge.dependency ? { dependency: edge.dependency } : {};
  switch (kind) {
    case 'control':
      return { kind, from, to, ...dependency };
    case 'conditional':
      return { kind, from, to, condition: '' };
    case 'data': {
      const { outputs, inputs } = endsOf(flow, edge);
      return { kind, from, to, fromPort: outputs[0] ?? '', toPort: inputs[0] ?? '', ...dependency };
    }
  }
}

const endsOf = (flow: Flow, { from, to }: FlowEdge) => {
  const names = (id: string, ports: typeof inputPorts): string[] => {
    const node = flow.nodes.find((each) => each.id === id);
    return node ? ports(node).map(({ name }) => name) : [];
  };
  return { outputs: names(from, outputPorts), inputs: names(to, inputPorts) };
};

const DEPENDENCY: FieldSpec = {
  path: ['dependency'],
  label: 'When the first fails',
  kind: 'choice',
  choices: ['hard', 'soft', 'optional'],
  hint: 'hard: the second cannot be played. soft: it is, and the run counts as degraded. optional: it is.',
};

/** What can be said about an edge, by kind. */
export function edgeFields(flow: Flow, edge: FlowEdge): readonly FieldSpec[] {
  if (edge.kind === 'control') return [DEPENDENCY];
  if (edge.kind === 'conditional')
    return [
      {
        path: ['condition'],
        label: 'Condition',
        kind: 'text',
        required: true,
        empty: '',
        hint: 'Over what the first gave, such as `ok == false`.',
      },
      { path: ['label'], label: 'Label', kind: 'text', hint: 'Shown in place of the condition.' },
    ];
  const { outputs, inputs } = endsOf(flow, edge);
  return [
    portField('fromPort', 'Value', outputs),
    portField('toPort', 'Goes to', inputs),
    { path: ['transform'], label: 'Transform', kind: 'text', hint: 'Over `value`, such as `value.size()`.' },
    DEPENDENCY,
  ];
}

/** Nobody may have declared the ports of an operator: then any name will do. */
const portField = (key: string, label: string, names: readonly string[]): FieldSpec =>
  names.length > 0
    ? { path: [key], label, kind: 'choice', required: true, choices: names }
    : { path: [key], label, kind: 'text', required: true, empty: '' };
