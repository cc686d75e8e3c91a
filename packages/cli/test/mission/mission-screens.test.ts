import { stripVTControlCharacters } from 'node:util';
import { DATES_PLAN, HOSTILE, missionWhole, NOW, status, withMissions } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/screen/columns.ts';
import { inboxLines } from '../../src/screen/inbox-screen.ts';
import { liveLines } from '../../src/screen/live-screen.ts';
import { missionContextLines } from '../../src/screen/mission-context-screen.ts';
import { missionCycleLines } from '../../src/screen/mission-cycle-screen.ts';
import { deviationLines } from '../../src/screen/mission-deviation-screen.ts';
import { missionPlanLines } from '../../src/screen/mission-plan-screen.ts';
import { missionScreenLines } from '../../src/screen/mission-screen.ts';
import { coloured, plain } from '../../src/screen/paint.ts';
import { statusLines } from '../../src/screen/status-screen.ts';

process.env.TZ = 'UTC';
const frame = (columns = 80) =>
  ({
    columns,
    now: NOW,
    paint: plain,
    conductor: 'conductor pid 77',
    all: false,
    rows: 24,
    hint: 'Ctrl-C',
  }) as const;

describe('M12 missions on the screens everybody looks at', () => {
  test('status: what waits comes with its command, a collision under its item', () => {
    expect(statusLines(withMissions, frame()).join('\n')).toMatchInlineSnapshot(`
      "Target main · 2 of 4 slots in use · conductor pid 77

      Missions
        dates   ◐○   implementation, cycle 1: deciding · 1 of 3 merge…  10m 00s  $0.42
          → symphony answer dates "adopt"
        prices  ●◐○  implementation, cycle 2: paused · 3 of 5 merged    10m 00s  $0.42
          Paused: paused by ada
          → symphony mission resume prices
        menus   ●    done · 2 of 2 merged                                5m 00s  $0.42

      Working (2)
        dates-print  turn 2  Title of dates-print  claude  3m 10s
          collides with S-4 in src/print/date.ts
        S-4          turn 2  Title of S-4          codex   3m 10s
          collides with dates-print in src/print/date.ts

      In the merge train (1)
        dates-parse  offered  Title of dates-parse

      Asked
        dates asks, 40s ago:
          D1 (major, parse): expected one format of dates; discovered three formats in
          old files. (adopt / rework / reject)
        → symphony answer dates "adopt"
        → symphony answer dates "rework: what is to be done instead"

      Today nothing spent
      In all nothing spent"
    `);
  });

  test('the live region has a line for each', () => {
    expect(liveLines(withMissions, frame()).join('\n')).toMatchInlineSnapshot(`
      "2 working · 0 waiting · 2 need you · 0 merged
      Mission dates ◐○ · implementation, cycle 1: deciding · 1 of 3 merged · 2 deviat…
      Mission prices ●◐○ · implementation, cycle 2: paused · 3 of 5 merged · Paused:…
      dates-parse  offered                  Title of dates-parse
      dates-print  turn 2   claude  3m 10s  collides with S-4 in src/print/date.ts ·…
      S-4          turn 2   codex   3m 10s  collides with dates-print in src/print/da…
      ? dates asks: D1 (major, parse): expected one format… → symphony answer dates …
      Ctrl-C"
    `);
  });

  test('inbox: a deviation may be decided with words', () => {
    expect(inboxLines(withMissions, frame()).join('\n')).toMatchInlineSnapshot(`
      "dates asks, 40s ago:
        D1 (major, parse): expected one format of dates; discovered three formats in
        old files. (adopt / rework / reject)
      → symphony answer dates "adopt"
      → symphony answer dates "rework: what is to be done instead""
    `);
  });

  test('a board without items still shows a mission that waits', () => {
    const lines = statusLines(status({ missions: withMissions.missions }), frame()).join('\n');
    expect(lines).toContain('→ symphony mission resume prices');
    expect(lines).not.toContain('Nothing is on the board yet');
  });
});

describe('M12 one mission', () => {
  test('M6 the plan, before money is spent', () => {
    expect(missionPlanLines(DATES_PLAN, frame()).join('\n')).toMatchInlineSnapshot(`
      "dates · Dates everywhere
      Read and write dates in one form.

      Understood as
        Dates are ISO 8601 inside, whatever comes from outside.

      Done when
        - The tests pass (\`npm test\`)
        - Old files can be read (you say so)

      implementation (side by side)
        parse  Read dates   src/parse/**
        print  Write dates  src/print/**

      validation (one after another)
        prove  Prove it  test/**  after parse, print

      Decided by rule
        1 minor deviation → adopt

      3 workers · at most 4 cycles a phase · 2 at once · at most $10.00 · deviations
      are decided by you · skeletons are judged by you"
    `);
  });

  test('all of it', () => {
    expect(missionScreenLines(missionWhole(), frame(100)).join('\n')).toMatchInlineSnapshot(`
      "dates · Dates everywhere
      implementation, cycle 1: deciding
      [implementation] → validation
      branch symphony/mission/dates · 10m 00s · $0.42 · 1 of 3 merged · 2 deviations, 1 open · 1 collision

      Asked
        D1 (major, parse): expected one format of dates; discovered three formats in old files. (adopt /
        rework / reject)
        → symphony answer dates "adopt"

      implementation, cycle 1
        dates-parse  offered  Work of parse  claude  $0.42
        dates-print  merged   Work of print  claude  $0.42

      validation, cycle 1
        dates-prove  held  waits for a decision on D1 (three formats in old files)  claude  $0.42

      Deviations
        D1  major  parse  open    three formats in old files
        D2  minor  print  noted   a faster way to print
        D3  major  print  rework  the printer wants two digits

      Collisions
        dates-parse and dates-print will conflict in src/index.ts; dates-parse is merged first. It began
        earlier.

      Merged
        implementation, cycle 1: 2 queued = 1 merged + 1 left
          ✓ dates-print c0ffee1234
          ✗ dates-parse: not merged: D1 was rejected

      Purged
        src/print/date.ts:3 (major): the old printer feedface12

      Gates
        implementation refine (symphony, 2026-04-05 10:29:40): The next phase needs actual_entry_points."
    `);
  });

  test('M5 its deviations', () => {
    expect(deviationLines('dates', missionWhole().recorded, frame()).join('\n')).toMatchInlineSnapshot(`
      "D1 major parse, implementation, cycle 1 · 2026-04-05 10:28:00
        expected    one format of dates
        discovered  three formats in old files
        done        a stub for the third
        because     nobody knows who writes it
        impact      old files cannot be read
        → symphony mission decide dates D1 adopt|rework|reject

      D2 minor print, implementation, cycle 1 · 2026-04-05 10:28:00
        expected    one format of dates
        discovered  a faster way to print
        done        a stub for the third
        because     nobody knows who writes it
        impact      old files cannot be read
        mark        src/print/date.ts:12

      D3 major print, implementation, cycle 1 · 2026-04-05 10:28:00
        expected    one format of dates
        discovered  the printer wants two digits
        done        a stub for the third
        because     nobody knows who writes it
        impact      old files cannot be read
        decision    rework: Give it two digits. (rule 1, rule 1 of the mission)"
    `);
  });

  test('M3 what is understood, and how that came to be', () => {
    expect(missionContextLines(missionWhole().understanding!, frame()).join('\n')).toMatchInlineSnapshot(`
      "Understood as
        Dates are ISO 8601 inside; only new files are meant.

      Asked for
        Read and write dates in one form.

      Done when
        - The tests pass
        - Old files can be read

      Requirements found
        - Time zones are kept.
          ada, 2026-04-05 10:29:00: old files have them

      Rules
        - validation: A date has a year.
          parse, 2026-04-05 10:28:40: the form says so

      Clarified
        - Dates are ISO 8601 inside, whatever comes from outside. → Dates are ISO 8601
        inside; only new files are meant.
          parse, 2026-04-05 10:28:30: nobody reads the old ones"
    `);
  });

  test('M9 merged and left are all that was queued', () => {
    expect(missionCycleLines(missionWhole(), frame()).join('\n')).toMatchInlineSnapshot(`
      "dates · implementation, cycle 1: deciding
      working → reviewing → [deciding] → merging → purging
      D1 (major, parse): expected one format of dates; discovered three formats in old
      files.

      implementation, cycle 1: 2 queued = 1 merged + 1 left
        ✓ dates-print c0ffee1234
        ✗ dates-parse: not merged: D1 was rejected"
    `);
    const [record] = missionWhole().merges;
    const short = missionWhole({ merges: [{ ...record!, left: [] }] });
    expect(missionCycleLines(short, frame()).join('\n')).toContain('(1 unaccounted for)');
  });
});

const SCREENS = {
  status: (columns: number, text: string) =>
    statusLines(
      { ...withMissions, missions: withMissions.missions.map((each) => ({ ...each, id: text, now: text })) },
      frame(columns),
    ),
  live: (columns: number, text: string) =>
    liveLines(
      { ...withMissions, missions: withMissions.missions.map((each) => ({ ...each, id: text, now: text })) },
      frame(columns),
    ),
  whole: (columns: number, text: string) =>
    missionScreenLines(missionWhole({ title: text, now: text, branch: text }), frame(columns)),
  plan: (columns: number, text: string) =>
    missionPlanLines({ ...DATES_PLAN, title: text, request: text }, frame(columns)),
} as const;

describe.each(Object.entries(SCREENS))('%s', (_name, draw) => {
  test.each([40, 60, 80, 120])('commands nothing and stays inside %i columns', (columns) => {
    const lines = draw(columns, HOSTILE);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
  });
});

test('colours are added, never needed', () => {
  const painted = missionScreenLines(missionWhole(), { ...frame(), paint: coloured });
  expect(painted.join('')).toContain('\u001b[');
  expect(painted.map((line) => stripVTControlCharacters(line).trimEnd())).toEqual(
    missionScreenLines(missionWhole(), frame()).map((line) => line.trimEnd()),
  );
});
