import { expect, test } from 'vitest';
import { refuseResting, restUntil } from '../../src/policy/limits.ts';
import { NOW, stateOf } from './stands.ts';

test.each<readonly [rule: string, named: number | null, until: number]>([
  ['until the time its provider names', NOW + 5_000, NOW + 5_000],
  ['a minute when it names none', null, NOW + 60_000],
  ['not into the past', NOW - 5_000, NOW],
])('C16 a limited player rests: %s', (_rule, named, until) => {
  expect(restUntil(named, NOW)).toBe(until);
});

test.each<readonly [player: string, at: number, refusal: string | null]>([
  ['first', NOW, 'player first rests for 5 s: limit reached'],
  ['first', NOW + 4_999, 'player first rests for 1 s: limit reached'],
  ['first', NOW + 5_000, null],
  ['second', NOW, null],
])('C16 nothing is given to a resting player: %s at %i', (player, at, refusal) => {
  const resting = new Map([['first', { until: NOW + 5_000, reason: 'limit reached' }]]);
  expect(refuseResting(stateOf([], { resting }), player, at)).toBe(refusal);
});
