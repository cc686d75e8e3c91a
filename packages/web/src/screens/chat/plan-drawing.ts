import { type ExecutionPlan, type ExecutionStep, type NodeState, planFlow, stepNode } from '@symphony/domain';
import type { GraphEdge, GraphNode } from '../../graph/graph.ts';
import { plainLine } from '../../ui/plain-text.ts';
import { drawingOf } from '../harmony/edit/flow-drawing.ts';

const STATES: Readonly<Record<ExecutionStep['status'], NodeState>> = {
  pending: 'pending',
  in_progress: 'running',
  completed: 'completed',
  failed: 'failed',
  skipped: 'skipped',
};

export const stepState = ({ stepNumber, status }: ExecutionStep, asking: ReadonlySet<number>): NodeState =>
  asking.has(stepNumber) && status === 'in_progress' ? 'waiting' : STATES[status];

/** A condition is decided when its step is. */
const branchState = (state: NodeState): NodeState =>
  state === 'pending' || state === 'queued' || state === 'skipped' ? state : 'completed';

const REQUEST = 'request';

/**
 * A plan as it is played. Steps are drawn without their ports: what goes from one to the other stands in the call
 * itself. The request leads only to what nothing else leads to.
 */
export function planDrawing(
  plan: ExecutionPlan,
  asking: ReadonlySet<number>,
): { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] } {
  const flow = planFlow(plan);
  const states = new Map<string, NodeState>([[REQUEST, 'completed']]);
  const subs = new Map<string, string>([[REQUEST, plan.request]]);
  const talk = new Set<string>();
  for (const step of plan.steps) {
    const state = stepState(step, asking);
    states.set(stepNode(step.stepNumber), state);
    states.set(`${stepNode(step.stepNumber)}-when`, branchState(state));
    subs.set(stepNode(step.stepNumber), step.description);
    if (step.toolName === 'none') talk.add(stepNode(step.stepNumber));
  }
  const { nodes, edges } = drawingOf(flow, ({ id }) => ({ state: states.get(id) ?? 'pending' }));
  const led = new Set(edges.flatMap(({ from, to }) => (from === REQUEST ? [] : [to])));
  return {
    nodes: nodes.map(({ inputs: _, outputs: __, ...node }) => {
      const sub = subs.get(node.id);
      if (sub === undefined) return node;
      // A step that only says something has no tool to be called after.
      const label = talk.has(node.id) ? node.label.replace(/none$/, 'answer') : node.label;
      return { ...node, label, sub: plainLine(sub, 120) };
    }),
    edges: edges
      .filter(({ from, to }) => from !== REQUEST || !led.has(to))
      .map(({ fromPort: _, toPort: __, label: ___, ...edge }) => edge),
  };
}

/** `3 of 5 steps done, 1 failed`. */
export function planWords({ steps }: Pick<ExecutionPlan, 'steps'>): string {
  const of = (status: ExecutionStep['status']): number =>
    steps.filter((step) => step.status === status).length;
  const parts = [`${of('completed')} of ${steps.length} done`];
  if (of('failed') > 0) parts.push(`${of('failed')} failed`);
  if (of('skipped') > 0) parts.push(`${of('skipped')} skipped`);
  return parts.join(', ');
}
