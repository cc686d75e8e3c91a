import {
  type IntentExample,
  type IntentQuality,
  intentData,
  intentQuality,
  NO_PUBLIC_DATA,
} from '@symphony/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { Classifier } from '../../src/router/classifier/classifier.ts';
import { pack, unpack } from '../../src/router/classifier/packed.ts';
import { calibrate, TARGET_ERROR } from '../../src/router/thresholds.ts';

const data = intentData();

const learn = (examples: readonly IntentExample[]): Classifier =>
  Classifier.learn(examples.map(({ text, intent }) => ({ text, label: intent })))!;

/** With the thresholds its own trial gives it: nothing of what it is asked here was used before. */
function measured(
  classifier: Classifier,
  known: readonly IntentExample[],
  foreign: readonly IntentExample[],
): IntentQuality {
  const { fast } = calibrate(classifier.tried, TARGET_ERROR);
  const decide = (text: string) => {
    const { label, confidence } = classifier.classify(text);
    return { label, confidence, fast: confidence >= fast };
  };
  return intentQuality(decide, known, foreign);
}

describe.skipIf(data === null)(`R8 on public intent data; skipped when ${NO_PUBLIC_DATA}`, () => {
  const { train, test: known, foreign, domains } = data!;
  let classifier: Classifier;
  let quality: IntentQuality;
  let seconds: number;
  beforeAll(() => {
    const began = process.cpuUsage().user;
    classifier = learn(train);
    seconds = (process.cpuUsage().user - began) / 1e6;
    quality = measured(classifier, known, foreign);
    console.log(`CLINC150: learned in ${seconds.toFixed(1)} s of CPU`, quality);
  }, 240_000);

  test('R7 the fast band takes at least 0.80 of what is in scope and is right in at least 0.90 of it', () => {
    expect(quality.coverage).toBeGreaterThanOrEqual(0.8);
    expect(quality.fastAccuracy).toBeGreaterThanOrEqual(0.9);
  });

  test('R7 at least 0.80 of what is out of scope is kept out of the fast band', () => {
    expect(quality.keptOut).toBeGreaterThanOrEqual(0.8);
  });

  test('R7 confidence is calibrated: the error is 0.05 at most, with and without foreign requests', () => {
    expect(quality.calibrationError).toBeLessThanOrEqual(0.05);
    expect(quality.calibrationErrorWithForeign).toBeLessThanOrEqual(0.05);
  });

  test('R8 a decision takes well under two milliseconds', () => {
    // The 99th of a hundred is measured by the bench on a quiet machine; beside other tests the median is steadier.
    expect(quality.medianMs).toBeLessThan(1);
  });

  test('R8 fifteen thousand examples are learned in seconds', () => {
    expect(seconds).toBeLessThan(20);
  });

  test('R8 a learned classifier is a JSON value and answers the same when it is read again', () => {
    const again = unpack(JSON.parse(JSON.stringify(pack(classifier))));
    for (const { text } of [...known.slice(0, 100), ...foreign.slice(0, 100)])
      expect(again.classify(text)).toEqual(classifier.classify(text));
  });

  test('R7 it holds where whole domains are foreign and the labels are fewer', () => {
    const away = new Set(['banking', 'travel', 'work'].flatMap((domain) => domains[domain] ?? []));
    const inside = ({ intent }: IntentExample): boolean => !away.has(intent);
    // Every third example: a second set of another size, and quick.
    const some = train.filter((example, at) => inside(example) && at % 3 === 0);
    const left = measured(
      learn(some),
      known.filter(inside),
      known.filter((example) => !inside(example)),
    );
    console.log('CLINC150 without banking, travel and work, a third of the examples', left);
    expect(left.fastAccuracy).toBeGreaterThanOrEqual(0.9);
    expect(left.keptOut).toBeGreaterThanOrEqual(0.8);
    expect(left.calibrationError).toBeLessThanOrEqual(0.07);
  }, 120_000);
});
