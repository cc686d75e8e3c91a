import { expect, test } from 'vitest';
import { cleanedLines, planLines, restoredLines, trashLines } from '../src/screen/clean-screen.ts';
import { plain } from '../src/screen/paint.ts';

const frame = { columns: 80, now: 0, paint: plain };
const amount = (count: number, bytes: number) => ({ count, bytes });

const plan: Parameters<typeof planLines>[0] = {
  at: 0,
  found: 5_300_000,
  steps: [
    {
      id: 'session:s-1.json',
      kind: 'session',
      label: 's-1.json',
      course: 'archive',
      from: 'hot',
      to: 'warm',
      size: 300_000,
      reason: 'not used for 9 days',
      policy: 'tiers',
    },
    {
      id: 'chamber:A--1',
      kind: 'chamber',
      label: 'A--1',
      course: 'remove',
      from: 'hot',
      to: 'hot',
      size: 5_000_000,
      reason: 'not used for 3 days',
      policy: 'merged work',
    },
  ],
  tally: [
    {
      kind: 'chamber',
      found: amount(2, 5_000_000),
      archive: amount(0, 0),
      remove: amount(1, 5_000_000),
      promote: amount(0, 0),
      keep: amount(1, 0),
      keptBecause: [{ reason: 'B is being played', count: 1, bytes: 999 }],
    },
  ],
};

test('the plan as people see it', () => {
  expect(planLines(plan, frame)).toEqual([
    '2 things, 5.3 MB on disk.',
    'archive warm  session  s-1.json  300 KB  not used for 9 days',
    'remove        chamber  A--1        5 MB  not used for 3 days',
    'keep          chamber  1 thing    999 B  B is being played',
  ]);
  expect(planLines({ ...plan, steps: [], tally: [] }, frame).at(-1)).toBe('There is nothing to clean.');
  for (const line of planLines(plan, { ...frame, columns: 40 })) expect(line.length).toBeLessThanOrEqual(40);
});

test('what was done, what was left, and how to take it back', () => {
  const result = {
    at: 0,
    batch: 'clean-1',
    archived: amount(1, 10),
    removed: amount(2, 20),
    promoted: amount(0, 0),
    purged: amount(0, 0),
    left: [{ id: 'x', label: 'x', reason: 'it came into use meanwhile' }],
    before: 3000,
    after: 1000,
  };
  expect(cleanedLines(result, frame)).toEqual([
    '1 archived, 2 removed: 3 KB before, 1 KB now.',
    '`symphony clean --restore last` brings back what was removed.',
    'left  x  it came into use meanwhile',
  ]);
  expect(restoredLines({ back: [{ id: 'y', label: 'y' }], left: [] }, frame)).toEqual(['y is back.']);
  expect(trashLines([], frame)).toEqual(['The trash is empty.']);
});
