import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Classifier, type Example } from '../../src/router/classifier/classifier.ts';
import { pack, unpack } from '../../src/router/classifier/packed.ts';
import { calibrate } from '../../src/router/thresholds.ts';
import { ROLES } from './roles.ts';

const EXAMPLES: readonly Example[] = ROLES.flatMap(({ name, examples }) =>
  examples.map((text) => ({ text, label: name })),
);
const small = Classifier.learn(EXAMPLES)!;

describe('R7 the classifier on a handful of examples', () => {
  test('R7 it knows what was not said word for word', () => {
    expect(small.classify('please start a timer for twelve minutes').label).toBe('timer');
    expect(small.classify('will it rain in hamburg tomorrow').label).toBe('weather');
  });

  test('R7 it is unsure of what it never saw', () => {
    for (const text of [
      'the mitochondria is the powerhouse',
      'qwertz uiop',
      '???',
      'draft a treaty between nations',
    ])
      expect(small.classify(text).confidence, text).toBeLessThan(0.7);
  });

  test('R7 few examples never prove the fast band by themselves', () => {
    const few = Classifier.learn(EXAMPLES.filter((_, at) => at % 3 === 0))!;
    expect(calibrate(few.tried, 0.05).fast).toBeGreaterThanOrEqual(0.95);
  });

  test('R8 the same examples make the same classifier, and JSON keeps it', () => {
    const again = Classifier.learn(EXAMPLES)!;
    expect(pack(again)).toEqual(pack(small));
    expect(unpack(JSON.parse(JSON.stringify(pack(small)))).classify('is it raining')).toEqual(
      small.classify('is it raining'),
    );
  });

  test('R7 nothing to learn from is no classifier; one label is one that is hardly ever sure', () => {
    expect(Classifier.learn([])).toBeNull();
    const one = Classifier.learn([{ text: 'set a timer', label: 'timer' }])!;
    expect(one.classify('write a novel').confidence).toBeLessThan(0.95);
  });

  test('R7 any text gets a label and a confidence between 0 and 1', () => {
    const letter = fc.constantFrom(
      'a',
      'é',
      '漢',
      '\u{1F600}',
      '\uD800',
      'ﷺ',
      'İ',
      ' ',
      '5',
      "'",
      '\n',
      '\0',
    );
    const any = fc.oneof(fc.string({ maxLength: 100 }), fc.string({ unit: letter, maxLength: 100 }));
    fc.assert(
      fc.property(any, (text) => {
        const { label, confidence } = small.classify(text);
        expect(ROLES.map(({ name }) => name)).toContain(label);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('R7 any examples can be learned from', () => {
    const example = fc.record({ text: fc.string({ maxLength: 30 }), label: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(example, { minLength: 1, maxLength: 8 }), (examples) => {
        const confidence = Classifier.learn(examples)!.classify('some text').confidence;
        expect(Number.isFinite(confidence)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
