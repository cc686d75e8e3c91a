import type { Json, RuntimeEvent } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { planningTools } from '../../src/planning/planning-tools.ts';
import { type Answer, plan, stage, step, tool } from './stage.ts';

const echo = tool('say.echo', (input) => input);
const written = {
  reasoning: 'One.',
  steps: [{ step: 1, tool: 'say.echo', description: 'Say', parameters: {}, dependsOn: [] }],
};

function made(answers: readonly Answer[], config = {}) {
  const opened = stage([echo], answers, config);
  for (const each of planningTools((id) => (id === opened.session.id ? opened.session : null)))
    opened.session.around.tools.add(each);
  const call = (name: string, input: Json) =>
    opened.session.callTool({ id: 'c1', tool: `planning.${name}`, input });
  const heard = (type: RuntimeEvent['type']) => opened.events.filter((event) => event.type === type);
  return { ...opened, call, heard };
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

describe('R11 planning.create_execution_plan', () => {
  test('R11 an agent has a plan made for a part of its request', async () => {
    const { call, heard, requests } = made([written]);
    const result = await call('create_execution_plan', { request: 'Say it', context: { why: 'test' } });
    expect(result).toMatchObject({
      success: true,
      result: { plan: { request: 'Say it', metadata: { why: 'test' }, steps: [{ toolName: 'say.echo' }] } },
    });
    expect(heard('planned')).toHaveLength(1);
    expect(JSON.stringify(requests[0]?.messages)).not.toContain('planning.create_execution_plan');
  });

  test('R11 no plan is a failure with advice', async () => {
    const { call, heard } = made([]);
    const result = await call('create_execution_plan', { request: 'Say it' });
    expect(result).toMatchObject({
      success: false,
      details: { guidance: 'Work without a plan, one call at a time.' },
    });
    expect(result.error).toContain('The model is gone.');
    expect(heard('planned')).toEqual([]);
  });

  test('R5 an input that does not fit is refused before any model is asked', async () => {
    const { call, requests } = made([written]);
    expect(await call('create_execution_plan', {})).toMatchObject({
      success: false,
      details: { code: 'E1001' },
    });
    expect(requests).toEqual([]);
  });

  test('R11 outside of a session there is no planning', async () => {
    const opened = stage([echo]);
    for (const each of planningTools(() => null)) opened.session.around.tools.add(each);
    const result = await opened.session.callTool({
      id: 'c',
      tool: 'planning.create_execution_plan',
      input: { request: 'x' },
    });
    expect(result).toMatchObject({ success: false, details: { code: 'E2001' } });
  });
});

describe('R12 planning.replan', () => {
  const current = plan([
    step(1, 'say.echo', { parameters: { a: 1 } }),
    step(2, 'say.echo'),
    step(3, 'say.echo', { dependsOn: [2] }),
  ]);
  const request = {
    currentPlan: current,
    executionState: { step_1_output: { a: 1 } },
    reason: 'It failed.',
    completedSteps: [1],
    failedSteps: [2],
  };
  const revision = {
    reasoning: 'Otherwise.',
    steps: [
      {
        step: 4,
        tool: 'say.echo',
        description: 'Say',
        parameters: { was: '{{step_1_output.a}}' },
        dependsOn: [],
        replaces: [2, 3],
      },
    ],
    dropped: [],
  };

  test('R12 it keeps what was done and says what is to be done now', async () => {
    const { call, heard } = made([revision]);
    const result = await call('replan', asJson({ ...request, newInformation: 'The door is locked.' }));
    expect(result).toMatchObject({
      success: true,
      result: {
        plan: {
          planId: 'plan_1',
          status: 'replanning',
          steps: [
            { stepNumber: 1, status: 'completed', result: { a: 1 } },
            { stepNumber: 2, status: 'failed', error: 'It failed.' },
            { stepNumber: 3, status: 'skipped', error: 'It needs step 2, which was not done.' },
            { stepNumber: 4, status: 'pending', replaces: [2, 3] },
          ],
          metadata: {
            replan_history: [
              {
                reason: 'It failed.',
                completed_steps: [1],
                failed_steps: [2],
                new_information: 'The door is locked.',
              },
            ],
          },
        },
      },
    });
    expect(heard('replanned')).toHaveLength(1);
  });

  test('R12 a request that breaks the rules is refused by name', async () => {
    const { call, requests } = made([revision]);
    const result = await call('replan', asJson({ ...request, failedSteps: [1] }));
    expect(result).toMatchObject({ success: false, details: { code: 'E1001' } });
    expect(result.error).toContain('calls step 1 both completed and failed');
    expect(requests).toEqual([]);
  });

  test('R12 it is bounded', async () => {
    const { call, requests } = made([revision]);
    const old = { ...current, metadata: { replan_history: [{}, {}, {}] } };
    const result = await call('replan', asJson({ ...request, currentPlan: old }));
    expect(result.error).toContain('revised 3 times');
    expect(requests).toEqual([]);
  });

  test('R12 its own failure is told', async () => {
    const { call, heard } = made([]);
    const result = await call('replan', asJson(request));
    expect(result.error).toContain('The plan could not be revised: The model is gone.');
    expect(heard('replanned')).toEqual([]);
  });
});
