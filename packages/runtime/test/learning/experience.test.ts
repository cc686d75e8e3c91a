import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { seeded } from '@symphony/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { Experience, type Outcome } from '../../src/learning/experience.ts';
import { isNear, matchStrength, patternOf } from '../../src/learning/wording.ts';
import { workClassOf } from '../../src/learning/work-class.ts';
import { DAY, NOW, SEED } from '../recorded.ts';

const outcome = (choice: string, success: boolean, at = NOW): Outcome => ({
  pairing: 'pattern-tool',
  subject: 'set a timer for *',
  choice,
  success,
  at,
});

describe('R16 experience', () => {
  let cabinet: MemoryCabinet;
  let experience: Experience;
  beforeEach(() => {
    cabinet = new MemoryCabinet();
    experience = new Experience(cabinet);
  });

  test('R16 each outcome is counted once, and outlives whoever counted it', () => {
    experience.learn([outcome('timer.set', true), outcome('timer.set', true), outcome('timer.set', false)]);
    const again = new Experience(cabinet).of('pattern-tool', 'set a timer for *', 'timer.set', NOW);
    expect(again).toMatchObject({ counts: { used: 3, succeeded: 2 } });
    expect(again?.confidence).toBeGreaterThan(0.5);
    expect(experience.of('class-player', 'set a timer for *', 'timer.set', NOW)).toBeNull();
  });

  test('R16 choosing settles on what works and goes on trying the other now and then', () => {
    const chance = seeded(SEED);
    const chosen = { good: 0, bad: 0 };
    for (let index = 0; index < 300; index += 1) {
      const choices = [{ choice: 'bad' }, { choice: 'good' }];
      const choice = experience.choose('pattern-tool', 'x', choices, { now: NOW, chance }) as 'good' | 'bad';
      chosen[choice] += 1;
      const success = chance() < (choice === 'good' ? 0.9 : 0.2);
      experience.learn([{ pairing: 'pattern-tool', subject: 'x', choice, success, at: NOW }]);
    }
    expect(chosen.good).toBeGreaterThan(250);
    expect(chosen.bad).toBeGreaterThan(0);
    expect(experience.choose('pattern-tool', 'x', [], { now: NOW, chance })).toBeNull();
  });

  test('R16 of two that work equally well the cheaper one is taken', () => {
    for (const choice of ['cheap', 'dear'])
      for (let index = 0; index < 50; index += 1) experience.learn([outcome(choice, true)]);
    const choices = [{ choice: 'dear', price: 0.3 }, { choice: 'cheap' }];
    const chance = seeded(SEED);
    expect(experience.choose('pattern-tool', 'set a timer for *', choices, { now: NOW, chance })).toBe(
      'cheap',
    );
  });

  test('R16 pruning goes by age, by trust and by what has faded, and keeps the last used', () => {
    experience.learn([
      outcome('old', true, NOW - 40 * DAY),
      outcome('bad', false),
      outcome('bad', false),
      outcome('good', true),
    ]);
    const left = (): string[] => experience.all('pattern-tool', NOW).map(({ choice }) => choice);
    expect(experience.prune('pattern-tool', { now: NOW, maxAgeMs: 50 * DAY })).toBe(0);
    expect(experience.prune('pattern-tool', { now: NOW, maxAgeMs: DAY, keepRecent: 3 })).toBe(0);
    expect(experience.prune('pattern-tool', { now: NOW, maxAgeMs: 30 * DAY })).toBe(1);
    expect(left()).not.toContain('old');
    expect(experience.prune('pattern-tool', { now: NOW, maxAgeMs: 30 * DAY, minConfidence: 0.3 })).toBe(1);
    expect(left()).toEqual(['good']);
    const faded = NOW + 300 * DAY;
    expect(experience.prune('pattern-tool', { now: faded, maxAgeMs: 1_000 * DAY })).toBe(1);
    expect(left()).toEqual([]);
  });
});

describe('R16 wording', () => {
  test.each([
    ['Set a timer for 5 minutes', 'set a timer for * minutes'],
    ['read "my notes.txt" please', 'read * please'],
    ['open src/index.ts at 10:30', 'open * at *'],
    ['fetch https://example.org/a?b=1 now', 'fetch * now'],
    ['  ', ''],
  ])('R16 the pattern of %j is %j', (request, pattern) => {
    expect(patternOf(request)).toBe(pattern);
  });

  test('R16 how well a request fits: equal, named, shared words', () => {
    expect(matchStrength('set a timer for 7 minutes', 'set a timer for * minutes', 'timer.set')).toBe(1);
    expect(matchStrength('use timer.set for tea', 'wake me', 'timer.set')).toBe(0.8);
    expect(matchStrength('what is the weather', 'the weather today', 'weather.now')).toBe(0.5);
    expect(matchStrength('a b c d e f g h i j k', 'a b c d e f g h i j z', 'x.y')).toBe(0.9);
    expect(matchStrength('anything', 'nothing', 'x.y')).toBe(0);
  });

  test('R16 "a OR b" is two patterns, either way round', () => {
    expect(isNear('please set a timer for 5 minutes', 'remind me OR set a timer')).toBe(true);
    expect(isNear('timer', 'set a timer')).toBe(true);
    expect(isNear('weather', 'remind me OR set a timer')).toBe(false);
    expect(isNear('anything', '*')).toBe(false);
  });

  test('R16 work is classed by what it asks for', () => {
    expect(workClassOf('Fix the crash on start')).toBe('fix/small');
    expect(workClassOf('Write tests for the fix')).toBe('tests/small');
    expect(workClassOf(`Add ${'very '.repeat(80)}big support`)).toBe('feature/large');
    expect(workClassOf('hm')).toBe('other/small');
  });
});
