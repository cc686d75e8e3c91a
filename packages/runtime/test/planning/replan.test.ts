import { type ExecutionPlan, type Json, PortError, readPlan } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { playPlan } from '../../src/planning/play.ts';
import { reusable } from '../../src/planning/reusable.ts';
import { type Answer, fails, plan, reflection, stage, statuses, step, tool } from './stage.ts';

const revised = (steps: readonly Json[], dropped: readonly number[] = []): Json => ({
  reasoning: 'Another way.',
  steps,
  dropped,
});
const newStep = (number: number, name: string, parameters: Json, replaces: readonly number[]): Json => ({
  step: number,
  tool: name,
  description: `Use ${name}`,
  parameters,
  dependsOn: [],
  replaces,
});

const timers: Json[] = [];
const TOOLS = [
  tool('weather.get', fails('The weather station does not answer.')),
  tool('weather.other', () => ({ text: 'sunny' })),
  tool('timer.set', (input) => {
    timers.push(input);
    return { id: 't1', ...input };
  }),
  tool('say.echo', (input) => input),
];

/** The weather, a timer that needs nothing of it, and a note that needs both. */
const BOTH = plan([
  step(1, 'weather.get', { parameters: { city: 'Bonn' } }),
  step(2, 'timer.set', { parameters: { minutes: 5 } }),
  step(3, 'say.echo', { parameters: { note: '{{step_1_output.text}}, timer {{step_2_output.id}}' } }),
]);

const playBoth = async (answers: readonly Answer[], config = {}) => {
  timers.length = 0;
  const made = stage(TOOLS, answers, config);
  const outcome = await playPlan(made.session, BOTH);
  return { ...made, outcome };
};

const historyOf = ({ metadata }: ExecutionPlan) =>
  (metadata.replan_history ?? []) as { reason: string; completed_steps: number[]; failed_steps: number[] }[];

describe('R12 replanning', () => {
  test('R12 weather fails, the timer is still set, and the outcome says both', async () => {
    const { outcome } = await playBoth([revised([], [1, 3])]);
    expect(timers).toEqual([{ minutes: 5 }]);
    expect(outcome.success).toBe(false);
    expect(outcome.plan.status).toBe('failed');
    expect(statuses(outcome.plan)).toEqual(['1:failed', '2:completed', '3:skipped']);
    expect(outcome.error).toBe(
      'Step 1 (weather.get) failed: The weather station does not answer. Step 3 (say.echo) was not done: It needs step 1, which failed. Done: step 2 (timer.set).',
    );
    expect(outcome.steps.map(({ tool: name, result }) => `${name} ${result.success}`)).toEqual([
      'weather.get false',
      'timer.set true',
    ]);
  });

  test('R12 another tool takes its place, what was done is kept and never repeated', async () => {
    const { outcome, events, requests } = await playBoth([
      revised([
        newStep(4, 'weather.other', { city: 'Bonn' }, [1]),
        newStep(5, 'say.echo', { note: '{{step_4_output.text}}, timer {{step_2_output.id}}' }, [3]),
      ]),
    ]);
    expect(outcome).toMatchObject({ success: true, replans: 1 });
    expect(outcome.plan.planId).toBe(BOTH.planId);
    expect(statuses(outcome.plan)).toEqual([
      '1:failed',
      '2:completed',
      '3:skipped',
      '4:completed',
      '5:completed',
    ]);
    expect(outcome.plan.steps[4]?.result).toEqual({ note: 'sunny, timer t1' });
    expect(timers).toHaveLength(1);
    expect(outcome.steps.map(({ stepId, madeGood }) => `${stepId} ${madeGood}`)).toEqual([
      'step-1 true',
      'step-2 undefined',
      'step-4 undefined',
      'step-5 undefined',
    ]);
    expect(historyOf(outcome.plan)).toMatchObject([{ completed_steps: [2], failed_steps: [1] }]);
    expect(historyOf(outcome.plan)[0]?.reason).toContain('The weather station does not answer.');
    expect(readPlan(JSON.parse(JSON.stringify(outcome.plan)), 2_000).ok).toBe(true);
    const told = events.find(({ type }) => type === 'replanned');
    expect(told?.type === 'replanned' && statuses(told.plan)).toEqual([
      '1:failed',
      '2:completed',
      '3:skipped',
      '4:pending',
      '5:pending',
    ]);
    const [request] = requests;
    expect(request).toMatchObject({ tier: 'strong', purpose: 'replan' });
    expect(request?.messages.at(-1)).toMatchObject({
      text: expect.stringContaining('output {"id":"t1","minutes":5}'),
    });
  });

  test('R12 a completed call that is asked for again is not made: its result is taken', async () => {
    const { outcome } = await playBoth([
      revised([
        newStep(4, 'weather.other', {}, [1]),
        newStep(5, 'timer.set', { minutes: 5 }, []),
        newStep(6, 'say.echo', { note: '{{step_4_output.text}} {{step_5_output.id}}' }, [3]),
      ]),
    ]);
    expect(timers).toHaveLength(1);
    expect(outcome.success).toBe(true);
    expect(outcome.plan.steps[5]?.result).toEqual({ note: 'sunny t1' });
  });

  test('R12 replans are bounded', async () => {
    const again = (first: number): Json =>
      revised(
        [newStep(first, 'weather.get', { city: `try ${first}` }, [first === 4 ? 1 : first - 1])],
        first === 4 ? [3] : [],
      );
    const { outcome, requests } = await playBoth([again(4), again(5), again(6), again(7)]);
    expect(requests).toHaveLength(3);
    expect(outcome).toMatchObject({ success: false, replans: 3 });
    expect(historyOf(outcome.plan)).toHaveLength(3);
    expect(outcome.error).toContain('The plan was revised 3 times, and may be no more.');
    expect((await playBoth([again(4)], { maxReplans: 0 })).requests).toEqual([]);
    const twice = await playBoth([again(4), again(5)], { maxReplans: 1 });
    expect(twice.requests).toHaveLength(1);
  });

  test('R12 a second replacement makes good what the first did not', async () => {
    const { outcome } = await playBoth([
      revised([newStep(4, 'weather.get', { city: 'Köln' }, [1, 3])]),
      revised([newStep(5, 'weather.other', {}, [4])]),
    ]);
    expect(outcome).toMatchObject({ success: true, replans: 2 });
  });

  test.each<[string, readonly Answer[], string]>([
    [
      'cannot be asked',
      [new PortError({ code: 'unavailable', message: 'The model is gone.' })],
      'The model is gone.',
    ],
    ['writes nonsense twice', ['I am sorry.', 'I am very sorry.'], 'There is no plan in the answer.'],
    [
      'wants a tool nobody has',
      [revised([newStep(4, 'a.b', {}, [1, 3])]), revised([newStep(4, 'a.b', {}, [1, 3])])],
      'names `a.b`, which is no tool here.',
    ],
    [
      'refers to what failed',
      [revised([newStep(4, 'say.echo', { a: '{{step_1_output}}' }, [1, 3])]), 'no'],
      'There is no plan in the answer.',
    ],
    [
      'numbers from one again',
      [revised([newStep(1, 'weather.other', {}, [1])]), revised([newStep(1, 'weather.other', {}, [1])])],
      'New steps are numbered from 4 on.',
    ],
    [
      'replaces what is done',
      [
        revised([newStep(4, 'timer.set', { minutes: 6 }, [2])]),
        revised([newStep(4, 'timer.set', { minutes: 6 }, [2])]),
      ],
      'replaces step 2, which is completed.',
    ],
    [
      'names a spare for a step that has not failed',
      [4, 4].map(() => revised([newStep(4, 'weather.get', {}, [1, 3]), newStep(5, 'say.echo', {}, [4])])),
      'replaces step 4, which is new.',
    ],
  ])('R12 a model that %s: an honest failure with what was done', async (_, answers, problem) => {
    const { outcome } = await playBoth(answers);
    expect(outcome.success).toBe(false);
    expect(outcome.error).toContain('The plan could not be revised: ');
    expect(outcome.error).toContain(problem);
    expect(outcome.error).toContain('Done: step 2 (timer.set).');
    expect(timers).toHaveLength(1);
  });

  test('R12 a replacement whose condition does not hold makes nothing good', async () => {
    const { outcome } = await playBoth([
      revised([{ ...(newStep(4, 'weather.other', {}, [1, 3]) as object), when: 'step_2_output.id == "t2"' }]),
    ]);
    expect(statuses(outcome.plan)).toEqual(['1:failed', '2:completed', '3:skipped', '4:skipped']);
    expect(outcome.success).toBe(false);
    expect(outcome.error).toContain('Step 1 (weather.get) failed');
  });

  test('R12 a revision that forgets a step is told so once, and what is still forgotten is not called done', async () => {
    const forgetful = revised([newStep(4, 'weather.other', {}, [1])]);
    const { outcome, requests } = await playBoth([forgetful, forgetful]);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      text: expect.stringContaining('Nothing is said about step 3'),
    });
    expect(statuses(outcome.plan)).toEqual(['1:failed', '2:completed', '3:skipped', '4:completed']);
    expect(outcome).toMatchObject({ success: false, replans: 1 });
  });

  test('R12 a revision may have no more steps than a plan', async () => {
    const many = revised(
      [4, 5, 6].map((number) => newStep(number, 'say.echo', { number }, number === 4 ? [1, 3] : [])),
    );
    const { outcome } = await playBoth([many, many], { maxStepsPerPlan: 3 });
    expect(outcome.error).toContain('It has 3 new steps, and may have 2.');
  });

  test('R12 a spent budget ends it honestly', async () => {
    const { outcome } = await playBoth([revised([newStep(4, 'weather.other', {}, [1, 3])])], {
      maxTokens: 0,
    });
    expect(outcome.success).toBe(false);
    expect(outcome.error).toContain('it may use');
  });

  test('R12 a stop while the plan is revised is told as one', async () => {
    const made = stage(TOOLS, [
      () => {
        made.stop.stop(new Error('enough'));
        return 'never mind';
      },
    ]);
    const outcome = await playPlan(made.session, BOTH);
    expect(outcome.success).toBe(false);
    expect(made.requests).toHaveLength(1);
  });
});

describe('R16 what a plan leaves for reuse', () => {
  test('R16 only what worked, numbered anew', async () => {
    const { outcome } = await playBoth([
      revised([
        newStep(4, 'weather.other', { city: 'Bonn' }, [1]),
        {
          ...(newStep(
            5,
            'say.echo',
            { note: ['{{step_4_output.text}}', '{{step_2_output.id}}'] },
            [3],
          ) as object),
          when: 'step_4_output.text != "x"',
        },
      ]),
    ]);
    const skill = reusable(outcome.plan);
    expect(
      skill?.steps.map(({ stepNumber, toolName, parameters, when, status }) => ({
        stepNumber,
        toolName,
        parameters,
        when,
        status,
      })),
    ).toEqual([
      {
        stepNumber: 1,
        toolName: 'timer.set',
        parameters: { minutes: 5 },
        when: undefined,
        status: 'completed',
      },
      {
        stepNumber: 2,
        toolName: 'weather.other',
        parameters: { city: 'Bonn' },
        when: undefined,
        status: 'completed',
      },
      {
        stepNumber: 3,
        toolName: 'say.echo',
        parameters: { note: ['{{step_2_output.text}}', '{{step_1_output.id}}'] },
        when: 'step_2_output.text != "x"',
        status: 'completed',
      },
    ]);
    expect(readPlan(JSON.parse(JSON.stringify(skill)), 2_000).ok).toBe(true);
  });

  test('R16 nothing of a plan that failed', async () => {
    const { outcome } = await playBoth([revised([], [1, 3])]);
    expect(reusable(outcome.plan)).toBeNull();
    expect(reusable({ ...outcome.plan, status: 'completed' })).toBeNull();
  });
});

describe('R12 words and old results prove nothing', () => {
  const note = (number: number, replaces: readonly number[]): Json => ({
    ...(newStep(number, 'none', { response: 'I could not look.' }, replaces) as object),
  });

  test('R12 saying that it could not be done does not make it good', async () => {
    const steps = plan([step(1, 'weather.get', { parameters: { city: 'Bonn' } })]);
    const { session, requests } = stage(TOOLS, [revised([note(2, [1])]), revised([note(2, [1])])]);
    const outcome = await playPlan(session, steps);
    expect(outcome).toMatchObject({ success: false, plan: { status: 'failed' } });
    expect(JSON.stringify(requests.at(1)?.messages)).toContain('only says something');
  });

  const better = { ...reflection('modify_plan') };
  const once =
    (number: number) =>
    async ({ stepNumber }: { readonly stepNumber: number }) =>
      stepNumber === number ? better : null;

  test('R12 a revision that leaves out everything still to be done is not taken', async () => {
    const steps = plan([
      step(1, 'say.echo', { parameters: { a: 1 } }),
      step(2, 'timer.set', { parameters: { minutes: 1 }, dependsOn: [1] }),
    ]);
    timers.length = 0;
    const { session } = stage(TOOLS, [revised([]), revised([])]);
    const outcome = await playPlan(session, steps, { judge: once(1) });
    expect(timers).toEqual([{ minutes: 1 }]);
    expect(outcome.success).toBe(true);
  });

  test('R12 a check that waits for something new is made again', async () => {
    const runs: string[] = [];
    const mending = [
      tool('files.edit', () => runs.push('edit')),
      tool('tests.run', () => ({ passed: runs.push('tests') > 2 })),
    ];
    const steps = plan([step(1, 'files.edit'), step(2, 'tests.run', { dependsOn: [1] })]);
    const again = (number: number, name: string, dependsOn: readonly number[]): Json => ({
      ...(newStep(number, name, {}, []) as object),
      dependsOn,
    });
    const answer = revised([
      { ...(again(3, 'files.edit', []) as object), parameters: { other: true } },
      again(4, 'tests.run', [3]),
    ]);
    const { session } = stage(mending, [answer]);
    const outcome = await playPlan(session, steps, { judge: once(2) });
    expect(runs).toEqual(['edit', 'tests', 'edit', 'tests']);
    expect(outcome.plan.steps[3]?.result).toEqual({ passed: true });
  });

  test.each([
    ['a write that took too long is not made again', ['write'] as const, 1],
    ['a look that took too long is', ['read'] as const, 4],
  ])('R2 %s', async (_name, permissions, times) => {
    let made = 0;
    const slow = tool(
      'slow.do',
      () => {
        made += 1;
        return fails('Too long.', { code: 'E5003', retryable: true })({});
      },
      { permissions },
    );
    const { session, clock } = stage([slow], [revised([], [1])]);
    const played = playPlan(session, plan([step(1, 'slow.do')]));
    await clock.advance(600_000);
    expect((await played).success).toBe(false);
    expect(made).toBe(times);
  });
});
