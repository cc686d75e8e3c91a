import { type Json, PortError } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { createPlan } from '../../src/planning/create.ts';
import { readAnswer } from '../../src/planning/plan-answer.ts';
import { type Answer, stage, tool } from './stage.ts';

const TOOLS = [
  tool('weather.get', () => 'sun', {
    input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  }),
  tool('timer.set', () => 1, { input: { type: 'object', properties: { minutes: { type: 'number' } } } }),
  tool('planning.replan', () => null),
];

const weather = (step: Json = 1, more: Readonly<Record<string, Json>> = {}) => ({
  step,
  tool: 'weather.get',
  description: 'Ask',
  parameters: { city: 'Bonn' },
  dependsOn: [],
  ...more,
});
const timer = (step: Json = 2, more: Readonly<Record<string, Json>> = {}) => ({
  step,
  tool: 'timer.set',
  description: 'Set',
  parameters: { minutes: 3 },
  dependsOn: [],
  ...more,
});
const GOOD = { reasoning: 'Two things.', steps: [weather(), timer()] };
const gone = new PortError({ code: 'unavailable', message: 'The model is gone.' });

describe('R11 writing a plan', () => {
  test('R11 the strong model writes steps with parameters and references', async () => {
    const { session, requests, events } = stage(
      TOOLS,
      [
        {
          reasoning: 'First the one.',
          steps: [weather(), timer(2, { parameters: { minutes: '{{step_1_output.in}}' } })],
        },
      ],
      {},
      { task: 'Weather and a timer' },
    );
    const { plan, degraded } = await createPlan(session, {
      context: { user: 'ann' },
      known: ['Ann is in Bonn.'],
    });
    expect(degraded).toBeUndefined();
    expect(plan).toMatchObject({
      request: 'Weather and a timer',
      selectedTools: ['weather.get', 'timer.set'],
      status: 'pending',
      reasoning: 'First the one.',
      createdAt: 1_000,
      metadata: { user: 'ann', plan_type: 'model', num_steps: 2 },
    });
    expect(plan?.steps[1]?.parameters).toEqual({ minutes: '{{step_1_output.in}}' });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      tier: 'strong',
      purpose: 'plan',
      format: { name: 'execution_plan' },
    });
    const [system, user] = requests[0]?.messages ?? [];
    expect(system).toMatchObject({ text: expect.stringContaining('weather.get: Does weather.get.') });
    expect(system).toMatchObject({ text: expect.not.stringContaining('planning.replan') });
    expect(user).toMatchObject({ text: expect.stringContaining('Ann is in Bonn.') });
    expect(events.map(({ type }) => type)).toEqual(['model-called']);
  });

  test.each<[string, Json | string]>([
    ['a list', [weather(), timer()]],
    ['{steps}', GOOD],
    ['{plan}', { plan: [weather(), timer()] }],
    ['{plan: {steps}}', { plan: { steps: [weather(), timer()] } }],
    ['the first list there is', { title: 'x', actions: [weather(), timer()] }],
    ['in a fence', `Here it is:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`\nGood luck`],
    ['in the middle of words', `Sure! ${JSON.stringify(GOOD)} That is all.`],
    ['after braces that are none', `I use {braces} and ${JSON.stringify([weather(), timer()])}`],
    [
      'other spellings',
      [
        { step_number: '1', tool_name: 'weather.get', title: 'Ask', arguments: { city: 'Bonn' } },
        { number: 2, toolName: 'timer.set', description: 'Set', params: '{"minutes": 3}', depends_on: null },
      ],
    ],
    ['in another order', [timer(), weather()]],
    ['without numbers', [weather(null), timer(null)]],
    ['with things that are no steps', [weather(1), 'and then', null, timer(2)]],
  ])('R11 an answer that is %s', async (_, answer) => {
    const { session } = stage(TOOLS, [answer]);
    const { plan, degraded } = await createPlan(session);
    expect(degraded).toBeUndefined();
    expect(
      plan?.steps.map(({ stepNumber, toolName, parameters }) => ({ stepNumber, toolName, parameters })),
    ).toEqual([
      { stepNumber: 1, toolName: 'weather.get', parameters: { city: 'Bonn' } },
      { stepNumber: 2, toolName: 'timer.set', parameters: { minutes: 3 } },
    ]);
  });

  test('R11 useTool: false and "none" are steps that say something', async () => {
    const { session } = stage(TOOLS, [
      [
        { step: 1, useTool: false, description: 'Greet' },
        { step: 2, tool: 'none', description: 'Part', parameters: { response: 'Bye' } },
      ],
    ]);
    const { plan } = await createPlan(session);
    expect(plan?.steps.map(({ toolName }) => toolName)).toEqual(['none', 'none']);
    expect(plan?.selectedTools).toEqual(['weather.get', 'timer.set']);
  });

  test('R11 numbered lines name their tools', () => {
    const answer = readAnswer('My plan:\n1. timer.set now\n2. then `weather.get`.\n3. think', [
      'weather.get',
      'timer.set',
    ]);
    expect(answer?.steps.map(({ toolName, dependsOn }) => [toolName, dependsOn])).toEqual([
      ['timer.set', []],
      ['weather.get', [1]],
      ['', [2]],
    ]);
  });

  test.each<[string, Answer, string]>([
    ['a gap', [weather(1), timer(3)], 'Step 2 is missing'],
    [
      'a later dependency',
      [weather(1, { dependsOn: [2] }), timer(2)],
      'Step 1 depends on step 2, which comes later.',
    ],
    [
      'an unknown tool',
      [weather(1, { tool: 'weather.ask' })],
      'Step 1 names `weather.ask`, which is no tool here.',
    ],
    ['no tool', [{ step: 1, description: 'Think' }], 'Step 1 names no tool.'],
    [
      'a missing parameter',
      [weather(1, { parameters: {} })],
      'Step 1 lacks `city`, which weather.get needs.',
    ],
    [
      'a misspelled reference',
      [weather(), timer(2, { parameters: { minutes: '{{step1.output}}' } })],
      'has `{{step1.output}}`, which is no reference.',
    ],
    [
      'a condition nobody can read',
      [weather(), timer(2, { when: 'if it rains' })],
      'Step 2 has a condition that cannot be read',
    ],
    ['nothing at all', 'I would rather not.', 'There is no plan in the answer.'],
    ['half of it', JSON.stringify(GOOD).slice(0, -20), 'There is no plan in the answer.'],
    ['no steps', { steps: [] }, 'The plan has no steps.'],
    [
      'too many steps',
      Array.from({ length: 11 }, (_, at) => timer(at + 1)),
      'The plan has 11 steps, and may have 10.',
    ],
  ])('R11 %s is told back once, and the second answer is taken', async (_, bad, problem) => {
    const { session, requests } = stage(TOOLS, [bad, GOOD]);
    const { plan, degraded } = await createPlan(session);
    expect(plan?.steps).toHaveLength(2);
    expect(degraded).toBeUndefined();
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringContaining(problem),
    });
  });

  test('R2 maxStepsPerPlan is obeyed', async () => {
    const { session } = stage(TOOLS, [GOOD, GOOD], { maxStepsPerPlan: 1 });
    const { plan, degraded } = await createPlan(session);
    expect(plan).toBeNull();
    expect(degraded).toContain('has 2 steps, and may have 1');
  });

  test('R11 steps that are only numbered wrongly are played one after the other', async () => {
    const bad = [weather(5), timer(9, { dependsOn: [77] })];
    const { session, requests } = stage(TOOLS, [bad, bad]);
    const { plan, degraded } = await createPlan(session);
    expect(requests).toHaveLength(2);
    expect(plan?.metadata.plan_type).toBe('sequential');
    expect(
      plan?.steps.map(({ stepNumber, toolName, dependsOn }) => [stepNumber, toolName, dependsOn]),
    ).toEqual([
      [1, 'weather.get', []],
      [2, 'timer.set', [1]],
    ]);
    expect(degraded).toContain('one after the other');
  });

  test('R11 the selected tools are used one after the other when no model can plan', async () => {
    const { session } = stage(TOOLS, [gone]);
    const { plan, degraded } = await createPlan(session, {
      selectedTools: ['weather.get', 'timer.set'],
      parameters: { city: 'Bonn', colour: 'red' },
    });
    expect(plan).toMatchObject({
      reasoning: 'Sequential execution of 2 selected tools',
      metadata: { plan_type: 'sequential', num_steps: 2 },
    });
    expect(
      plan?.steps.map(({ parameters, dependsOn, description }) => [parameters, dependsOn, description]),
    ).toEqual([
      [{ city: 'Bonn' }, [], 'Execute get from weather domain'],
      [{}, [1], 'Execute set from timer domain'],
    ]);
    expect(degraded).toContain('The model is gone.');
  });

  test.each<[string, readonly Answer[], object]>([
    ['the model is gone and nothing was selected', [gone], {}],
    ['what was selected needs what nobody knows', [gone], { selectedTools: ['weather.get'] }],
    ['what was selected is not there', [gone], { selectedTools: ['a.b'] }],
    ['the model refuses twice', ['No.', 'No!'], {}],
  ])('R11 there is no plan when %s, and it is said', async (_, answers, given) => {
    const { session, events } = stage(TOOLS, answers);
    const made = await createPlan(session, given);
    expect(made.plan).toBeNull();
    expect(made.degraded).toBeTruthy();
    expect(events.filter(({ type }) => type === 'planned')).toEqual([]);
  });

  test('R12 a fresh plan replaces nothing, so that no step can make good another', async () => {
    const { session } = stage(TOOLS, [[weather(), timer(2, { replaces: [1] })]]);
    expect((await createPlan(session)).plan?.steps.map(({ replaces }) => replaces)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('R11 an empty request is not planned', async () => {
    const { session, requests } = stage(TOOLS, [GOOD], {}, { task: '  ' });
    expect((await createPlan(session)).plan).toBeNull();
    expect(requests).toEqual([]);
  });

  test('R11 without tools no model is asked', async () => {
    const { session, requests } = stage([], [GOOD]);
    expect(await createPlan(session)).toEqual({ plan: null, degraded: 'There are no tools to plan with.' });
    expect(requests).toEqual([]);
  });

  test('R4 without a strong model the default one plans', async () => {
    const { session, requests } = stage(TOOLS, [GOOD], {}, { tiers: ['default'] });
    expect((await createPlan(session)).plan).not.toBeNull();
    expect(requests[0]?.tier).toBe('default');
  });

  test('R2 a stop is not a missing plan', async () => {
    const made = stage(TOOLS, [
      () => {
        made.stop.stop(new Error('enough'));
        return 'no plan';
      },
    ]);
    await expect(createPlan(made.session)).rejects.toThrow('enough');
  });

  test('R11 an answer that is nested without end ends nothing', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const { session } = stage(TOOLS, [deep, `{"steps": ${deep}}`]);
    expect((await createPlan(session)).plan).toBeNull();
  });
});
