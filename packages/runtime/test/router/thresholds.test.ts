import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calibrate, type JudgedDecision, USUAL_THRESHOLDS } from '../../src/router/thresholds.ts';

const decisions = fc.array(
  fc.record({
    confidence: fc.integer({ min: 0, max: 100 }).map((each) => each / 100),
    right: fc.boolean(),
    weight: fc.constantFrom(1, 2, 5),
  }),
  { maxLength: 120 },
);
/** The surer, the likelier right: what a router that is any good leaves behind. */
const mostlyRight = fc.array(
  fc
    .record({ confidence: fc.integer({ min: 0, max: 100 }), luck: fc.integer({ min: 0, max: 99 }) })
    .map(({ confidence, luck }) => ({ confidence: confidence / 100, right: luck < 40 + confidence * 0.6 })),
  { minLength: 60, maxLength: 150 },
);
const repeat = (count: number, confidence: number, right: boolean): JudgedDecision[] =>
  Array.from({ length: count }, () => ({ confidence, right }));

describe('R7 thresholds follow from outcomes', () => {
  test('R7 too few outcomes move nothing', () => {
    expect(calibrate([], 0.05)).toEqual(USUAL_THRESHOLDS);
    expect(calibrate(repeat(19, 0.99, false), 0.05)).toEqual(USUAL_THRESHOLDS);
  });

  test('R7 where 0.8 has always been right, 0.8 is enough', () => {
    const { fast, planning } = calibrate([...repeat(200, 0.8, true), ...repeat(100, 0.3, false)], 0.05);
    expect(fast).toBe(0.8);
    expect(planning).toBe(0.8);
  });

  test('R7 where even 0.99 is often wrong, nothing is fast', () => {
    const often = [...repeat(50, 0.99, true), ...repeat(20, 0.99, false)];
    expect(calibrate(often, 0.05).fast).toBe(1);
  });

  test('R7 between them there is room to lean', () => {
    const outcomes = [
      ...repeat(300, 0.97, true),
      ...repeat(80, 0.8, true),
      ...repeat(20, 0.8, false),
      ...repeat(50, 0.6, false),
    ];
    expect(calibrate(outcomes, 0.05)).toEqual({ fast: 0.97, planning: 0.8 });
  });

  test('R7 thresholds are ordered and inside their bounds, whatever happened', () => {
    fc.assert(
      fc.property(decisions, fc.double({ min: 0.001, max: 0.15, noNaN: true }), (outcomes, target) => {
        const { fast, planning } = calibrate(outcomes, target);
        expect(planning).toBeGreaterThanOrEqual(0.5);
        expect(fast).toBeGreaterThanOrEqual(planning);
        expect(fast).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('R7 a stricter target never lowers a threshold', () => {
    const target = fc.double({ min: 0.001, max: 0.15, noNaN: true });
    fc.assert(
      fc.property(decisions, target, target, (outcomes, one, other) => {
        const strict = calibrate(outcomes, Math.min(one, other));
        const loose = calibrate(outcomes, Math.max(one, other));
        expect(strict.fast).toBeGreaterThanOrEqual(loose.fast);
        expect(strict.planning).toBeGreaterThanOrEqual(loose.planning);
      }),
    );
  });

  test('R7 what is taken fast keeps the promised error on the outcomes it was drawn from', () => {
    fc.assert(
      fc.property(mostlyRight, (outcomes) => {
        const { fast } = calibrate(outcomes, 0.1);
        fc.pre(fast < 1);
        const taken = outcomes.filter(({ confidence }) => confidence >= fast);
        const weigh = (some: readonly JudgedDecision[]): number =>
          some.reduce((sum, { weight = 1 }) => sum + weight, 0);
        expect(weigh(taken.filter(({ right }) => !right)) / weigh(taken)).toBeLessThanOrEqual(0.1);
      }),
    );
  });
});
