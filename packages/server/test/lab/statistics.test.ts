import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArm } from '../../src/lab/arm.ts';
import { seeded, shuffled } from '../../src/lab/random.ts';
import { reportOf, type TrialResult } from '../../src/lab/report.ts';
import { estimate, pairedDifference, rate } from '../../src/lab/statistics.ts';
import { missedBy, readTrials } from '../../src/lab/trials.ts';

const SEED = 20_261_117;

describe('R18 how sure a comparison is', () => {
  test('the interval holds the mean of what was measured, and the same seed gives the same one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        (values, seed) => {
          const made = estimate(values, seeded(seed));
          const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
          expect(made?.mean).toBeCloseTo(mean, 4);
          expect(made?.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
          expect(made?.high).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
          expect(estimate(values, seeded(seed))).toEqual(made);
        },
      ),
      { numRuns: 40, seed: SEED },
    );
  });

  test('of a hundred samples about ninety-five intervals hold the true mean', () => {
    const chance = seeded(SEED);
    const held = Array.from({ length: 200 }, () => {
      const values = Array.from({ length: 30 }, () => chance() + chance());
      const made = estimate(values, chance);
      return made !== null && made.low <= 1 && made.high >= 1;
    }).filter(Boolean).length;
    expect(held / 200).toBeGreaterThan(0.88);
    expect(held / 200).toBeLessThan(0.99);
  });

  test('a rate is never sure of itself, as Wilson has it', () => {
    expect(rate(10, 10)).toMatchObject({
      mean: 1,
      low: expect.closeTo(0.7225, 3),
      high: expect.closeTo(1, 6),
    });
    expect(rate(0, 10)?.high).toBeCloseTo(0.2775, 3);
    expect(rate(0, 0)).toBeNull();
  });

  test('what belongs together is compared together', () => {
    const pairs = [1, 100, 10_000].map((a) => ({ a, b: a + 1 }));
    expect(pairedDifference(pairs, seeded(1))).toMatchObject({ mean: 1, low: 1, high: expect.closeTo(1, 6) });
  });

  test('an order of chance loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), (values, seed) => {
        expect(shuffled(values, seeded(seed)).toSorted()).toEqual(values.toSorted());
      }),
      { seed: SEED },
    );
  });
});

const result = (trial: string, arm: 'a' | 'b', more: Partial<TrialResult>): TrialResult => ({
  trial,
  arm,
  round: 1,
  completed: true,
  tokens: 100,
  usd: 0.01,
  latencyMs: 10,
  answer: '',
  error: null,
  ...more,
});

describe('R18 the report', () => {
  const results = [
    result('1', 'a', { completed: false, tokens: 100 }),
    result('1', 'b', { tokens: 300 }),
    result('2', 'a', { tokens: 50 }),
    result('2', 'b', { tokens: 250 }),
  ];

  test('counts what was completed, and says the difference request by request', () => {
    const report = reportOf(results, { a: 'direct', b: 'enhanced', seed: 1, rounds: 1 });
    expect(report).toMatchObject({ requests: 2, a: { name: 'direct' }, b: { name: 'enhanced' } });
    expect(report.a.completion?.mean).toBe(0.5);
    expect(report.b.completion?.mean).toBe(1);
    expect(report.difference.tokens).toMatchObject({ mean: 200, low: 200, high: 200 });
    expect(reportOf(results, { a: 'direct', b: 'enhanced', seed: 1, rounds: 1 })).toEqual(report);
  });

  test('a price nobody knows makes the cost unknown and nothing else', () => {
    const report = reportOf([...results, result('3', 'b', { usd: null })], {
      a: 'x',
      b: 'y',
      seed: 1,
      rounds: 1,
    });
    expect(report.b.usd).toBeNull();
    expect(report.a.usd).not.toBeNull();
    expect(report.difference.usd).toBeNull();
  });
});

describe('R18 a set of requests', () => {
  test('is YAML or one JSON value a line', () => {
    const yaml =
      'requests:\n  - ask: One?\n    name: first\n    check: { contains: [a, b], tool: files.read }\n  - ask: Two?\n';
    expect(readTrials(yaml, 'set.yaml')).toMatchObject([
      { name: 'first', ask: 'One?', check: { contains: ['a', 'b'], tool: ['files.read'] } },
      { name: '2', ask: 'Two?', check: null },
    ]);
    expect(readTrials('{"ask":"One?"}\n\n{"ask":"Two?"}\n', 'set.jsonl')).toHaveLength(2);
  });

  test.each([
    ['not: a list', 'set.yaml'],
    ['- aks: slip', 'set.yaml'],
    ['{"ask":', 'set.jsonl'],
    ['- ask: x\n  check: { matches: "(" }', 'set.yaml'],
    ['[]', 'set.yaml'],
  ])('%s is refused with the file named', (text, file) => {
    expect(() => readTrials(text, file)).toThrow(file);
  });

  test('a check says what is missing', () => {
    const [trial] = readTrials(
      '- ask: x\n  check: { contains: Paris, matches: "^.{1,40}$", tool: a.b }',
      'x.yaml',
    );
    const check = trial?.check ?? null;
    expect(missedBy(check, 'It is PARIS.', ['a.b'])).toBeNull();
    expect(missedBy(check, 'It is Rome.', ['a.b'])).toContain('"Paris"');
    expect(missedBy(check, 'Paris'.padEnd(60, '!'), ['a.b'])).toContain('does not match');
    expect(missedBy(check, 'Paris', [])).toBe('a.b was not used.');
    expect(missedBy(null, '', [])).toBeNull();
  });

  test.each(['', 'nothing', 'model=', 'provider=elsewhere'])('`%s` is no configuration', (text) => {
    expect(() => readArm(text)).toThrow('nothing a configuration can be');
  });
});
