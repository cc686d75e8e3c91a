import type { DataEdge, Flow, FlowEdge, FlowNode, FlowPort } from '../flow/flow.ts';
import type { ExecutionPlan, ExecutionStep } from './plan.ts';
import { needsOfStep, type StepNeeds } from './step-reference.ts';

/**
 * A plan as a flow (R10), so that the board draws it and the DAG tracker plays it.
 *
 * Each step is an operator `step-N` with the output `output`. A reference is a data edge, a mere `dependsOn` a
 * control edge. A condition is a branch `step-N-when` in front of its step, which is given all it looks at. Everything
 * begins at the input `request`. It also leads to steps that could otherwise only be reached over one that may be
 * left out: to come after a step does not mean to need it. So a step is skipped when something it waits for failed,
 * when a value it needs never comes, or when its condition does not hold; and for nothing else.
 */
export function planFlow(plan: Pick<ExecutionPlan, 'request' | 'steps'>): Flow {
  const nodes: FlowNode[] = [
    {
      kind: 'input',
      id: START,
      name: 'Request',
      parameter: 'request',
      outputs: [{ name: 'value', type: 'text', default: plan.request }],
    },
  ];
  const edges: FlowEdge[] = [];
  for (const step of plan.steps) addStep(step, nodes, edges);
  return { nodes, edges };
}

const START = 'request';

export const stepNode = (step: number): string => `step-${step}`;
/** The name references use for it, and conditions. */
export const outputName = (step: number): string => `step_${step}_output`;

function addStep(step: ExecutionStep, nodes: FlowNode[], edges: FlowEdge[]): void {
  const { stepNumber, toolName, description, parameters, when } = step;
  const id = stepNode(stepNumber);
  const needs = needsOfStep(step);
  const first = when === undefined ? id : addCondition(step, when, needs, nodes, edges);
  nodes.push({
    kind: 'operator',
    id,
    name: `${stepNumber}. ${toolName}`,
    description,
    operator: toolName,
    config: parameters,
    inputs: needs.data.map((need) => portOf(need, {})),
    outputs: [{ name: 'output', type: 'any' }],
  });
  edges.push(...needs.data.map((need) => dataEdge(need, id)));
  for (const need of needs.order) edges.push({ kind: 'control', from: stepNode(need), to: first });
  // A step with data alone is reached by it; every other one must not depend on a way that may not be taken.
  if (when === undefined && (needs.order.length > 0 || needs.data.length === 0))
    edges.push({ kind: 'control', from: START, to: id });
}

function addCondition(
  { stepNumber }: ExecutionStep,
  condition: string,
  needs: StepNeeds,
  nodes: FlowNode[],
  edges: FlowEdge[],
): string {
  const id = `${stepNode(stepNumber)}-when`;
  nodes.push({
    kind: 'control',
    id,
    name: `When ${condition}`,
    control: 'branch',
    // What was left out is nothing, and may be asked for.
    inputs: needs.condition.map((need) => portOf(need, { default: null })),
  });
  edges.push({ kind: 'control', from: START, to: id });
  edges.push(...needs.condition.map((need) => dataEdge(need, id)));
  edges.push({ kind: 'conditional', from: id, to: stepNode(stepNumber), condition, label: condition });
  return id;
}

const portOf = (need: number, more: Partial<FlowPort>): FlowPort => ({
  name: outputName(need),
  type: 'any',
  ...more,
});

const dataEdge = (need: number, to: string): DataEdge => ({
  kind: 'data',
  from: stepNode(need),
  fromPort: 'output',
  to,
  toPort: outputName(need),
});
