import { costCurve, NO_PUBLIC_DATA, partOf, twoModelAnswers } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { chooseTier, gainOf, learnCosts, leastGainFor } from '../../src/router/cost/cost-router.ts';

const answers = twoModelAnswers();

describe('R8 weak or strong', () => {
  test('R8 nothing to learn from is no model', () => {
    expect(learnCosts([])).toBeNull();
  });

  test('R8 hard prompts go to the strong model, easy ones do not', () => {
    const easy = Array.from({ length: 60 }, (_, at) => ({
      prompt: `What is ${at} and ${at}?`,
      weak: true,
      strong: true,
    }));
    const hard = Array.from({ length: 60 }, (_, at) => ({
      prompt: `Ann has ${at} times as many as Bob, who has 20% fewer than Cy. ${'Each day 3 more are lost. '.repeat(5)} How many are left?`,
      weak: false,
      strong: true,
    }));
    const model = learnCosts([...easy, ...hard])!;
    const prompts = [...easy, ...hard].map(({ prompt }) => prompt);
    const least = leastGainFor(model, prompts, 0.5);
    expect(chooseTier(model, hard[7]!.prompt, least)).toBe('strong');
    expect(chooseTier(model, easy[7]!.prompt, least)).toBe('weak');
    expect(chooseTier(model, hard[7]!.prompt, leastGainFor(model, prompts, 0))).toBe('weak');
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  test.skipIf(answers === null)(
    `R8 on stored answers it beats chance; skipped when ${NO_PUBLIC_DATA}`,
    () => {
      const all = answers!;
      const routed = [0, 1].flatMap((part) => {
        const model = learnCosts(all.filter(({ id }) => partOf(id, 2) !== part))!;
        return all
          .filter(({ id }) => partOf(id, 2) === part)
          .map((answer) => ({ ...answer, gain: gainOf(model, answer.prompt) }));
      });
      const curve = costCurve(routed);
      // At random the gap is closed by half on average, and half of it takes half of the strong calls.
      expect(curve.closed).toBeGreaterThan(0.56);
      expect(curve.shareFor(0.5)).toBeLessThan(0.42);
    },
  );
});
