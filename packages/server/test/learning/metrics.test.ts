import { describe, expect, test } from 'vitest';
import {
  calibrate,
  complexityOf,
  degradationOf,
  median,
  normalised,
  type PlayedRun,
  paceOf,
} from '../../src/learning/metrics.ts';

const run = (change: Partial<PlayedRun> = {}): PlayedRun => ({
  run: 'r',
  endedAt: '2026-11-16T00:00:00.000Z',
  files: 3,
  durationMs: 1_000,
  failed: false,
  retry: false,
  timedOut: false,
  ...change,
});
const times = (count: number, change: Partial<PlayedRun> = {}) =>
  Array.from({ length: count }, () => run(change));
const USUAL = { simple: 1_000, medium: null, complex: null };

describe('how well players play', () => {
  test.each([
    [0, 'simple'],
    [5, 'simple'],
    [6, 'medium'],
    [20, 'medium'],
    [21, 'complex'],
  ])('M11 %i files are %s', (files, complexity) => expect(complexityOf(files)).toBe(complexity));

  test.each([
    [[3], 3],
    [[4, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[10, 9], 9.5],
  ])('M11 the median of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

  test('M11 what is usual is known from five runs of one complexity on; failed ones do not count', () => {
    expect(calibrate(times(4)).simple).toBeNull();
    expect(calibrate([...times(4), run({ failed: true })]).simple).toBeNull();
    expect(calibrate([...times(4), run({ files: null })]).simple).toBeNull();
    expect(calibrate([...times(4), run({ files: 6 })]).simple).toBeNull();
    const medians = calibrate([
      ...times(4),
      run({ durationMs: 9_000 }),
      ...times(5, { files: 9, durationMs: 70 }),
    ]);
    expect(medians).toEqual({ simple: 1_000, medium: 70, complex: null });
  });

  test('M11 a duration is normalised by what is usual for its complexity', () => {
    expect(normalised(run({ durationMs: 1_500 }), USUAL)).toBe(1.5);
    expect(normalised(run({ files: 6 }), USUAL)).toBeNull();
    expect(normalised(run({ files: null }), USUAL)).toBeNull();
  });

  test.each([
    [0.79, 'great'],
    [0.8, 'usual'],
    [1.19, 'usual'],
    [1.2, 'slow'],
    [1.5, 'slow'],
    [1.51, 'bad'],
  ])('M11 %d of the usual time is %s', (share, pace) => expect(paceOf(share)).toBe(pace));

  const slow = run({ durationMs: 1_501 });
  const failed = run({ failed: true });
  test.each<[string, readonly PlayedRun[], number, string]>([
    ['nothing is steady', [], 0, 'steady'],
    ['the last three beyond 1.5', [run(), slow, slow, slow], 0.3, 'steady'],
    ['exactly 1.5 is not beyond', times(3, { durationMs: 1_500 }), 0, 'steady'],
    ['two slow ones', [slow, slow], 0, 'steady'],
    ['three failures in a row', [run(), failed, failed, failed], 0.4, 'degrading'],
    ['failures with a success between', [failed, failed, run(), failed], 0, 'steady'],
    ['more than three in ten tried again', [...times(4, { retry: true }), ...times(6)], 0.2, 'steady'],
    ['three in ten tried again', [...times(3, { retry: true }), ...times(7)], 0, 'steady'],
    ['more than one in ten timed out', [...times(2, { timedOut: true }), ...times(8)], 0.1, 'steady'],
    ['one in ten timed out', [run({ timedOut: true }), ...times(9)], 0, 'steady'],
    // 0.1 + 0.2 in fractions would be more than 0.3.
    [
      'retries and timeouts together are not beyond 0.3',
      times(10, { retry: true, timedOut: true }),
      0.3,
      'steady',
    ],
    ['slow and failing is 0.7, not beyond', times(3, { durationMs: 2_000, failed: true }), 0.7, 'degrading'],
    ['everything', times(3, { durationMs: 2_000, failed: true, retry: true, timedOut: true }), 1, 'critical'],
  ])('M11 degradation: %s', (_, runs, score, level) => {
    expect(degradationOf(runs, USUAL)).toMatchObject({ score, level });
  });
});
