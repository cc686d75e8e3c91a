import { missionDeviation, missionRun } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { collisionNote } from '../../../src/screens/board/card-view.ts';
import { endsMission } from '../../../src/screens/missions/abort.ts';
import { inListOrder } from '../../../src/screens/missions/list/list-order.ts';
import { collisionWords } from '../../../src/screens/missions/mission/collision-words.ts';
import { decisionOf, USUAL_INSTRUCTION } from '../../../src/screens/missions/mission/deviation-decision.ts';
import { inOrder } from '../../../src/screens/missions/mission/deviation-order.ts';
import { addsUp, sumWords } from '../../../src/screens/missions/mission/merge-sum.ts';
import { actsOf } from '../../../src/screens/missions/mission/mission-acts.ts';
import { missionLook } from '../../../src/screens/missions/mission-words.ts';

test('what waits for a person stands first, what has ended last', () => {
  const list = [
    missionRun({ id: 'old', step: 'ended', outcome: 'done', startedAt: 1 }),
    missionRun({ id: 'plays', startedAt: 2 }),
    missionRun({ id: 'asks', needsYou: true, startedAt: 1 }),
    missionRun({ id: 'newer', startedAt: 3 }),
  ];
  expect(inListOrder(list).map(({ id }) => id)).toEqual(['asks', 'newer', 'plays', 'old']);
});

test('a mission is told by its step, painted by whether somebody must act', () => {
  expect(missionLook(missionRun())).toEqual({ word: 'at work', tone: 'accent' });
  expect(missionLook(missionRun({ step: 'planned', needsYou: true }))).toEqual({
    word: 'to approve',
    tone: 'warn',
  });
  expect(missionLook(missionRun({ paused: true, needsYou: true }))).toEqual({ word: 'paused', tone: 'warn' });
  expect(missionLook(missionRun({ step: 'ended', outcome: 'aborted' }))).toEqual({
    word: 'aborted',
    tone: 'dim',
  });
});

test('M12 only what would be accepted is offered', () => {
  expect(actsOf({ step: 'planned', paused: false })).toEqual({
    approve: true,
    pause: false,
    resume: false,
    abort: true,
  });
  expect(actsOf({ step: 'working', paused: false })).toEqual({
    approve: false,
    pause: true,
    resume: false,
    abort: true,
  });
  expect(actsOf({ step: 'working', paused: true })).toEqual({
    approve: false,
    pause: false,
    resume: true,
    abort: true,
  });
  expect(Object.values(actsOf({ step: 'ended', paused: false }))).toEqual([false, false, false, false]);
});

describe('M5 deviations', () => {
  test('what waits for a decision stands first, the gravest at the top', () => {
    const decision = { verdict: 'adopt', instruction: '', rationale: '', by: 'rule 1' } as const;
    const found = [
      missionDeviation({ id: 'D1', severity: 'minor' }),
      missionDeviation({ id: 'D2', severity: 'fundamental', decision }),
      missionDeviation({ id: 'D3', severity: 'major' }),
      missionDeviation({ id: 'D4', severity: 'fundamental' }),
    ];
    expect(inOrder(found).map(({ id }) => id)).toEqual(['D4', 'D3', 'D2', 'D1']);
  });

  test('one click decides; words are the instruction of a rework and the reason of the others', () => {
    expect(decisionOf('D1', 'adopt', '')).toMatchObject({ verdict: 'adopt', instruction: '', rationale: '' });
    expect(decisionOf('D1', 'rework', ' ')).toMatchObject({ instruction: USUAL_INSTRUCTION });
    expect(decisionOf('D1', 'rework', 'Use two.')).toMatchObject({
      instruction: 'Use two.',
      rationale: 'Use two.',
    });
    expect(decisionOf('D1', 'reject', 'Too slow.')).toMatchObject({
      instruction: '',
      rationale: 'Too slow.',
    });
  });
});

test('M9 merged and left are all that was queued, or it is said that they are not', () => {
  const record = {
    phase: 'implementation',
    cycle: 1,
    queued: ['a', 'b'],
    merged: [{ item: 'a', commit: '1' }],
    left: [{ item: 'b', reason: 'rejected' }],
  } as const;
  expect([addsUp(record), sumWords(record)]).toEqual([true, '1 merged + 1 left = 2 queued']);
  expect(addsUp({ ...record, left: [] })).toBe(false);
  expect(addsUp({ ...record, left: [{ item: 'c', reason: 'who?' }] })).toBe(false);
});

describe('M10 collisions', () => {
  const near = { a: 'A', b: 'B', files: ['x', 'y'], sure: false, first: 'A', rationale: '' };

  test('a chamber is told who else is there and who goes first', () => {
    expect(collisionWords([near], 'B')).toEqual([
      { sure: false, words: 'It is near A in 2 files, and A goes first.' },
    ]);
    expect(collisionWords([{ ...near, sure: true }], 'A')).toEqual([
      { sure: true, words: 'It conflicts with B in 2 files, and goes first.' },
    ]);
    expect(collisionWords([near], 'C')).toEqual([]);
  });

  test('a card tells the surer of them', () => {
    expect(collisionNote('A', [near])).toBe('near B');
    expect(collisionNote('A', [near, { ...near, b: 'C', sure: true }])).toBe('conflicts with C');
    expect(collisionNote('D', [near])).toBe('');
  });
});

test('only the abort of a mission is asked for twice', () => {
  const missions = [missionRun()];
  expect(endsMission(missions, { item: 'dates' }, 'abort')).toBe(true);
  expect(endsMission(missions, { item: 'dates' }, 'approve')).toBe(false);
  expect(endsMission(missions, { item: 'a-melody' }, 'abort')).toBe(false);
});
