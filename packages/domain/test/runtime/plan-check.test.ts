import { describe, expect, test } from 'vitest';
import { type ReadPlan, readPlan, readReplanRequest } from '../../src/index.ts';

const NOW = 1_000_000;

const step = (stepNumber: unknown, more: object = {}) => ({
  stepNumber,
  toolName: 'weather.get',
  description: 'Ask for the weather',
  parameters: {},
  dependsOn: [],
  status: 'pending',
  ...more,
});

const plan = (steps: unknown, more: object = {}) => ({
  planId: 'plan_1',
  request: 'What is the weather?',
  selectedTools: ['weather.get'],
  steps,
  reasoning: 'One call answers it.',
  createdAt: NOW,
  status: 'pending',
  metadata: {},
  ...more,
});

const problemsOf = (read: ReadPlan): readonly string[] => (read.ok ? [] : read.problems);

describe('R10 a plan is read strictly', () => {
  test.each<[string, unknown, string | null]>([
    ['one step', plan([step(1)]), null],
    ['a step without a tool', plan([step(1, { toolName: 'none' })]), null],
    [
      'a diamond',
      plan([
        step(1),
        step(2, { dependsOn: [1] }),
        step(3, { dependsOn: [1] }),
        step(4, { dependsOn: [2, 3] }),
      ]),
      null,
    ],
    ['steps in another order', plan([step(2, { dependsOn: [1] }), step(1)]), null],
    ['no plan at all', null, 'The plan is no object.'],
    ['a list', [], 'The plan is no object.'],
    ['no steps', plan([]), 'The plan has no steps.'],
    ['steps that are none', plan('steps'), 'The plan has no list `steps`.'],
    [
      'a tool without a dot',
      plan([step(1, { toolName: 'weather' })]),
      'Step 1 names `weather`, which is no name',
    ],
    [
      'a tool with two dots',
      plan([step(1, { toolName: 'a.b.c' })]),
      'Step 1 names `a.b.c`, which is no name',
    ],
    [
      'a tool without a domain',
      plan([step(1, { toolName: '.get' })]),
      'Step 1 names `.get`, which is no name',
    ],
    [
      'a tool without a name',
      plan([step(1, { toolName: 'weather.' })]),
      'Step 1 names `weather.`, which is no name',
    ],
    ['step 0', plan([step(0)]), 'Step 0 has no number from 1 on.'],
    ['step -1', plan([step(-1)]), 'Step -1 has no number from 1 on.'],
    ['step 1.5', plan([step(1.5)]), 'Step 1.5 has no number from 1 on.'],
    ['step one', plan([step('one')]), 'Step 1 has no number from 1 on.'],
    ['a gap', plan([step(1), step(3)]), 'Step 2 is missing'],
    ['a duplicate', plan([step(1), step(1)]), 'Step 1 is there twice.'],
    ['itself', plan([step(1, { dependsOn: [1] })]), 'Step 1 depends on itself.'],
    [
      'a later one',
      plan([step(1, { dependsOn: [2] }), step(2)]),
      'Step 1 depends on step 2, which comes later.',
    ],
    ['one below', plan([step(1, { dependsOn: [-1] })]), 'Step 1 has -1 in `dependsOn`'],
    [
      'one that is missing',
      plan([step(1), step(2, { dependsOn: [7] })]),
      'Step 2 depends on step 7, which is not there.',
    ],
    [
      'a reference to itself',
      plan([step(1, { parameters: { a: ['{{step_1_output}}'] } })]),
      'Step 1 refers to the output of itself.',
    ],
    [
      'a reference to a later one',
      plan([step(1, { parameters: { a: '{{step_2_output.x}}' } }), step(2)]),
      'refers to the output of step 2, which comes later.',
    ],
    [
      'a reference to a missing one',
      plan([step(1), step(2, { parameters: { a: '{{step_9_output}}' } })]),
      'refers to the output of step 9, which is not there.',
    ],
    [
      'a condition nobody can read',
      plan([step(1), step(2, { when: 'step_1_output >' })]),
      'Step 2 has a condition that cannot be read',
    ],
    [
      'a condition on a later one',
      plan([step(1, { when: 'step_2_output' }), step(2)]),
      'has a condition on the output of step 2',
    ],
    ['a condition that is empty', plan([step(1, { when: '  ' })]), 'Step 1 has an empty `when`.'],
    [
      'one that replaces a later one',
      plan([step(1, { replaces: [2] }), step(2)]),
      'Step 1 replaces step 2, which comes later.',
    ],
    ['no description', plan([step(1, { description: ' ' })]), 'Step 1 has an empty `description`.'],
    ['a status nobody knows', plan([step(1, { status: 'done' })]), 'Step 1 has "done" as `status`'],
    ['parameters that are a list', plan([step(1, { parameters: [] })]), 'Step 1 has no object `parameters`.'],
    ['an unknown field of a step', plan([step(1, { tool: 'x' })]), 'Step 1 has a field `tool` nobody knows.'],
    [
      'an unknown field of the plan',
      plan([step(1)], { owner: 'me' }),
      'The plan has a field `owner` nobody knows.',
    ],
    ['no request', plan([step(1)], { request: '  ' }), 'The plan has an empty `request`.'],
    ['no selected tools', plan([step(1)], { selectedTools: [] }), 'The plan has no `selectedTools`.'],
    ['a selected tool without a dot', plan([step(1)], { selectedTools: ['weather'] }), 'selects `weather`'],
    ['a time within the minute', plan([step(1)], { createdAt: NOW + 60_000 }), null],
    [
      'a time in the future',
      plan([step(1)], { createdAt: NOW + 60_001 }),
      'has a `createdAt` in the future.',
    ],
    [
      'a change in the future',
      plan([step(1)], { updatedAt: NOW + 60_001 }),
      'has a `updatedAt` in the future.',
    ],
    ['a time that is none', plan([step(1)], { createdAt: 'today' }), 'The plan has no time `createdAt`.'],
    [
      'a status of the plan nobody knows',
      plan([step(1)], { status: 'skipped' }),
      'has "skipped" as `status`',
    ],
  ])('%s', (_, json, problem) => {
    const problems = problemsOf(readPlan(json, NOW));
    if (problem === null) expect(problems).toEqual([]);
    else expect(problems.join('\n')).toContain(problem);
  });

  test('R10 texts are trimmed and what is usual is filled in', () => {
    const read = readPlan(
      {
        ...plan([{ stepNumber: 1, toolName: ' weather.get ', description: ' Ask ' }]),
        status: undefined,
        metadata: undefined,
      },
      NOW,
    );
    expect(read).toMatchObject({
      ok: true,
      plan: {
        status: 'pending',
        metadata: {},
        steps: [
          { toolName: 'weather.get', description: 'Ask', parameters: {}, dependsOn: [], status: 'pending' },
        ],
      },
    });
  });

  test('R10 reading what was read changes nothing', () => {
    const read = readPlan(
      plan([step(1, { result: { a: [1, null] } }), step(2, { when: 'step_1_output.a', error: 'x' })]),
      NOW,
    );
    if (!read.ok) throw new Error(read.problems.join());
    expect(readPlan(JSON.parse(JSON.stringify(read.plan)), NOW)).toEqual(read);
  });
});

describe('R10 a request for a replan is read strictly', () => {
  const request = (more: object) => ({
    currentPlan: plan([step(1), step(2)]),
    executionState: {},
    reason: 'Step 1 failed.',
    completedSteps: [2],
    failedSteps: [1],
    ...more,
  });
  test.each<[string, object, string | null]>([
    ['as it should be', {}, null],
    ['with news', { newInformation: 'The station is closed.' }, null],
    ['without a reason', { reason: ' ' }, 'has an empty `reason`.'],
    ['both completed and failed', { completedSteps: [1, 2] }, 'calls step 1 both completed and failed.'],
    ['a step that is not there', { failedSteps: [3] }, 'calls step 3 failed, which is not in the plan.'],
    ['a completed step that is not there', { completedSteps: [9] }, 'calls step 9 completed'],
    ['a field nobody knows', { why: 'x' }, 'has a field `why` nobody knows.'],
    ['a plan that is none', { currentPlan: {} }, 'The plan has no list `steps`.'],
    ['empty news', { newInformation: '' }, 'has an empty `newInformation`.'],
  ])('%s', (_, more, problem) => {
    const read = readReplanRequest(request(more), NOW);
    if (problem === null) expect(read.ok).toBe(true);
    else expect(read.ok ? '' : read.problems.join('\n')).toContain(problem);
  });
});
