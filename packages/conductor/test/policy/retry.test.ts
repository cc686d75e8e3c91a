import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { backoff, retriesLeft } from '../../src/policy/retry.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

test.each([
  [1, 10_000],
  [2, 20_000],
  [3, 40_000],
  [4, 80_000],
  [5, 160_000],
  [6, 300_000], // 320 s, capped
  [7, 300_000],
  [2_000, 300_000], // no overflow, however often it failed
])('C13 retry %i waits %i ms, a tenth less or more by chance', (n, wait) => {
  expect(backoff(n, SETTINGS, () => 0.5)).toBe(wait);
  expect(backoff(n, SETTINGS, () => 0)).toBe(wait * 0.9);
  expect(backoff(n, SETTINGS, () => ALMOST_ONE)).toBe(wait * 1.1);
});

test.each([
  [1_000, 1, 1_000],
  [25_000, 2, 20_000],
  [25_000, 3, 25_000],
])('C13 a cap of %i ms makes retry %i wait %i ms', (maxRetryBackoffMs, n, wait) => {
  expect(backoff(n, { ...SETTINGS, maxRetryBackoffMs }, () => 0.5)).toBe(wait);
});

test.each([
  [3, 0, true],
  [3, 2, true],
  [3, 3, false],
  [3, 4, false], // the limit was lowered meanwhile
  [0, 0, false],
])('C4 with max_retries %i, after %i retries: another one is %s', (maxRetries, retries, left) => {
  expect(retriesLeft(retries, { ...SETTINGS, maxRetries })).toBe(left);
});
