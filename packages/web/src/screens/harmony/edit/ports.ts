import { type DataType, type FlowNode, type FlowPort, outputsOf } from '@symphony/domain';

/** What a node takes: a result takes its value, everything else what it declares. */
export const inputPorts = (node: FlowNode): readonly FlowPort[] =>
  node.kind === 'output' ? [{ name: 'value', type: 'any' }] : (node.inputs ?? []);

/** What a node gives, as far as anybody has said. */
export const outputPorts = (node: FlowNode): readonly FlowPort[] => [...(outputsOf(node)?.values() ?? [])];

/** `any` when nobody has declared it. */
export const typeOfOutput = (node: FlowNode, port: string): DataType =>
  outputsOf(node)?.get(port)?.type ?? 'any';
