import { type Json, type Tool, ToolError } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { planning } from '../../src/planning/engine.ts';
import { eventsOf, stage } from '../stage.ts';

const timers: Json[] = [];
const weather: Tool = {
  name: 'weather.get',
  description: 'Tells the weather.',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: () => {
    throw new ToolError('The weather station does not answer.');
  },
};
const other: Tool = { ...weather, name: 'weather.other', run: () => ({ text: 'sunny' }) };
const timer: Tool = {
  name: 'timer.set',
  description: 'Sets a timer.',
  input: { type: 'object', properties: { minutes: { type: 'number' } }, required: ['minutes'] },
  run: (input) => {
    timers.push(input);
    return { set: true };
  },
};

const TASK = 'Tell me the weather in Bonn and set a timer for 5 minutes';
const json = (value: Json) => ({ text: JSON.stringify(value) });
const PLAN = json({
  reasoning: 'Two things that have nothing to do with each other.',
  steps: [
    {
      step: 1,
      tool: 'weather.get',
      description: 'Get the weather in Bonn',
      parameters: { city: 'Bonn' },
      dependsOn: [],
    },
    { step: 2, tool: 'timer.set', description: 'Set a timer', parameters: { minutes: 5 }, dependsOn: [] },
  ],
});

describe('R12 a request from its first word to its last', () => {
  test('R12 weather fails, the timer is still set, and the answer says both', async () => {
    timers.length = 0;
    const { ask, events } = stage(
      {
        plan: [PLAN],
        replan: [json({ reasoning: 'No other source.', steps: [], dropped: [1] })],
        conclude: [{ fault: 'fails' }],
      },
      { tools: [weather, timer], parts: { planning }, config: { enhancedRuntime: true } },
    );
    const result = await ask(TASK);
    expect(timers).toEqual([{ minutes: 5 }]);
    expect(result).toMatchObject({ success: false, mode: 'enhanced_planning', plan: { status: 'failed' } });
    expect(result.conversation.finalResponse).toContain('The weather station does not answer.');
    expect(result.conversation.finalResponse).toContain('Set a timer');
    expect(eventsOf(events, 'planned')).toHaveLength(1);
    expect(eventsOf(events, 'assessed')).toMatchObject([{ complexity: 'multi_step' }]);
    expect(eventsOf(events, 'model-called').map(({ purpose, tier }) => `${purpose} ${tier}`)).toEqual([
      'plan strong',
      'replan strong',
    ]);
  });

  test('R12 what another tool made good is not called undone', async () => {
    timers.length = 0;
    const { ask, events } = stage(
      {
        plan: [PLAN],
        replan: [
          json({
            reasoning: 'Another source.',
            steps: [
              {
                step: 3,
                tool: 'weather.other',
                description: 'Ask elsewhere',
                parameters: { city: 'Bonn' },
                dependsOn: [],
                replaces: [1],
              },
            ],
            dropped: [],
          }),
        ],
        conclude: [{ text: 'It is sunny, and the timer is set.' }],
      },
      { tools: [weather, other, timer], parts: { planning }, config: { enhancedRuntime: true } },
    );
    const result = await ask(TASK);
    expect(result).toMatchObject({ success: true, plan: { status: 'completed' } });
    expect(result.conversation.finalResponse).toBe('It is sunny, and the timer is set.');
    expect(result.execution.adaptations).toHaveLength(1);
    expect(eventsOf(events, 'replanned')).toHaveLength(1);
    expect(timers).toHaveLength(1);
  });

  test('R11 no plan at all still lets the agent work, and the result says so', async () => {
    const { ask } = stage(
      { plan: [{ text: 'No.' }, { text: 'No!' }], converse: [{ text: 'I cannot look outside.' }] },
      { tools: [weather], parts: { planning }, config: { enhancedRuntime: true } },
    );
    const result = await ask(TASK);
    expect(result.plan).toBeUndefined();
    expect(result.success).toBe(true);
    expect(result.execution.adaptations.join()).toContain('There is no plan in the answer.');
  });
});
