import type { LogEvent, MissionStep } from '@symphony/domain';
import { MISSION_STEPS } from '@symphony/domain';
import {
  collisionWith,
  missionCounts,
  missionRemedy,
  missionTone,
  missionWhere,
  partTone,
  partWhere,
  phaseDots,
  weightOf,
  whereabouts,
  wordsOf,
} from '@symphony/protocol/words';
import { EVERY_EVENT, EVERY_REPORT, item, missionPart, missionRun, withMissions } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';

process.env.TZ = 'UTC';
const nameOf = (id: string) => id;
const told = (event: LogEvent) => `${weightOf(event).padEnd(9)} ${wordsOf(event, nameOf)}`;

describe('missions in words', () => {
  test('M4 everything an agent can tell, with its weight', () => {
    const lines = Object.values(EVERY_REPORT).map((report) =>
      told({ ...EVERY_EVENT['tool-reported'], report }),
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "milestone reports 50 %: half of it is done
      outcome   major deviation: expected one format of dates, found three formats in old files
      outcome   critical discovery: dates have no zone
      milestone understands its mission anew: Only new files are meant.
      milestone found a requirement: Time zones are kept.
      milestone found a validation rule: A date has a year.
      milestone hands on key_interfaces: parse(text): Date; print(date): string
      milestone asks to work in src/print/** too: both use one table
      milestone comments on the tracker: Done, see the branch."
    `);
  });

  test('M8 every step, with its phase', () => {
    const lines = MISSION_STEPS.map((step: MissionStep) => told({ ...EVERY_EVENT['mission-stepped'], step }));
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "milestone dates is being planned (implementation, cycle 1)
      milestone dates waits for its approval (implementation, cycle 1)
      milestone dates gets its branch (implementation, cycle 1)
      milestone dates is worked on (implementation, cycle 1)
      milestone dates is being reviewed (implementation, cycle 1)
      milestone dates comes to its decisions (implementation, cycle 1)
      milestone dates is being merged (implementation, cycle 1)
      milestone dates is looked over for what must go (implementation, cycle 1)
      milestone dates is at its gate (implementation, cycle 1)
      milestone dates checks its criteria (implementation, cycle 1)
      milestone dates is handed off (implementation, cycle 1)
      milestone dates has ended (implementation, cycle 1)"
    `);
  });

  test('its handoff over at the code host, and what comes back from there', () => {
    const offered = EVERY_EVENT['mission-offered'];
    expect([
      wordsOf(
        { ...offered, ref: 'acme/app#7', review: { url: 'https://github.com/acme/app/pull/7' } },
        nameOf,
      ),
      wordsOf({ ...offered, ref: 'acme/app#7', review: { url: null } }, nameOf),
      wordsOf({ ...EVERY_EVENT['mission-returned'], why: 'pull-request', report: 'build fails' }, nameOf),
    ]).toEqual([
      'dates is handed over as https://github.com/acme/app/pull/7 at c0ffee1234',
      'dates is handed over as acme/app#7 at c0ffee1234',
      'dates needs to be mended over at the code host: build fails',
    ]);
  });

  test('what its pull request waits for', () => {
    const seen = EVERY_EVENT['proposal-seen'];
    const waitsFor = [{ kind: 'check', name: 'build', state: 'missing' }] as const;
    expect(wordsOf({ ...seen, sight: { ...seen.sight, waitsFor } }, nameOf)).toContain(
      'it waits for the check build, which has not begun',
    );
  });

  test('what turns a mission is an outcome, whatever usually happens is a milestone', () => {
    const gate = EVERY_EVENT['gate-judged'];
    const seen = EVERY_EVENT['collision-seen'];
    const proved = EVERY_EVENT['mission-proved'];
    const minor = { ...EVERY_REPORT.deviation.deviation, severity: 'minor' as const };
    const events: LogEvent[] = [
      { ...gate, verdict: 'passed', reasons: [] },
      { ...gate, verdict: 'refine' },
      { ...gate, verdict: 'back' },
      { ...gate, verdict: 'escalate' },
      { ...seen, collision: { ...seen.collision, sure: false, files: ['a', 'b', 'c', 'd', 'e'] } },
      { ...proved, evidence: { ...proved.evidence, passed: false, results: [] } },
      { ...EVERY_EVENT['tool-reported'], report: { kind: 'deviation', deviation: minor } },
      { ...EVERY_EVENT['mission-ended'], outcome: 'aborted', reason: '' },
      { ...EVERY_EVENT['scope-judged'], granted: true, why: 'Nobody else works there.' },
      {
        ...EVERY_EVENT['advice-taken'],
        advice: { kind: 'judge', verdict: 'needs-refinement', cause: null, reasons: ['No edge cases.'] },
      },
    ];
    expect(events.map(told).join('\n')).toMatchInlineSnapshot(`
      "milestone dates: implementation passed its gate (symphony)
      outcome   dates: implementation is sent back (symphony): It was sent back 3 times already.
      outcome   dates: implementation sends the mission back to its architecture (symphony): It was sent back 3 times already.
      outcome   dates: implementation is given to a stronger player (symphony): It was sent back 3 times already.
      milestone dates-parse and dates-print touch the same files in a, b, c and 2 more; dates-parse is merged first
      outcome   dates: on all that is merged, no checks are configured for tree feedfaceca
      milestone minor deviation: expected one format of dates, found three formats in old files
      outcome   dates was aborted
      milestone may work in src/print/**: Nobody else works there.
      milestone dates: judged needs-refinement: No edge cases."
    `);
  });
});

describe('where missions and their parts are', () => {
  test.each([
    [{}, 'implementation, cycle 1: working', 'accent'],
    [{ paused: true }, 'implementation, cycle 1: paused', 'warn'],
    [{ step: 'planned', phase: null, needsYou: true }, 'planned', 'bad'],
    [{ outcome: 'done' }, 'done', 'good'],
    [{ outcome: 'aborted' }, 'aborted', 'dim'],
  ] as const)('%j', (change, where, tone) => {
    const mission = missionRun(change);
    expect([missionWhere(mission), missionTone(mission)]).toEqual([where, tone]);
  });

  test('counts and phases', () => {
    const [, dates] = withMissions.missions;
    expect(missionCounts(dates!)).toBe('1 of 3 merged · 2 deviations, 1 open · 1 collision');
    expect(missionCounts(missionRun({ parts: { total: 0, ended: 0, merged: 0 } }))).toBe('');
    expect(phaseDots(withMissions.missions[2]!)).toBe('●◐○');
  });

  test('the command that brings it on', () => {
    const [menus, dates, prices] = withMissions.missions;
    expect(missionRemedy(menus!, withMissions)).toBeNull();
    expect(missionRemedy(dates!, withMissions)).toBe('symphony answer dates "adopt"');
    expect(missionRemedy(prices!, withMissions)).toBe('symphony mission resume prices');
    const [asked] = withMissions.inbox;
    const two = { items: [], inbox: [asked!, { ...asked!, question: { ...asked!.question, id: 'D2' } }] };
    expect(missionRemedy(dates!, two)).toBe('symphony answer dates "adopt" --question D1');
    expect(missionRemedy(dates!, { items: [], inbox: [] })).toBe('symphony mission status dates');
    const stuck = item('dates-parse', { state: 'failed', mission: 'dates' });
    expect(missionRemedy(dates!, { items: [stuck], inbox: [] })).toBe('symphony retry dates-parse');
  });

  test.each([
    [{ held: 'waits for D1' }, 'held', 'warn'],
    [{ state: null }, 'being made', 'warn'],
    [{ turn: 3 }, 'turn 3', 'accent'],
    [{ state: 'handed_off' }, 'offered', 'accent'],
    [{ state: 'open', outcome: 'merged' }, 'merged', 'good'],
    [{ state: 'open', outcome: 'closed', kind: 'decide' }, 'taken', 'dim'],
    [{ state: 'needs_human' }, 'needs you', 'bad'],
  ] as const)('a part: %j', (change, where, tone) => {
    const part = missionPart('parse', change);
    expect([partWhere(part), partTone(part)]).toEqual([where, tone]);
  });

  test('a part that is done waits for its mission, not for a person', () => {
    const part = item('dates-parse', { state: 'handed_off', mission: 'dates' });
    expect(whereabouts(part, withMissions)).toBe('offered');
    const queued = { ...withMissions, train: { ...withMissions.train, queue: ['dates-parse'] } };
    expect(whereabouts(part, queued)).toBe('in the train');
    expect(whereabouts({ ...part, mission: null }, withMissions)).toBe('in the train');
  });

  test('M10 what is foreseen, the sure ones first', () => {
    const [sure] = withMissions.collisions;
    const near = { ...sure!, b: 'S-9', sure: false };
    expect(collisionWith('S-4', [near, sure!])).toBe(
      'collides with dates-print in src/print/date.ts and 1 other',
    );
    expect(collisionWith('dates-print', [sure!])).toBe('collides with S-4 in src/print/date.ts');
    expect(collisionWith('S-9', [near])).toBe('is near S-4 in src/print/date.ts');
    expect(collisionWith('S-1', [near])).toBeNull();
  });
});
