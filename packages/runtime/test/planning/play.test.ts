import type { ExecutionStep, Json, Reflection, ToolResult } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { playPlan } from '../../src/planning/play.ts';
import { fails, plan, reflection, stage, statuses, step, tool } from './stage.ts';

const echo = tool('say.echo', (input) => input);
const NO_REPLAN = { maxReplans: 0, retryAttempts: 0 };

describe('R11 playing a plan', () => {
  test('R11 outputs are handed on with their type', async () => {
    const { session, moves } = stage([echo]);
    const outcome = await playPlan(
      session,
      plan([
        step(1, 'say.echo', { parameters: { n: 3, list: [{ name: 'x' }] } }),
        step(2, 'say.echo', {
          parameters: {
            deep: ['{{step_1_output.list}}', { n: '{{step_1_output.n}}' }],
            text: 'n is {{step_1_output.n}}',
          },
        }),
      ]),
    );
    expect(outcome.success).toBe(true);
    expect(outcome.plan.status).toBe('completed');
    expect(outcome.plan.steps[1]?.result).toEqual({ deep: [[{ name: 'x' }], { n: 3 }], text: 'n is 3' });
    expect(moves()).toEqual(['1:in_progress', '1:completed', '2:in_progress', '2:completed']);
  });

  test('R11 a reference that stands for nothing fails the step by its name, and no tool is called', async () => {
    const { session, events } = stage([echo], [], NO_REPLAN);
    const outcome = await playPlan(
      session,
      plan([step(1, 'say.echo'), step(2, 'say.echo', { parameters: { a: ['{{step_1_output.absent}}'] } })]),
    );
    expect(outcome.success).toBe(false);
    expect(outcome.plan.status).toBe('failed');
    expect(outcome.error).toContain('`{{step_1_output.absent}}` stands for nothing');
    expect(events.filter(({ type }) => type === 'tool-started')).toHaveLength(1);
  });

  test('R11 independent steps run at the same time, and never more than allowed', async () => {
    for (const [parallel, most, ms] of [
      [8, 4, 100],
      [2, 2, 200],
      [1, 1, 400],
    ] as const) {
      let now = 0;
      let seen = 0;
      const slow = tool('wait.a', async () => {
        seen = Math.max(seen, ++now);
        await made.clock.sleep(100);
        now -= 1;
        return null;
      });
      const made = stage([slow], [], { parallel });
      const ended = playPlan(made.session, plan([1, 2, 3, 4].map((number) => step(number, 'wait.a'))));
      await made.clock.advance(ms - 1);
      expect(made.moves().filter((move) => move.endsWith('completed')).length).toBeLessThan(4);
      await made.clock.advance(1);
      expect((await ended).success).toBe(true);
      expect(seen).toBe(most);
    }
  });

  test.each<[string, Json, string[]]>([
    ['holds', { rain: 0.9 }, ['1:completed', '2:completed', '3:completed', '4:completed', '5:skipped']],
    ['does not hold', { rain: 0.1 }, ['1:completed', '2:skipped', '3:skipped', '4:completed', '5:completed']],
    [
      'cannot be decided',
      { rain: 'a lot' },
      ['1:completed', '2:failed', '3:skipped', '4:skipped', '5:skipped'],
    ],
  ])('R11 a condition that %s', async (_, weather, expected) => {
    const { session } = stage([tool('weather.get', () => weather), echo], [], NO_REPLAN);
    const outcome = await playPlan(
      session,
      plan([
        step(1, 'weather.get'),
        step(2, 'say.echo', { when: 'step_1_output.rain > 0.5', parameters: { text: 'umbrella' } }),
        // Needs what it says.
        step(3, 'say.echo', { parameters: { said: '{{step_2_output.text}}' } }),
        // Only comes after it.
        step(4, 'say.echo', { dependsOn: [2] }),
        // The other way.
        step(5, 'say.echo', { when: 'step_2_output == null' }),
      ]),
    );
    expect(statuses(outcome.plan)).toEqual(expected);
    expect(outcome.success).toBe(!expected.includes('2:failed'));
  });

  test('R11 a step without a tool says its words', async () => {
    const { session, events } = stage([echo]);
    const steps = [
      step(1, 'say.echo', { parameters: { n: 2 } }),
      step(2, 'none', { parameters: { response: 'There are {{step_1_output.n}}.' } }),
      step(3, 'none', { description: 'Say good-bye' }),
    ];
    const outcome = await playPlan(session, plan(steps));
    expect(outcome.plan.steps.map(({ result }) => result)).toEqual([
      { n: 2 },
      'There are 2.',
      'Say good-bye',
    ]);
    expect(outcome.steps.map(({ tool: name }) => name).sort()).toEqual([null, null, 'say.echo'].sort());
    expect(events.filter(({ type }) => type === 'tool-started')).toHaveLength(1);
    const spoken = await playPlan(session, plan(steps), {
      say: async ({ stepNumber }) => `said ${stepNumber}`,
    });
    expect(spoken.plan.steps[2]?.result).toBe('said 3');
  });

  test('R5 a tool the agent may not use is not called, whoever wrote the plan', async () => {
    const { session, events } = stage([echo], [], NO_REPLAN, { may: ['a.b'] });
    const outcome = await playPlan(session, plan([step(1, 'say.echo')]));
    expect(outcome.error).toContain('symphony may not use say.echo.');
    expect(events.filter(({ type }) => type === 'tool-started')).toEqual([]);
  });

  test('R11 what was completed before is kept and not played again', async () => {
    const { session, events } = stage([echo]);
    const outcome = await playPlan(
      session,
      plan([
        step(1, 'say.echo', { status: 'completed', result: { n: 7 } }),
        step(2, 'say.echo', { parameters: { n: '{{step_1_output.n}}' }, status: 'in_progress' }),
      ]),
    );
    expect(outcome.plan.steps[1]?.result).toEqual({ n: 7 });
    expect(events.filter(({ type }) => type === 'tool-started')).toHaveLength(1);
  });
});

describe('R2 retries and stops', () => {
  test('R2 a failure that may pass is tried again after a while, as often as allowed', async () => {
    for (const [retryAttempts, success] of [
      [2, true],
      [1, false],
    ] as const) {
      let calls = 0;
      const flaky = tool('net.get', () => {
        calls += 1;
        if (calls < 3) return fails('No answer.', { code: 'E7001' })({});
        return 'there';
      });
      const { session, clock, moves } = stage([flaky], [], { retryAttempts, maxReplans: 0 });
      const ended = playPlan(session, plan([step(1, 'net.get')]));
      await clock.settle();
      expect(calls).toBe(1);
      await clock.advance(850);
      expect(calls).toBe(1);
      await clock.advance(60_000);
      const outcome = await ended;
      expect(outcome.success).toBe(success);
      expect(calls).toBe(retryAttempts + 1);
      expect(moves().filter((move) => move === '1:pending')).toHaveLength(retryAttempts);
      expect(outcome.steps).toHaveLength(1);
    }
  });

  test('R2 a failure that will not pass is not tried again', async () => {
    let calls = 0;
    const broken = tool('net.get', () => {
      calls += 1;
      throw new Error('no');
    });
    const { session } = stage([broken], [], { retryAttempts: 5, maxReplans: 0 });
    expect((await playPlan(session, plan([step(1, 'net.get')]))).success).toBe(false);
    expect(calls).toBe(1);
  });

  test('R2 a stop reaches what runs, starts nothing more, and is told', async () => {
    const slow = tool('wait.a', () => new Promise<Json>(() => undefined));
    const { session, clock, stop, moves } = stage([slow, echo]);
    const ended = playPlan(
      session,
      plan([step(1, 'wait.a'), step(2, 'say.echo'), step(3, 'say.echo', { dependsOn: [1] })]),
    );
    await clock.settle();
    stop.stop(new Error('enough'));
    const outcome = await ended;
    expect(outcome.success).toBe(false);
    expect(statuses(outcome.plan)).toEqual(['1:failed', '2:completed', '3:skipped']);
    expect(outcome.error).toContain('wait.a was stopped');
    expect(outcome.error).toContain('Done: step 2 (say.echo).');
    expect(moves().at(-1)).toBe('3:skipped');
    expect(clock.due).toEqual([]);
  });

  test('R2 a stop while a retry is waited for ends at once', async () => {
    const { session, clock, stop } = stage([tool('net.get', fails('No.', { retryable: true }))]);
    const ended = playPlan(session, plan([step(1, 'net.get')]));
    await clock.settle();
    stop.stop(new Error('enough'));
    const outcome = await ended;
    expect(statuses(outcome.plan)).toEqual(['1:skipped']);
    expect(outcome.success).toBe(false);
    expect(clock.due).toEqual([]);
  });

  test('R2 a session that was stopped before plays nothing', async () => {
    const { session, stop, events } = stage([echo]);
    stop.stop(new Error('enough'));
    const outcome = await playPlan(session, plan([step(1, 'say.echo')]));
    expect(outcome.success).toBe(false);
    expect(events.filter(({ type }) => type === 'tool-started')).toEqual([]);
  });
});

describe('R15 judgements are carried out', () => {
  const steps = [step(1, 'net.get'), step(2, 'say.echo', { dependsOn: [1] }), step(3, 'say.echo')];
  const judge =
    (action: Reflection['suggestedAction'] | null) => async (_: ExecutionStep, result: ToolResult) =>
      result.success || action === null ? null : reflection(action);

  test('R15 continue: the others go on without it, and nothing is replanned', async () => {
    const { session, requests } = stage([tool('net.get', fails('no')), echo]);
    const outcome = await playPlan(session, plan(steps), { judge: judge('continue') });
    expect(statuses(outcome.plan)).toEqual(['1:failed', '2:skipped', '3:completed']);
    expect(outcome).toMatchObject({ success: false, replans: 0 });
    expect(outcome.reflections).toHaveLength(1);
    expect(requests).toEqual([]);
  });

  test('R15 retry: it is played again at once, within its bound, and nobody behind it was skipped', async () => {
    for (const [heals, success] of [
      [3, true],
      [9, false],
    ] as const) {
      let calls = 0;
      const healing = tool('net.get', () => (++calls < heals ? fails('no')({}) : 'yes'));
      const { session, moves } = stage([healing, echo], [], { retryAttempts: 2, maxReplans: 0 });
      const outcome = await playPlan(session, plan(steps), { judge: judge('retry') });
      expect(calls).toBe(3);
      expect(outcome.success).toBe(success);
      expect(moves().includes('2:skipped')).toBe(!success);
    }
  });

  test('R15 abort: nothing more starts', async () => {
    const { session, clock } = stage([
      tool('net.get', fails('no')),
      echo,
      tool('wait.a', () => clock.sleep(10).then(() => 1)),
    ]);
    const ended = playPlan(
      session,
      plan([step(1, 'net.get'), step(2, 'wait.a'), step(3, 'say.echo', { dependsOn: [2] })]),
      {
        judge: judge('abort'),
      },
    );
    await clock.advance(10);
    const outcome = await ended;
    expect(statuses(outcome.plan)).toEqual(['1:failed', '2:completed', '3:skipped']);
    expect(outcome.error).toContain('The plan was given up: I think so.');
  });

  test('R15 abort: what fails meanwhile has failed, and is not waited for again', async () => {
    const { session, clock } = stage([
      tool('net.get', fails('no')),
      tool('wait.a', () => clock.sleep(10).then(() => fails('Later.', { retryable: true })({}))),
    ]);
    const ended = playPlan(session, plan([step(1, 'net.get'), step(2, 'wait.a')]), { judge: judge('abort') });
    await clock.advance(10);
    const outcome = await ended;
    expect(statuses(outcome.plan)).toEqual(['1:failed', '2:failed']);
    expect(clock.due).toEqual([]);
  });

  test('R15 modify_plan after a success: what is left is written anew, and the success is not repeated', async () => {
    const revised = {
      reasoning: 'shorter',
      steps: [
        {
          step: 3,
          tool: 'say.echo',
          description: 'Say',
          parameters: { got: '{{step_1_output.n}}' },
          dependsOn: [],
          replaces: [],
        },
      ],
      dropped: [],
    };
    const { session, events, requests } = stage([echo], [revised]);
    const outcome = await playPlan(
      session,
      plan([step(1, 'say.echo', { parameters: { n: 1 } }), step(2, 'say.echo', { dependsOn: [1] })]),
      {
        judge: async ({ stepNumber }) =>
          stepNumber === 1 ? reflection('modify_plan', 'A shorter way.') : null,
      },
    );
    expect(statuses(outcome.plan)).toEqual(['1:completed', '2:skipped', '3:completed']);
    expect(outcome).toMatchObject({
      success: true,
      replans: 1,
      adaptations: ['The plan was revised: A shorter way.'],
    });
    expect(outcome.plan.steps[2]?.result).toEqual({ got: 1 });
    expect(events.filter(({ type }) => type === 'tool-started')).toHaveLength(2);
    expect(requests.map(({ purpose, tier }) => `${purpose} ${tier}`)).toEqual(['replan strong']);
  });

  test('R15 modify_plan after a success that cannot be revised: the plan is played as it is', async () => {
    const { session } = stage([echo], ['no plan', 'again none']);
    const outcome = await playPlan(
      session,
      plan([step(1, 'say.echo'), step(2, 'say.echo', { dependsOn: [1] })]),
      {
        judge: async ({ stepNumber }) => (stepNumber === 1 ? reflection('modify_plan') : null),
      },
    );
    expect(statuses(outcome.plan)).toEqual(['1:completed', '2:completed']);
    expect(outcome.success).toBe(true);
  });

  test('R15 retry and continue after a success change nothing', async () => {
    for (const action of ['retry', 'continue'] as const) {
      const { session, events } = stage([echo]);
      const outcome = await playPlan(session, plan([step(1, 'say.echo')]), {
        judge: async () => reflection(action),
      });
      expect(outcome.success).toBe(true);
      expect(events.filter(({ type }) => type === 'tool-started')).toHaveLength(1);
    }
  });
});
