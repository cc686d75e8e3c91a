import { type Complexity, PortError } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { assess } from '../../src/planning/assess.ts';
import { type Answer, stage } from './stage.ts';

const unsure = () => 'unsure' as const;

describe('R13 complexity', () => {
  test('R13 what can be counted needs no model', async () => {
    for (const complexity of ['simple', 'multi_step', 'complex'] as const) {
      const { session, requests } = stage([], ['never asked'], {}, { task: 'Set a timer' });
      const asked: string[] = [];
      const found = await assess(session, (request) => {
        asked.push(request);
        return complexity;
      });
      expect(found.complexity).toBe(complexity);
      expect(asked).toEqual(['Set a timer']);
      expect(requests).toEqual([]);
    }
  });

  test.each<[string, Answer, Complexity, string]>([
    ['says so', { complexity: 'complex', why: 'It depends.' }, 'complex', 'It depends.'],
    ['says so among words', 'I think {"complexity": "simple", "why": ""} fits', 'simple', 'A model said so.'],
    ['invents a word', { complexity: 'hard', why: 'x' }, 'multi_step', 'no usable answer'],
    ['answers in prose', 'rather complex', 'multi_step', 'no usable answer'],
    [
      'is gone',
      new PortError({ code: 'timeout', message: 'It took too long.' }),
      'multi_step',
      'It took too long.',
    ],
  ])('R13 when unsure a weak model is asked, and it %s', async (_, answer, complexity, why) => {
    const { session, requests } = stage([], [answer]);
    const found = await assess(session, unsure);
    expect(found.complexity).toBe(complexity);
    expect(found.why).toContain(why);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ tier: 'weak', purpose: 'assess', format: { name: 'complexity' } });
  });

  test('R13 without a weak model the default one is asked', async () => {
    const { session, requests } = stage([], [{ complexity: 'simple', why: 'x' }], {}, { tiers: ['default'] });
    await assess(session, unsure);
    expect(requests[0]?.tier).toBe('default');
  });

  test('R2 a stop is not an assessment', async () => {
    const { session, stop } = stage([], []);
    stop.stop(new Error('enough'));
    await expect(assess(session, unsure)).rejects.toThrow('enough');
  });
});
