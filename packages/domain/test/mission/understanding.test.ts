import { missionPlan as planOf } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import {
  firstUnderstanding,
  givenContext,
  owes,
  type Passage,
  purgedKeys,
  understand,
} from '../../src/index.ts';

const who = { by: 'ada', at: 7, why: 'seen in the code' };
const first = firstUnderstanding(planOf([], { understanding: 'Lengths and weights' }));

describe('M3 what a mission is about', () => {
  test('begins with the request, which never changes', () => {
    const later = understand(first, { kind: 'understanding', text: 'Lengths only' }, who);
    expect(later.originalRequest).toBe('Convert all units');
    expect(later.current).toBe('Lengths only');
  });

  test('every change has who, when and why', () => {
    const later = understand(first, { kind: 'understanding', text: 'Lengths only' }, who);
    expect(later.clarifications).toEqual([{ ...who, old: 'Lengths and weights', new: 'Lengths only' }]);
    const more = understand(later, { kind: 'requirement', text: 'Round half up' }, who);
    expect(more.requirements).toEqual([{ ...who, text: 'Round half up' }]);
    const ruled = understand(more, { kind: 'rule', area: 'validation', text: 'No negative length' }, who);
    expect(ruled.rules).toEqual([{ ...who, area: 'validation', text: 'No negative length' }]);
  });

  test('what is said twice is kept once; nothing is no change', () => {
    const once = understand(first, { kind: 'requirement', text: 'Round half up' }, who);
    expect(understand(once, { kind: 'requirement', text: ' Round half up ' }, { ...who, by: 'bob' })).toBe(
      once,
    );
    expect(understand(once, { kind: 'requirement', text: ' ' }, who)).toBe(once);
  });
});

describe('M6 what phases hand on', () => {
  test('is owed only where the usual next phase is played', () => {
    expect(owes(['implementation', 'test-implementation'], 'implementation')).toContain(
      'actual_entry_points',
    );
    expect(owes(['implementation', 'validation'], 'implementation')).toEqual([]);
    expect(owes(['documentation'], 'documentation')).toEqual([]);
  });

  test('goes out of date: planned entry points once there are real ones', () => {
    expect(purgedKeys(['architecture', 'implementation-skeleton']).has('entry_points')).toBe(false);
    expect(purgedKeys(['implementation']).has('entry_points')).toBe(true);
  });
});

describe('M7 what an agent is told', () => {
  const passages: readonly Passage[] = [
    { level: 'reference', about: 'c', text: 'c'.repeat(40) },
    { level: 'must', about: 'a', text: 'a'.repeat(40) },
    { level: 'should', about: 'b', text: 'b'.repeat(40) },
  ];

  test('comes in three levels, whatever order it is in', () => {
    const { text, given, leftOut } = givenContext(passages, 1_000);
    expect(text.split('\n').filter((line) => line.startsWith('##'))).toEqual([
      '## MUST READ',
      '## SHOULD KNOW',
      '## REFERENCE IF NEEDED',
    ]);
    expect(given.map(({ about }) => about)).toEqual(['a', 'b', 'c']);
    expect(leftOut).toEqual([]);
  });

  test('stays within its size: the least important is left out, and named', () => {
    const { given, leftOut } = givenContext(passages, 90);
    expect(given.map(({ about }) => about)).toEqual(['a', 'b']);
    expect(leftOut).toEqual(['c']);
  });

  test('what must be read is cut rather than left out', () => {
    const { given, leftOut, text } = givenContext(
      [{ level: 'must', about: 'a', text: 'a'.repeat(500) }],
      100,
    );
    expect(given).toEqual([{ level: 'must', about: 'a', chars: 100 }]);
    expect(text).toContain('get_context has the rest');
    expect(leftOut).toEqual([]);
  });
});
