import { seeded } from '@symphony/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Counts,
  confidenceOf,
  drawRate,
  fadedTo,
  HALF_LIFE_MS,
  MEMORY,
  NOTHING_SEEN,
  noted,
  type Observation,
  weightOf,
} from '../../src/learning/beta.ts';
import { DAY, NOW, SEED } from '../recorded.ts';

const observation: fc.Arbitrary<Observation> = fc.record({
  success: fc.boolean(),
  at: fc.integer({ min: 0, max: 400 }).map((days) => NOW + days * DAY),
});
const observations = fc.array(observation, { maxLength: 60 });
const all = (seen: readonly Observation[]): Counts =>
  seen.reduce((counts, each) => noted(counts, each), NOTHING_SEEN);
const RUN = { seed: SEED, numRuns: 300 };
const LATER = NOW + 401 * DAY;

describe(`R16 counts that fade (seed ${SEED})`, () => {
  test('R16 confidence rises with every success and falls with every failure', () => {
    fc.assert(
      fc.property(observations, (seen) => {
        const before = fadedTo(all(seen), LATER);
        const confidence = confidenceOf(before, LATER);
        expect(confidenceOf(noted(before, { success: true, at: LATER }), LATER)).toBeGreaterThan(confidence);
        expect(confidenceOf(noted(before, { success: false, at: LATER }), LATER)).toBeLessThan(confidence);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThan(1);
      }),
      RUN,
    );
  });

  test('R16 never more is remembered than a hundred observations, in whatever order they come', () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: 1, max: 2_000 }), (seen, more) => {
        let counts = all(seen);
        for (let index = 0; index < more; index += 1) counts = noted(counts, { success: true, at: NOW });
        expect(weightOf(counts, counts.at)).toBeLessThanOrEqual(MEMORY + 1e-9);
        expect(counts.used).toBe(seen.length + more);
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  test('R16 with time it comes back towards not knowing, and never crosses it', () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: 1, max: 1000 }), (seen, days) => {
        const counts = all(seen);
        const [soon, late] = [confidenceOf(counts, LATER), confidenceOf(counts, LATER + days * DAY)];
        expect(Math.abs(late - 0.5)).toBeLessThanOrEqual(Math.abs(soon - 0.5) + 1e-12);
        expect(Math.sign(late - 0.5) * Math.sign(soon - 0.5)).toBeGreaterThanOrEqual(0);
      }),
      RUN,
    );
  });

  test('R16 after a half-life an observation counts half', () => {
    const once = noted(NOTHING_SEEN, { success: true, at: NOW });
    expect(weightOf(once, NOW + HALF_LIFE_MS)).toBeCloseTo(0.5, 12);
    expect(confidenceOf(once, NOW)).toBeCloseTo(2 / 3, 12);
    expect(confidenceOf(NOTHING_SEEN, NOW)).toBe(0.5);
  });

  test('R16 draws spread as Beta(successes + 1, failures + 1) does', () => {
    const chance = seeded(SEED);
    const counts = { ...NOTHING_SEEN, successes: 6, failures: 2, at: NOW };
    const draws = Array.from({ length: 20_000 }, () => drawRate(counts, NOW, chance));
    const mean = draws.reduce((sum, each) => sum + each, 0) / draws.length;
    const variance = draws.reduce((sum, each) => sum + (each - mean) ** 2, 0) / draws.length;
    expect(mean).toBeCloseTo(0.7, 2);
    expect(variance).toBeCloseTo((7 * 3) / (100 * 11), 3);
    expect(Math.min(...draws)).toBeGreaterThan(0);
    expect(Math.max(...draws)).toBeLessThan(1);
  });
});
