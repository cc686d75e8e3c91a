import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type QualityFacts, rateQuality, rateUse } from '../../src/artifacts/quality.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? 404);

const facts = fc.record({
  structure: fc.constantFrom('valid' as const, 'unchecked' as const, 'invalid' as const),
  size: fc.nat(10_000),
  maxBytes: fc.option(fc.nat(10_000)),
  references: fc.nat(30),
});

test.each<[QualityFacts, number]>([
  [{ structure: 'valid', size: 10, maxBytes: null, references: 0 }, 0.7],
  [{ structure: 'unchecked', size: 10, maxBytes: null, references: 0 }, 0.45],
  [{ structure: 'invalid', size: 10, maxBytes: null, references: 0 }, 0.2],
  [{ structure: 'valid', size: 0, maxBytes: null, references: 0 }, 0.5],
  [{ structure: 'valid', size: 11, maxBytes: 10, references: 0 }, 0.6],
  [{ structure: 'valid', size: 10, maxBytes: 10, references: 1 }, 0.85],
])('P3 quality of %j is %d', (given, quality) => {
  expect(rateQuality(given)).toBeCloseTo(quality, 10);
});

test('P3 quality stays within 0 and 1, and never falls when it is used more or found valid', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const quality = rateQuality(given);
      expect(quality).toBeGreaterThanOrEqual(0);
      expect(quality).toBeLessThanOrEqual(1);
      expect(rateQuality({ ...given, references: given.references + 1 })).toBeGreaterThan(quality);
      expect(rateQuality({ ...given, structure: 'valid' })).toBeGreaterThanOrEqual(quality);
    }),
    { seed: SEED },
  );
});

test('P3 use raises what the formula gave, and leaves what a person said', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 1, max: 5 }), (given, more) => {
      const later = { ...given, references: given.references + more };
      const risen = rateUse(rateQuality(given), later);
      expect(risen).toBeGreaterThan(rateQuality(given));
      expect(rateUse(0.123_456_7, later)).toBeNull();
    }),
    { seed: SEED },
  );
});
