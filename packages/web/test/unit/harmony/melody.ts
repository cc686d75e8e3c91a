import type { Flow, FlowEdge, FlowNode, Melody } from '@symphony/domain';
import { blankMelody } from '../../../src/screens/harmony/edit/new-node.ts';

/** Small melodies for the tests. */
export const command = (id: string, more: Partial<FlowNode> = {}): FlowNode =>
  ({ id, kind: 'operator', operator: 'command', config: { run: 'true' }, ...more }) as FlowNode;

export const waits = (from: string, to: string): FlowEdge => ({ kind: 'control', from, to });

export const flowOf = (nodes: readonly FlowNode[], edges: readonly FlowEdge[] = []): Flow => ({
  nodes,
  edges,
});

export const melodyOf = (flow: Flow): Melody => ({ ...blankMelody('test', 'Test'), flow });
