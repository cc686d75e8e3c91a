import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import type { ExecutionPlan, ExecutionStep, Json, RuntimeResult } from '@symphony/domain';
import { type ScriptedAnswer, ScriptedModels } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { SkillLearning, verifyByModel } from '../../src/learning/after-session.ts';
import { SkillBook } from '../../src/learning/skill-book.ts';
import { NOW, resultOf } from '../recorded.ts';
import { sessionWith } from '../session-with.ts';

const step = (stepNumber: number, toolName: string, parameters: Record<string, Json>): ExecutionStep => ({
  stepNumber,
  toolName,
  description: toolName,
  parameters,
  dependsOn: [],
  status: 'completed',
});

const plan: ExecutionPlan = {
  planId: 'plan_1',
  request: 'Fix the date parser and test it',
  selectedTools: ['files.edit', 'tests.run'],
  steps: [step(1, 'files.edit', { what: 'date parser' }), step(2, 'tests.run', {})],
  reasoning: '',
  createdAt: NOW,
  status: 'completed',
  metadata: {},
};

function resultWith(reported: Json, change: Partial<RuntimeResult> = {}): RuntimeResult {
  return {
    success: true,
    mode: 'enhanced_planning',
    conversation: {
      id: 'c',
      originalTask: plan.request,
      turns: [],
      finalResponse: '',
      reasoningChain: [],
      duration: 1,
      state: 'completed',
    },
    execution: {
      steps: [
        {
          stepId: 'step-2',
          description: 'run the tests',
          tool: 'tests.run',
          parameters: {},
          result: { ...resultOf(true), result: reported },
        },
      ],
      adaptations: [],
      insights: [],
    },
    plan,
    metrics: {
      duration: 1,
      modelCalls: 0,
      toolCalls: 2,
      tokens: { input: 0, output: 0 },
      cost: 0,
      cacheHits: 0,
    },
    ...change,
  };
}

async function after(result: RuntimeResult, ...answers: ScriptedAnswer[]) {
  const skills = new SkillBook(new MemoryCabinet(), (prefix) => `${prefix}-1`);
  const models = new ScriptedModels(answers);
  const { session, events } = sessionWith(models);
  const learning = new SkillLearning({ skills, verify: verifyByModel });
  await learning.ended(session, result);
  return { skills, session, learning, models, events, kept: skills.all(NOW) };
}

describe('R16 skills after a session', () => {
  test('R16 tests that passed make a skill, and no model is asked', async () => {
    const { kept, models, events } = await after(resultWith({ passed: true }));
    expect(kept).toMatchObject([
      { template: 'Fix the {{given.what}} and test it', verifiedBy: 'tests.run passed' },
    ]);
    expect(models.requests).toEqual([]);
    expect(events).toContainEqual({ type: 'insight', text: expect.stringContaining('Kept as a skill') });
  });

  test.each<[string, ScriptedAnswer, number]>([
    ['yes', { text: '{"verdict":"yes","why":"Both were done."}' }, 1],
    ['no', { text: '{"verdict":"no","why":"Nothing was tested."}' }, 0],
    ['words without a verdict', { text: 'Looks great!' }, 0],
    ['nothing, because it failed', { fault: 'fails' }, 0],
  ])('R16 without a check a verifier is asked: %s', async (_, answer, count) => {
    const { kept, models } = await after(resultWith(null), answer);
    expect(models.requests).toHaveLength(1);
    expect(kept).toHaveLength(count);
  });

  test.each<[string, RuntimeResult]>([
    ['tests that failed', resultWith({ passed: false })],
    ['a request that failed', resultWith({ passed: true }, { success: false })],
    ['a single step', resultWith({ passed: true }, { plan: { ...plan, steps: plan.steps.slice(0, 1) } })],
  ])('R16 %s make no skill', async (_, result) => {
    expect((await after(result)).kept).toEqual([]);
  });

  test('R16 a plan that was played from a skill is counted, and retires it when it fails', async () => {
    const { skills, learning, session } = await after(resultWith({ passed: true }));
    const played = { ...plan, metadata: { skill: { id: 'skill-1', version: 1 } } };
    await learning.ended(session, resultWith(null, { plan: played }));
    expect(skills.all(NOW)[0]?.counts.used).toBe(2);
    for (let time = 0; time < 3; time += 1)
      await learning.ended(
        session,
        resultWith(null, { plan: played, success: false, error: 'The tool is gone.' }),
      );
    expect(skills.all(NOW)[0]?.retired).toMatch(/The tool is gone/);
  });
});
