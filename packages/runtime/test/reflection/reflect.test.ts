import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { type ExecutionStep, PortError, type Reflection, type ToolResult } from '@symphony/domain';
import { type ScriptedAnswer, ScriptedModels } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import type { Occasion } from '../../src/engines.ts';
import { Lessons } from '../../src/reflection/lessons.ts';
import { type Opinion, readOpinion } from '../../src/reflection/opinion.ts';
import { reflectOn } from '../../src/reflection/reflect.ts';
import { Reflector } from '../../src/reflection/reflector.ts';
import { NOW, resultOf } from '../recorded.ts';
import { sessionWith, steadyClock } from '../session-with.ts';

const step: ExecutionStep = {
  stepNumber: 2,
  toolName: 'timer.set',
  description: 'Set the timer',
  parameters: { minutes: 5 },
  dependsOn: [],
  status: 'in_progress',
};

const occasion = (change: Partial<Occasion> = {}): Occasion => ({
  step,
  result: resultOf(false),
  plan: null,
  history: [],
  ...change,
});

const saying = (opinion: object): ScriptedAnswer => ({ text: JSON.stringify(opinion) });
const failing = (code: 'E1001' | 'E3001' | 'E5001'): ToolResult => ({
  ...resultOf(false, 10, 'minutes must be a number'),
  details: { code, guidance: 'Give a number.', retryable: false },
});
const succeeding = (result: ToolResult['result']): ToolResult => ({
  ...resultOf(true),
  result: result ?? null,
});

async function think(
  change: Partial<Occasion>,
  ...answers: ScriptedAnswer[]
): Promise<{ readonly reflection: Reflection | null; readonly models: ScriptedModels }> {
  const models = new ScriptedModels(answers);
  return { reflection: await reflectOn(sessionWith(models).session, occasion(change)), models };
}

describe('R15 reflection', () => {
  test.each<[string, Partial<Occasion>]>([
    ['a step that succeeded', { result: resultOf(true) }],
    ['a command that ended well', { result: succeeding({ exitCode: 0 }) }],
    ['a step that was stopped', { result: failing('E3001') }],
  ])('R15 without a signal from outside nothing is thought: %s', async (_, change) => {
    const { reflection, models } = await think(change);
    expect(reflection).toBeNull();
    expect(models.requests).toEqual([]);
  });

  test.each<[string, Partial<Occasion>, RegExp]>([
    ['a tool error', { result: resultOf(false, 10, 'No such host.') }, /No such host/],
    ['an input that does not fit', { result: failing('E1001') }, /minutes must be a number/],
    ['a command that failed', { result: succeeding({ exitCode: 3 }) }, /exit code 3/],
    ['tests that failed', { result: succeeding({ passed: false }) }, /timer\.set failed/],
    [
      'a state that is not as it should be',
      { result: resultOf(true), checks: [{ name: 'the timer list', passed: false, detail: 'it is empty' }] },
      /the timer list failed: it is empty/,
    ],
  ])('R15 %s is thought about, and the model is told of it', async (_, change, told) => {
    const opinion = {
      performance: 'poor',
      quality: 'wrong',
      action: 'modify_plan',
      reasoning: 'The wrong tool.',
      improvements: ['Use another.'],
      confidence: 0.8,
      lesson: '',
    };
    const { reflection, models } = await think(change, saying(opinion));
    expect(reflection).toEqual({
      id: 'reflection-1',
      stepId: 'step-2',
      assessment: { performance: 'poor', quality: 'wrong', suggestedImprovements: ['Use another.'] },
      suggestedAction: 'modify_plan',
      reasoning: 'The wrong tool.',
      confidence: 0.8,
      timestamp: expect.any(Number),
    });
    const [request] = models.requests;
    expect(request).toMatchObject({ purpose: 'reflect', format: { name: 'reflection' } });
    expect(JSON.stringify(request?.messages)).toMatch(told);
  });

  test.each(['retry', 'modify_plan', 'abort'])(
    'R15 a passed check is never overruled: "%s" becomes continue',
    async (action) => {
      const checks = [{ name: 'the tests', passed: true }];
      const said = saying({ action, reasoning: 'I do not like it.', performance: 'poor' });
      for (const result of [resultOf(true), resultOf(false)])
        expect((await think({ result, checks }, said)).reflection?.suggestedAction).toBe('continue');
    },
  );

  test('R15 one check that failed is enough to listen to the opinion', async () => {
    const checks = [
      { name: 'the tests', passed: true },
      { name: 'the state', passed: false },
    ];
    const said = saying({ action: 'retry', reasoning: 'Once more.' });
    expect((await think({ result: resultOf(true), checks }, said)).reflection?.suggestedAction).toBe('retry');
  });

  test('R15 what failed is not praised', async () => {
    const { reflection } = await think(
      {},
      saying({ performance: 'excellent', action: 'continue', reasoning: 'x' }),
    );
    expect(reflection?.assessment.performance).toBe('poor');
  });

  test.each<[string, ScriptedAnswer]>([
    ['a model that went away', { fault: 'fails' }],
    ['a model that refused', { fault: 'refused' }],
    ['an empty answer', { text: '' }],
    ['an object that says nothing', { text: '{"mood":"fine"}' }],
  ])('R15 %s: the reflection falls back as documented', async (_, answer) => {
    const { reflection } = await think({}, answer);
    expect(reflection).toMatchObject({
      assessment: { performance: 'poor', quality: 'wrong' },
      suggestedAction: 'abort',
      confidence: 0.9,
      reasoning: expect.stringMatching(/^Reflection failed: /),
    });
  });

  test('R15 even a reflection that failed does not overrule a passed check', async () => {
    const checks = [{ name: 'the tests', passed: true }];
    const { reflection } = await think({ checks }, { fault: 'fails' });
    expect(reflection?.suggestedAction).toBe('continue');
  });

  test('R15 a stop ends the thinking', async () => {
    const { session, stop } = sessionWith(new ScriptedModels([{ fault: 'hangs' }]));
    const thinking = reflectOn(session, occasion());
    stop.stop(new Error('The person stopped it.'));
    await expect(thinking).rejects.toThrow('The person stopped it.');
  });

  test.each<[string, string, Partial<Opinion>]>([
    ['words around it', 'Well: {"action":"retry","reasoning":"net"} I think.', { action: 'retry' }],
    [
      'plain words',
      'Retry it, or abort if that fails.',
      { action: 'retry', confidence: 0.7, quality: 'good' },
    ],
    ['an alternative', 'Take an alternative tool or abort.', { action: 'modify_plan' }],
    ['giving up', 'Abort.', { action: 'abort', performance: 'poor' }],
    ['nothing of the kind', 'It is fine.', { action: 'continue' }],
    [
      'the shape of pondering',
      '{"conclusion":{"summary":"abort now","confidence":0.4}}',
      { action: 'abort', confidence: 0.4 },
    ],
    [
      'percentages',
      '{"action":"Modify Plan","reasoning":"x","confidence":"85%"}',
      { action: 'modify_plan', confidence: 0.85 },
    ],
    [
      'names that are none',
      '{"action":"panic","performance":"meh","reasoning":"retry"}',
      { action: 'retry', performance: 'poor' },
    ],
  ])('R15 an answer is read with patience: %s', (_, text, read) => {
    expect(readOpinion(text, false)).toMatchObject(read);
  });
});

describe('R15 lessons from reflection', () => {
  test('R15 what one attempt taught is told and given to the next', async () => {
    const lessons = new Lessons(new MemoryCabinet(), steadyClock());
    const lesson = 'Timers take seconds, not minutes.';
    const models = new ScriptedModels([
      saying({ action: 'retry', reasoning: 'x', lesson }),
      saying({ action: 'retry', reasoning: 'x' }),
    ]);
    const first = sessionWith(models);
    const reflector = new Reflector(lessons);
    await reflector.reflectOn(first.session, occasion());
    expect(first.events).toContainEqual({ type: 'lesson', text: lesson, topic: 'Set a timer for 5 minutes' });
    expect(reflector.lessonsFor('set a timer for 20 minutes please')).toEqual([lesson]);
    const next = sessionWith(models, { task: 'Set a timer for 9 minutes' });
    await reflector.reflectOn(next.session, occasion());
    expect(JSON.stringify(models.requests[1]?.messages)).toContain(lesson);
    expect(next.events.filter(({ type }) => type === 'lesson')).toEqual([]);
  });

  test('R15 a lesson that cannot be kept costs only the lesson', async () => {
    class FullCabinet extends MemoryCabinet {
      override put(): void {
        throw new PortError({ code: 'disk', message: 'The disk is full.' });
      }
    }
    const models = new ScriptedModels([
      saying({ action: 'retry', reasoning: 'x', lesson: 'Some lesson here.' }),
    ]);
    const { session, events } = sessionWith(models);
    const reflection = await reflectOn(session, occasion(), new Lessons(new FullCabinet(), steadyClock(NOW)));
    expect(reflection?.suggestedAction).toBe('retry');
    expect(events).toContainEqual({ type: 'insight', text: 'A lesson could not be kept: The disk is full.' });
  });
});
