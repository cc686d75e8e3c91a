import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import type { ExecutionPlan, ExecutionStep, Tool } from '@symphony/domain';
import { ScriptedModels } from '@symphony/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlanningEngine } from '../../src/engines.ts';
import { SkillBook } from '../../src/learning/skill-book.ts';
import { skilledPlanning } from '../../src/learning/skilled-planning.ts';
import { NOW } from '../recorded.ts';
import { sessionWith } from '../session-with.ts';

const tool = (name: string): Tool => ({ name, description: '', input: { type: 'object' }, run: () => null });
const step = (stepNumber: number, toolName: string, place: string): ExecutionStep => ({
  stepNumber,
  toolName,
  description: toolName,
  parameters: stepNumber === 1 ? { place } : { text: '{{step_1_output}}' },
  dependsOn: stepNumber === 1 ? [] : [1],
  status: 'completed',
});
const done: ExecutionPlan = {
  planId: 'plan_1',
  request: 'Tell me of the weather in Rome',
  selectedTools: ['weather.now', 'speech.say'],
  steps: [step(1, 'weather.now', 'Rome'), step(2, 'speech.say', 'Rome')],
  reasoning: '',
  createdAt: NOW,
  status: 'completed',
  metadata: {},
};

describe('R16 planning with skills', () => {
  let skills: SkillBook;
  let asked: number;
  const usual: PlanningEngine = {
    assess: () => Promise.resolve({ complexity: 'complex', why: '' }),
    createPlan: () => {
      asked += 1;
      return Promise.resolve({ plan: null });
    },
    playPlan: () => Promise.reject(new Error('Nothing is played here.')),
  };
  beforeEach(() => {
    asked = 0;
    skills = new SkillBook(new MemoryCabinet(), (prefix) => `${prefix}-1`);
    skills.promote(done, { kind: 'check', passed: true, what: 'It was heard.' }, NOW);
  });
  const planFor = async (task: string, tools = ['weather.now', 'speech.say']) => {
    const { session } = sessionWith(new ScriptedModels([]), { task, tools: tools.map(tool) });
    return (await skilledPlanning(usual, skills).createPlan(session)).plan;
  };

  test('R16 what worked before is played again with what is given now, and no model is asked', async () => {
    expect(await planFor('tell me of the weather in Oslo')).toMatchObject({
      request: 'tell me of the weather in Oslo',
      status: 'pending',
      steps: [
        { toolName: 'weather.now', parameters: { place: 'Oslo' }, status: 'pending' },
        { toolName: 'speech.say', parameters: { text: '{{step_1_output}}' }, dependsOn: [1] },
      ],
      metadata: { skill: { id: 'skill-1', version: 1 } },
    });
    expect(asked).toBe(0);
  });

  test.each<[string, string, readonly string[] | undefined]>([
    ['another request', 'Tell me of the football in Oslo and the weather', undefined],
    ['a tool that is gone', 'Tell me of the weather in Oslo', ['weather.now']],
  ])('R16 %s is planned as usual', async (_, task, tools) => {
    expect(await planFor(task, tools ? [...tools] : undefined)).toBeNull();
    expect(asked).toBe(1);
  });

  test('R16 a skill that fails is not played again', async () => {
    for (let time = 0; time < 2; time += 1) skills.report('skill-1', 1, false, NOW);
    expect(await planFor('Tell me of the weather in Oslo')).toBeNull();
  });
});
