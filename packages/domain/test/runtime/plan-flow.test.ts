import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkFlow,
  type ExecutionStep,
  flowGraph,
  planFlow,
  readPlan,
  stepNeeds,
  stepNode,
  topologicalOrder,
} from '../../src/index.ts';

const step = (stepNumber: number, more: Partial<ExecutionStep> = {}): ExecutionStep => ({
  stepNumber,
  toolName: 'note.add',
  description: `Step ${stepNumber}`,
  parameters: {},
  dependsOn: [],
  status: 'pending',
  ...more,
});

/** Steps that need any earlier ones, in any of the three ways. */
const plans = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, at) => {
      const earlier =
        at === 0
          ? fc.constant<number[]>([])
          : fc.uniqueArray(fc.integer({ min: 1, max: at }), { maxLength: 3 });
      return fc.record({ data: earlier, order: earlier, when: earlier }).map(({ data, order, when }) =>
        step(at + 1, {
          parameters: { deep: { list: data.map((each) => `got {{step_${each}_output.x}}`) } },
          dependsOn: order,
          ...(when.length > 0 ? { when: when.map((each) => `step_${each}_output`).join(' or ') } : {}),
        }),
      );
    }),
  ),
);

describe('R10 a plan is a flow', () => {
  test('R10 every valid plan is a flow without problems, in which each step comes after what it needs', () => {
    fc.assert(
      fc.property(plans, (steps) => {
        const flow = planFlow({ request: 'Do it', steps });
        expect(checkFlow(flow)).toEqual([]);
        const order = topologicalOrder(flowGraph(flow));
        for (const each of steps)
          for (const need of stepNeeds(each))
            expect(order?.indexOf(stepNode(need))).toBeLessThan(
              order?.indexOf(stepNode(each.stepNumber)) ?? -1,
            );
      }),
    );
  });

  test('R10 a reference is a data edge, an order a control edge, a condition a branch', () => {
    const flow = planFlow({
      request: 'Rain?',
      steps: [
        step(1),
        step(2, { parameters: { text: 'It says {{step_1_output.text}}' } }),
        step(3, { dependsOn: [2], when: 'step_1_output.rain > 0' }),
      ],
    });
    expect(flow.edges.map(({ kind, from, to }) => `${from} ${kind} ${to}`).sort()).toEqual([
      'request control step-1',
      'request control step-3-when',
      'step-1 data step-2',
      'step-1 data step-3-when',
      'step-2 control step-3-when',
      'step-3-when conditional step-3',
    ]);
    expect(flow.nodes.find(({ id }) => id === 'step-2')).toMatchObject({
      kind: 'operator',
      operator: 'note.add',
    });
  });

  test('R10 random plans survive being written and read', () => {
    fc.assert(
      fc.property(plans, (steps) => {
        const plan = {
          planId: 'p',
          request: 'r',
          selectedTools: ['note.add'],
          steps,
          reasoning: 'because',
          createdAt: 1,
          status: 'pending',
          metadata: {},
        };
        expect(readPlan(JSON.parse(JSON.stringify(plan)), 1)).toEqual({ ok: true, plan });
      }),
    );
  });
});
