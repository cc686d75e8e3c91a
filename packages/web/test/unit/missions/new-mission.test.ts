import { readMission } from '@symphony/adapters/mission';
import { describe, expect, test } from 'vitest';
import {
  commandOf,
  EMPTY_REQUEST,
  missionName,
  problemsOf,
  toggled,
} from '../../../src/screens/missions/new/request-draft.ts';
import { asMarks, BEGINNING } from '../../../src/screens/missions/new/written-mission.ts';

describe('M6 a mission in one sentence', () => {
  const draft = { ...EMPTY_REQUEST, request: 'Move the whole parser to the new dates, please' };

  test('gets a name of its first words, unless it is given one', () => {
    expect(missionName(draft)).toBe('move-the-whole-parser-to');
    expect(missionName({ ...draft, name: 'Dätes!' })).toBe('dates');
    expect(missionName({ ...draft, name: 'x'.repeat(60) })).toHaveLength(40);
  });

  test('needs a request and a name that is free', () => {
    expect(problemsOf(draft, [])).toEqual({ request: null, name: null });
    expect(problemsOf(EMPTY_REQUEST, []).request).not.toBeNull();
    expect(problemsOf(draft, ['move-the-whole-parser-to']).name).toContain('another name');
  });

  test('phases keep their order, and none chosen leaves them to the plan', () => {
    const two = toggled(toggled([], 'validation'), 'implementation');
    expect(two).toEqual(['implementation', 'validation']);
    expect(toggled(two, 'validation')).toEqual(['implementation']);
    expect(commandOf(draft)).toMatchObject({ phases: null, player: null });
    expect(commandOf({ ...draft, phases: two, player: 'violin' })).toMatchObject({
      phases: two,
      player: 'violin',
    });
  });
});

describe('M6 a mission that is written down', () => {
  test('begins with one that can be read', () => {
    const { plan, problems } = readMission(BEGINNING, { name: 'any' });
    expect(problems).toEqual([]);
    expect(plan?.workers.map(({ id }) => id)).toEqual(['first', 'second', 'checks']);
  });

  test('what is wrong is marked at its line, with the next step', () => {
    const judged = readMission(BEGINNING.replace('src/second/**', 'src/first/**'), { name: 'any' });
    const line = BEGINNING.split('\n').findIndex((text) => text.includes('src/second/**')) + 1;
    expect(asMarks(judged)).toEqual([
      { severity: 'error', line, message: expect.stringMatching(/own the same files\. .*shares/) },
    ]);
  });
});
