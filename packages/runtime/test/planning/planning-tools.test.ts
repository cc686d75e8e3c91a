import type { ExecutionStep, Json, RuntimeEvent } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { stepMeant } from '../../src/planning/following.ts';
import { planningTools } from '../../src/planning/planning-tools.ts';
import { type Answer, fails, plan, stage, step, tool } from './stage.ts';

const echo = tool('say.echo', (input) => input);
const written = {
  reasoning: 'One.',
  steps: [{ step: 1, tool: 'say.echo', description: 'Say', parameters: {}, dependsOn: [] }],
};

function made(answers: readonly Answer[], config = {}) {
  const opened = stage([echo, tool('say.fail', fails('No.'))], answers, config);
  for (const each of planningTools((id) => (id === opened.session.id ? opened.session : null)))
    opened.session.around.tools.add(each);
  const call = (name: string, input: Json) =>
    opened.session.callTool({ id: 'c1', tool: `planning.${name}`, input });
  const heard = (type: RuntimeEvent['type']) => opened.events.filter((event) => event.type === type);
  const calls = (id: string, name: string, input: Json) => opened.session.callTool({ id, tool: name, input });
  return { ...opened, call, calls, heard };
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

describe('R11 a plan that an agent plays by its own calls', () => {
  const steps = [
    step(1, 'say.echo', { parameters: { word: 'a' } }),
    step(2, 'say.echo', { parameters: { was: '{{step_1_output.word}}' } }),
    step(3, 'say.other', { dependsOn: [2] }),
  ];
  const at = (...status: readonly ExecutionStep['status'][]) =>
    steps.map((each, place) => ({ ...each, status: status[place] ?? each.status }));
  const gave = (number: number): Json | undefined => (number === 1 ? { word: 'a' } : undefined);

  test.each<[string, readonly ExecutionStep[], string, Json, number | null]>([
    ['the one with its very parameters', at(), 'say.echo', { word: 'a' }, 1],
    ['also by what an earlier step gave', at(), 'say.echo', { was: 'a' }, 2],
    ['else the one whose turn it is', at('completed'), 'say.echo', { word: 'z' }, 2],
    ['else one whose turn it is not yet', at(), 'say.other', {}, 3],
    ['else one that failed and is tried again', at('failed', 'completed'), 'say.echo', { word: 'z' }, 1],
    ['none: all of its steps are done', at('completed', 'completed'), 'say.echo', { word: 'a' }, null],
    ['none: no step has this tool', at(), 'say.else', {}, null],
  ])('a call is a step: %s', (_name, given, tool, input, number) => {
    expect(stepMeant(given, tool, input, gave)?.stepNumber ?? null).toBe(number);
  });

  const two = {
    reasoning: 'Two.',
    steps: [
      { step: 1, tool: 'say.echo', description: 'Say', parameters: { word: 'a' }, dependsOn: [] },
      { step: 2, tool: 'say.fail', description: 'Fail', parameters: {}, dependsOn: [1] },
      { step: 3, tool: 'none', description: 'Tell', parameters: { response: 'Done.' }, dependsOn: [2] },
    ],
  };
  const otherwise = {
    reasoning: 'Otherwise.',
    steps: [
      {
        step: 4,
        tool: 'say.echo',
        description: 'Say',
        parameters: { word: 'b' },
        dependsOn: [],
        replaces: [2],
      },
      { step: 5, tool: 'none', description: 'Tell', parameters: {}, dependsOn: [4], replaces: [3] },
    ],
    dropped: [],
  };

  test('R12 what became of its steps is known, also to a replan that says only why', async () => {
    const { call, calls, moves, heard, session } = made([two, otherwise]);
    await call('create_execution_plan', { request: 'Say it' });
    await calls('one', 'say.echo', { word: 'a' });
    await calls('two', 'say.fail', {});
    expect(session.followed?.isMadeGood('two')).toBe(false);
    expect(await call('replan', { reason: 'It failed.' })).toMatchObject({
      result: {
        plan: {
          steps: [
            { status: 'completed', result: { word: 'a' } },
            { status: 'failed', error: 'No.' },
            { status: 'skipped' },
            { status: 'pending', replaces: [2] },
            { status: 'pending', replaces: [3] },
          ],
        },
      },
    });
    await calls('three', 'say.echo', { word: 'b' });
    expect(session.followed?.isMadeGood('two')).toBe(true);
    session.followed?.close(true);
    expect(moves()).toEqual([
      '1:in_progress',
      '1:completed',
      '2:in_progress',
      '2:failed',
      '4:in_progress',
      '4:completed',
      '5:completed',
    ]);
    expect(heard('tool-started').flatMap((event) => ('step' in event ? [event.step] : []))).toEqual([
      1, 2, 4,
    ]);
  });

  test('R12 without a plan there is nothing to revise, and a new plan takes the place of the old one', async () => {
    const { call, calls, moves, session } = made([two, two]);
    expect((await call('replan', { reason: 'It failed.' })).error).toContain('There is no plan yet');
    await call('create_execution_plan', { request: 'Say it' });
    await calls('one', 'say.fail', {});
    await call('create_execution_plan', { request: 'Say it' });
    await calls('two', 'say.echo', { word: 'a' });
    session.followed?.close(false);
    expect(moves()).toEqual([
      '2:in_progress',
      '2:failed',
      '1:in_progress',
      '1:completed',
      '2:skipped',
      '3:skipped',
    ]);
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
