import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import type { ExecutionPlan, ExecutionStep, Json } from '@symphony/domain';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { filledIn, generalise, givenBy } from '../../src/learning/skill.ts';
import { SkillBook, type Verification } from '../../src/learning/skill-book.ts';
import { NOW, SEED } from '../recorded.ts';

const step = (
  stepNumber: number,
  toolName: string,
  parameters: Readonly<Record<string, Json>>,
  change: Partial<ExecutionStep> = {},
): ExecutionStep => ({
  stepNumber,
  toolName,
  description: `Call ${toolName}`,
  parameters,
  dependsOn: [],
  status: 'completed',
  ...change,
});

const planOf = (request: string, steps: readonly ExecutionStep[], change: Partial<ExecutionPlan> = {}) => ({
  planId: 'plan_1',
  request,
  selectedTools: steps.map(({ toolName }) => toolName),
  steps,
  reasoning: '',
  createdAt: NOW,
  status: 'completed' as const,
  metadata: {},
  ...change,
});

const CHECKED: Verification = { kind: 'check', passed: true, what: 'the timer is in the list' };

const trip = (city: string, days: number) =>
  planOf(`Plan ${days} days in ${city}`, [
    step(1, 'weather.forecast', { place: city, days }, { description: `The weather in ${city}` }),
    step(2, 'text.summarize', { content: '{{step_1_output.text}}', length: 'brief' }, { dependsOn: [1] }),
  ]);

describe(`R16 skills (seed ${SEED})`, () => {
  let book: SkillBook;
  beforeEach(() => {
    let count = 0;
    book = new SkillBook(new MemoryCabinet(), (prefix) => `${prefix}-${++count}`);
  });

  test('R16 what the request gave becomes a parameter; references and constants stay', () => {
    expect(generalise(trip('New York', 3))).toEqual({
      template: 'Plan {{given.days}} days in {{given.place}}',
      parameters: [
        { name: 'place', type: 'text', example: 'New York' },
        { name: 'days', type: 'number', example: 3 },
      ],
      steps: [
        {
          stepNumber: 1,
          toolName: 'weather.forecast',
          description: 'The weather in {{given.place}}',
          parameters: { place: '{{given.place}}', days: '{{given.days}}' },
          dependsOn: [],
        },
        {
          stepNumber: 2,
          toolName: 'text.summarize',
          description: 'Call text.summarize',
          parameters: { content: '{{step_1_output.text}}', length: 'brief' },
          dependsOn: [1],
        },
      ],
    });
  });

  test('R16 a skill filled in with what its own request gave is the plan it came from', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?$/);
    fc.assert(
      fc.property(
        word,
        fc.integer({ min: 1, max: 99 }),
        word,
        fc.integer({ min: 1, max: 99 }),
        (a, m, b, n) => {
          fc.pre(!/Plan|Days|In\b/i.test(a + b));
          const shape = generalise(trip(a, m));
          const steps = (given: string, days: number) =>
            filledIn(shape, givenBy(`Plan ${days} days in ${given}`, shape) ?? {})?.map(
              ({ parameters, description }) => ({ parameters, description }),
            );
          const wanted = (given: string, days: number) =>
            trip(given, days).steps.map(({ parameters, description }) => ({ parameters, description }));
          expect(steps(a, m)).toEqual(wanted(a, m));
          expect(steps(b, n)).toEqual(wanted(b, n));
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });

  test.each<[string, Partial<ExecutionPlan>, Verification, RegExp]>([
    ['a check that failed', {}, { ...CHECKED, passed: false }, /did not pass/],
    ['a plan that failed', { status: 'failed' }, CHECKED, /failed/],
    ['an unsure verifier', {}, { kind: 'verifier', said: 'unsure', what: 'hm' }, /unsure/],
    [
      'a step that failed on the way, whatever a check says',
      { steps: [step(1, 'a.b', {}, { status: 'failed', error: 'No.' }), step(2, 'a.c', {})] },
      CHECKED,
      /Step 1 is failed/,
    ],
    [
      'a step that was left out',
      { steps: [step(1, 'a.b', {}), step(2, 'a.c', {}, { status: 'skipped' })] },
      { kind: 'verifier', said: 'yes', what: 'looks fine' },
      /Step 2 is skipped/,
    ],
  ])('R16 %s makes no skill', (_, change, verification, reason) => {
    const promotion = book.promote({ ...trip('Rome', 2), ...change }, verification, NOW);
    expect(promotion).toMatchObject({ promoted: false, reason: expect.stringMatching(reason) });
    expect(book.all(NOW)).toEqual([]);
  });

  test('R16 it is found again by likeness, filled in when the request gives all it needs', () => {
    book.promote(trip('Rome', 2), { kind: 'verifier', said: 'yes', what: 'read it' }, NOW);
    const [found] = book.find('plan 4 days in Oslo', NOW);
    expect(found?.steps?.[0]?.parameters).toEqual({ place: 'Oslo', days: 4 });
    const [like] = book.find('plan some days in Oslo soon', NOW);
    expect(like?.steps).toBeNull();
    expect(book.find('switch the lights off', NOW)).toEqual([]);
  });

  test('R16 the same way again confirms it; another way is a new version, and the old one is kept', () => {
    const first = book.promote(trip('Rome', 2), CHECKED, NOW);
    expect(first).toMatchObject({ how: 'new', skill: { version: 1 } });
    expect(book.promote(trip('Oslo', 5), CHECKED, NOW)).toMatchObject({
      how: 'confirmed',
      skill: { version: 1, counts: { used: 2 } },
    });
    const other = planOf('Plan 2 days in Rome', [step(1, 'trip.plan', { place: 'Rome', days: 2 })]);
    expect(book.promote(other, CHECKED, NOW)).toMatchObject({ how: 'new-version', skill: { version: 2 } });
    expect(book.all(NOW).map(({ id, version }) => [id, version])).toEqual([
      ['skill-1', 2],
      ['skill-1', 1],
    ]);
    expect(book.find('Plan 2 days in Rome', NOW)[0]?.skill.version).toBe(2);
  });

  test('R16 what fails is retired, and the version before it is offered again', () => {
    book.promote(trip('Rome', 2), CHECKED, NOW);
    const other = planOf('Plan 2 days in Rome', [step(1, 'trip.plan', { place: 'Rome', days: 2 })]);
    book.promote(other, CHECKED, NOW);
    expect(book.report('skill-1', 2, false, NOW)?.retired).toBeNull();
    expect(book.report('skill-1', 2, false, NOW, 'The tool is gone.')?.retired).toMatch(/tool is gone/);
    expect(book.find('Plan 2 days in Rome', NOW)[0]?.skill.version).toBe(1);
    expect(book.all(NOW)).toHaveLength(2);
    expect(book.report('skill-9', 1, true, NOW)).toBeNull();
  });

  test('R16 a step its own condition skipped does not stand in the way', () => {
    const skipped = step(2, 'a.c', {}, { status: 'skipped', when: 'step_1_output.ok' });
    expect(book.promote(planOf('x', [step(1, 'a.b', {}), skipped]), CHECKED, NOW)).toMatchObject({
      promoted: true,
      skill: { steps: [{}, { when: 'step_1_output.ok' }] },
    });
  });
});
