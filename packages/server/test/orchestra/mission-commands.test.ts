import { emptyState, fold } from '@symphony/conductor';
import type { LogEvent } from '@symphony/domain';
import type { OperatorCommand } from '@symphony/protocol';
import { DATES_PART, DATES_PLAN, SETTINGS, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { findMission } from '../../src/workbench/commands/find.ts';
import { missionCommand } from '../../src/workbench/commands/missions.ts';
import { missionOf } from '../../src/workbench/missions/index.ts';

const stateOf = (...events: readonly LogEvent[]) => {
  const state = emptyState();
  const all: readonly LogEvent[] = [{ type: 'settings-applied', settings: SETTINGS }, ...events];
  for (const [at, event] of all.entries()) fold(state, { seq: at + 1, at, event });
  return state;
};

const planned: LogEvent = { type: 'mission-planned', mission: 'dates', plan: DATES_PLAN, by: 'ada' };
const seen = (id: string, identifier = id): LogEvent => ({
  type: 'item-seen',
  item: id,
  tracked: trackedItem(id, { identifier }),
});

describe('M12 what is said to an item may be meant for a mission', () => {
  const state = stateOf(planned, seen('S-1'));
  const rows: readonly [OperatorCommand, object | null][] = [
    [{ name: 'approve', id: 'dates', by: 'ada' }, { kind: 'approve' }],
    [{ name: 'approve', id: 'DATES', by: 'ada' }, { kind: 'approve' }],
    [
      { name: 'pause', id: 'dates', now: true, by: 'ada' },
      { kind: 'pause', reason: '' },
    ],
    [
      { name: 'resume', id: 'Dates', by: 'ada' },
      { kind: 'resume', usd: 0 },
    ],
    [
      { name: 'kill', id: 'dates', by: 'ada' },
      { kind: 'abort', reason: '' },
    ],
    [
      { name: 'answer', id: 'dates', question: 'plan', text: 'approve', by: 'ada' },
      { kind: 'answer', question: 'plan', text: 'approve' },
    ],
    [{ name: 'approve', id: 'S-1', by: 'ada' }, null],
    [{ name: 'pause', id: 'nobody', now: false, by: 'ada' }, null],
    [{ name: 'retry', id: 'dates', by: 'ada' }, null],
    [{ name: 'drain', on: true, by: 'ada' }, null],
  ];
  test.each(rows)('%j', (command, act) => {
    expect(missionCommand(command, state)).toEqual(
      act && { name: 'mission', mission: 'dates', act, by: 'ada' },
    );
  });

  test('its own commands pass as they are, with its name found in any case', () => {
    const start = { name: 'mission-start', plan: DATES_PLAN, approved: true, by: 'ada' } as const;
    expect(missionCommand(start, state)).toEqual(start);
    const plan = {
      name: 'mission-plan',
      mission: 'menus',
      request: 'Menus.',
      phases: null,
      player: null,
      by: 'ada',
    } as const;
    expect(missionCommand(plan, state)).toEqual(plan);
    const act = { name: 'mission', mission: 'DATES', act: { kind: 'approve' }, by: 'ada' } as const;
    expect(missionCommand(act, state)).toEqual({ ...act, mission: 'dates' });
    expect(missionCommand({ ...act, mission: 'gone' }, state)).toEqual({ ...act, mission: 'gone' });
  });

  test('approving a mission that waits to be merged merges it', () => {
    const entry = { item: 'dates', identifier: 'dates', title: 'x', branch: 'b', head: 'c0ffee' };
    const offered = stateOf(
      planned,
      { type: 'mission-approved', mission: 'dates', by: 'ada' },
      { type: 'mission-stepped', mission: 'dates', step: 'handing-off', phase: null, cycle: 1, reason: '' },
      { type: 'mission-offered', mission: 'dates', entry },
    );
    expect(missionCommand({ name: 'approve', id: 'dates', by: 'ada' }, offered)).toMatchObject({
      act: { kind: 'answer', question: 'handoff', text: 'merge' },
    });
  });
});

test('M12 an item is meant where it is called exactly so; otherwise the mission', () => {
  const both = stateOf(planned, seen('S-1', 'DATES'), seen('x', 'other'));
  expect(findMission(both, 'dates')).toBe('dates');
  expect(findMission(both, 'DATES')).toBeNull();
  expect(findMission(both, 'Other')).toBeNull();
  expect(findMission(stateOf(planned, seen('dates')), 'dates')).toBeNull();
});

test('M12 all of a mission is told by its name, and one that is not there says what to do', () => {
  const state = stateOf(planned, { type: 'mission-part-made', mission: 'dates', part: DATES_PART });
  expect(missionOf(state, 'Dates')).toMatchObject({
    id: 'dates',
    step: 'planned',
    plan: DATES_PLAN,
    chambers: [{ worker: 'parse' }],
    questions: [{ id: 'plan' }],
  });
  expect(() => missionOf(state, 'gone')).toThrowError(
    expect.objectContaining({
      code: 'missing',
      message: 'There is no mission gone.',
      nextStep: '`symphony mission status` lists them.',
    }),
  );
});
