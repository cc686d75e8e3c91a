import type {
  ExecutionPlan,
  Reflection,
  RouteDecision,
  StepResult,
  Tool,
  ToolResult,
} from '@symphony/domain';
import { describe, expect, it } from 'vitest';
import type { PlanningEngine, PlanOutcome, RouteOutcome } from '../src/index.ts';
import type { Role } from '../src/roles/role.ts';
import { echo, eventsOf, stage } from './stage.ts';

const timer: Tool = { ...echo, name: 'timer.set', run: () => ({ set: true }) };

const role: Role = {
  name: 'timer',
  description: 'Sets timers.',
  fast: true,
  tools: ['timer.set'],
  parameters: [],
  tier: 'weak',
  examples: [],
  prompt: 'You set timers.',
  priority: 1,
};

const decision = (more: Partial<RouteDecision> = {}): RouteDecision => ({
  route: 'timer',
  confidence: 0.97,
  parameters: { minutes: 5 },
  contextRequirements: [],
  path: 'fast',
  by: 'classifier',
  why: 'It says timer.',
  ...more,
});

const router = (decided: RouteDecision, learned: RouteOutcome[] = []) => ({
  decide: async () => decided,
  learn: (outcome: RouteOutcome) => void learned.push(outcome),
});

const result = (more: Partial<ToolResult>): ToolResult => ({
  success: true,
  metrics: { duration: 1, startTime: 0, endTime: 1 },
  ...more,
});

const step = (n: number, tool: string, outcome: ToolResult): StepResult => ({
  stepId: `${n}`,
  description: `${tool} ${n}`,
  tool,
  parameters: {},
  result: outcome,
});

const plan: ExecutionPlan = {
  planId: 'plan_1',
  request: 'r',
  selectedTools: ['timer.set'],
  steps: [],
  reasoning: '',
  createdAt: 0,
  status: 'completed',
  metadata: {},
};

/** A planner that plays nothing and answers what it is told to. */
const planner = (outcome: Partial<PlanOutcome>, more: Partial<PlanningEngine> = {}): PlanningEngine => ({
  assess: async () => ({ complexity: 'multi_step', why: 'two verbs' }),
  createPlan: async () => ({ plan }),
  playPlan: async () => ({ plan, success: true, steps: [], adaptations: [], ...outcome }),
  ...more,
});

const enhanced = { enhancedRuntime: true };
const weather = step(1, 'weather.now', result({ success: false, error: 'no network' }));
const timed = step(2, 'timer.set', result({ result: { set: true } }));

describe('R1 the engines together', () => {
  it('R1 a sure request is answered by its role alone', async () => {
    const learned: RouteOutcome[] = [];
    const { ask, models, events } = stage(
      [{ calls: [{ tool: 'timer.set', input: { text: '5' } }] }, { text: 'Set.' }],
      { tools: [timer, echo], parts: { roles: [role], router: router(decision(), learned) } },
    );
    expect(await ask('timer for 5 minutes')).toMatchObject({ success: true });
    const [request] = models.requests;
    expect(request).toMatchObject({ tier: 'weak', tools: [{ name: 'timer.set' }] });
    expect(JSON.stringify(request?.messages[0])).toContain('You set timers.');
    expect(JSON.stringify(request?.messages[0])).toContain('minutes');
    expect(eventsOf(events, 'routed')).toHaveLength(1);
    expect(learned).toMatchObject([{ success: true, escalated: false, tools: ['timer.set'] }]);
  });

  it('R1 a fast path that wishes for another domain begins anew with all tools, and nothing is done twice', async () => {
    const learned: RouteOutcome[] = [];
    const { ask, models } = stage(
      [
        { calls: [{ tool: 'timer.set', input: { text: '5' } }] },
        { calls: [{ tool: 'test.echo', input: { text: 'a' } }] },
        { text: 'I could only set the timer.' },
        { calls: [{ tool: 'test.echo', input: { text: 'a' } }] },
        { text: 'Both done.' },
      ],
      {
        tools: [timer, echo],
        parts: { roles: [role], router: router(decision({ path: 'lean-fast' }), learned) },
      },
    );
    const done = await ask('timer and echo');
    expect(done).toMatchObject({ success: true, conversation: { finalResponse: 'Both done.' } });
    expect(done.execution.adaptations).toEqual([
      expect.stringContaining('The role timer could not do it alone'),
    ]);
    expect(JSON.stringify(models.requests[3]?.messages[0])).toContain(
      'Done already, not to be done again: timer.set',
    );
    expect(models.requests[3]?.tools).toHaveLength(2);
    expect(learned).toMatchObject([{ escalated: true }]);
  });

  it('R7 is not begun anew where the same model would be asked, which cannot be reached', async () => {
    const { ask, models, events } = stage([{ fault: 'refused' }], {
      tools: [timer],
      parts: { router: router(decision()), roles: [role] },
    });
    expect(await ask('a timer')).toMatchObject({ success: false, error: 'The model refused.' });
    expect(models.requests).toHaveLength(1);
    expect(eventsOf(events, 'adapted')).toEqual([]);
  });

  it('R3 a failed plan is no success, and the answer says both', async () => {
    const { ask, events } = stage([{ text: 'The timer is set. The weather is fine!' }], {
      tools: [timer],
      config: enhanced,
      parts: { planning: planner({ success: false, steps: [weather, timed] }) },
    });
    const done = await ask('weather, then a timer');
    expect(done).toMatchObject({
      success: false,
      mode: 'enhanced_planning',
      error: 'The plan failed.',
      plan,
    });
    expect(done.conversation.finalResponse).toContain('The timer is set.');
    expect(done.conversation.finalResponse).toContain('Not done: weather.now 1 (no network)');
    const streamed = eventsOf(events, 'text').map(({ text }) => text);
    expect(streamed.join('')).toBe(done.conversation.finalResponse);
  });

  it('R14 without a model for the last words there is a plain account of what happened', async () => {
    const { ask, models } = stage([{ text: 'The tim', fault: 'fails' }], {
      tools: [timer],
      config: enhanced,
      parts: { planning: planner({ success: false, error: 'One step failed.', steps: [weather, timed] }) },
    });
    const { conversation, success } = await ask('weather, then a timer');
    expect(success).toBe(false);
    expect(models.requests.map(({ purpose }) => purpose)).toEqual(['conclude']);
    expect(JSON.stringify(models.requests[0]?.messages)).toContain('FAILED: no network');
    expect(conversation.finalResponse).toBe(
      'Done: timer.set 2: {"set":true}\nNot done: weather.now 1 (no network)\nOne step failed.',
    );
    expect(conversation.finalResponse).not.toContain('unable');
  });

  it('R2 plans from the threshold on, and only when plans are wanted', async () => {
    const played = async (config: Parameters<typeof stage>[1]) => {
      const { ask } = stage(() => ({ text: 'ok' }), { tools: [timer], ...config });
      return (await ask('two things')).mode;
    };
    const parts = { planning: planner({}) };
    expect(await played({ parts, config: { enhancedRuntime: false } })).toBe('legacy_with_conversation');
    expect(await played({ parts, config: enhanced })).toBe('enhanced_planning');
    expect(await played({ parts, config: { ...enhanced, planningThreshold: 'complex' } })).toBe(
      'legacy_with_conversation',
    );
    expect(await played({ parts, config: { ...enhanced, planningThreshold: 'simple' } })).toBe(
      'enhanced_planning',
    );
  });

  it('R1 works without a plan when none can be made, and says so', async () => {
    const planning = planner(
      {},
      { createPlan: async () => ({ plan: null, degraded: 'The planner wrote no JSON.' }) },
    );
    const { ask } = stage([{ text: 'Done by hand.' }], {
      tools: [timer],
      config: enhanced,
      parts: { planning },
    });
    const done = await ask('two things');
    expect(done).toMatchObject({ success: true, conversation: { finalResponse: 'Done by hand.' } });
    expect(done.execution.adaptations).toEqual([expect.stringContaining('The planner wrote no JSON.')]);
  });

  it('R1 an engine that throws ends in a result, not in a crash', async () => {
    const planning = planner(
      {},
      {
        assess: () => {
          throw new Error('assess broke');
        },
      },
    );
    const { ask } = stage([], { tools: [timer], config: enhanced, parts: { planning } });
    expect(await ask('two things')).toMatchObject({ success: false, error: 'assess broke' });
  });

  it('R2 reflects when it is asked to, and only then', async () => {
    const thought: Reflection = {
      id: 'r1',
      stepId: '1',
      assessment: { performance: 'poor', quality: 'wrong' },
      suggestedAction: 'modify_plan',
      reasoning: 'Use another source.',
      confidence: 0.8,
      timestamp: 0,
    };
    const asked: (Reflection | null)[] = [];
    const planning = planner(
      {},
      {
        playPlan: async (_session, played, { judge }) => {
          const failed = {
            stepNumber: 1,
            toolName: 'weather.now',
            description: '',
            parameters: {},
            dependsOn: [],
            status: 'failed',
          } as const;
          asked.push(await judge(failed, weather.result, [weather]));
          return { plan: played, success: false, steps: [weather], adaptations: ['dropped weather'] };
        },
      },
    );
    const reflection = { reflectOn: async () => thought, lessonsFor: () => ['Ask twice.'] };
    for (const reflectionEnabled of [false, true]) {
      const { ask, events } = stage([{ text: 'ok' }], {
        tools: [timer],
        config: { ...enhanced, reflectionEnabled },
        parts: { planning, reflection },
      });
      const done = await ask('weather');
      expect(done.mode).toBe(reflectionEnabled ? 'adaptive_reflection' : 'enhanced_planning');
      expect(done.reflections).toEqual(reflectionEnabled ? [thought] : undefined);
      expect(eventsOf(events, 'state').map(({ to }) => to)).toEqual([
        'working',
        ...(reflectionEnabled ? ['reflecting', 'working'] : []),
        'adapting',
        'working',
        'concluding',
        'completed',
      ]);
      expect(done.conversation.reasoningChain).toHaveLength(1);
    }
    expect(asked).toEqual([null, thought]);
  });

  it('R1 intents, learning and insights come after the answer and cannot spoil it', async () => {
    const magic: string[] = [];
    const { ask, events } = stage(
      [{ calls: [{ tool: 'test.echo', input: { text: 'a' } }] }, { text: 'ok' }],
      {
        tools: [
          {
            ...echo,
            run: (_input, context) => {
              context.intend({ type: 'audit' });
              return null;
            },
          },
        ],
        parts: {
          intents: {
            process: async (session) => ({ processed: session.intents.length, failed: 0, errors: [] }),
          },
          learning: {
            ended: () => {
              throw new Error('learning broke');
            },
          },
          context: {
            useMagic: async (intent) => {
              magic.push(intent);
              return result({ result: { recommendations: ['Use test.echo more.'] } });
            },
          },
        },
      },
    );
    const done = await ask('go');
    expect(done.success).toBe(true);
    expect(done.execution.insights).toContain('Use test.echo more.');
    expect(magic).toEqual(['learn_from_execution', 'get_insights', 'prune_context']);
    expect(eventsOf(events, 'intents-processed')).toMatchObject([{ outcome: { processed: 1 } }]);
    expect(events.at(-1)?.type).toBe('ended');
  });
});
