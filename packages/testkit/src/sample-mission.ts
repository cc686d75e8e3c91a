import type { MissionRunView, MissionView, PartView, RecordedDeviation, StatusView } from '@symphony/domain';
import { DATES_PART, DATES_PLAN } from './every-mission-event.ts';
import { item, NOW, run, status } from './sample-status.ts';

/** Missions to render: everything a test does not name is in the middle of its first cycle. */

const spend = { inputTokens: 12_000, outputTokens: 345, usd: 0.42, unpriced: false };

export const missionRun = (change: Partial<MissionRunView> = {}): MissionRunView => ({
  id: 'dates',
  title: 'Dates everywhere',
  step: 'working',
  outcome: null,
  phases: [
    { name: 'implementation', state: 'now' },
    { name: 'validation', state: 'ahead' },
  ],
  phase: 'implementation',
  cycle: 1,
  parts: { total: 2, ended: 0, merged: 0 },
  deviations: { total: 0, open: 0 },
  collisions: 0,
  spend,
  startedAt: NOW - 600_000,
  endedAt: null,
  paused: false,
  now: 'Agents are at work (implementation, cycle 1).',
  needsYou: false,
  ...change,
});

export const missionPart = (worker: string, change: Partial<PartView> = {}): PartView => ({
  ...DATES_PART,
  item: `dates-${worker}`,
  worker,
  scope: [`src/${worker}/**`],
  title: `Work of ${worker}`,
  identifier: `dates-${worker}`,
  state: 'running',
  outcome: 'none',
  reason: '',
  playedBy: 'claude',
  turn: 2,
  lastMessage: 'Reading the parser',
  startedAt: NOW - 190_000,
  spend,
  held: null,
  ...change,
});

export const missionDeviation = (change: Partial<RecordedDeviation> = {}): RecordedDeviation => ({
  id: 'D1',
  severity: 'major',
  expected: 'one format of dates',
  discovered: 'three formats in old files',
  action: 'a stub for the third',
  reasoning: 'nobody knows who writes it',
  impact: 'old files cannot be read',
  item: 'dates-parse',
  run: 'run-1',
  worker: 'parse',
  phase: 'implementation',
  cycle: 1,
  at: NOW - 120_000,
  source: 'tool',
  mark: null,
  decision: null,
  ...change,
});

/** One mission with one of everything, at the moment when a person is to decide. */
export const missionWhole = (change: Partial<MissionView> = {}): MissionView => ({
  ...missionRun({
    step: 'deciding',
    parts: { total: 3, ended: 3, merged: 1 },
    deviations: { total: 2, open: 1 },
    collisions: 1,
    needsYou: true,
    now: 'D1 (major, parse): expected one format of dates; discovered three formats in old files.',
  }),
  branch: 'symphony/mission/dates',
  base: 'abcdef1234567890',
  plan: DATES_PLAN,
  understanding: {
    originalRequest: DATES_PLAN.request,
    current: 'Dates are ISO 8601 inside; only new files are meant.',
    criteria: DATES_PLAN.criteria.map(({ text }) => text),
    requirements: [{ text: 'Time zones are kept.', by: 'ada', at: NOW - 60_000, why: 'old files have them' }],
    clarifications: [
      {
        old: DATES_PLAN.understanding,
        new: 'Dates are ISO 8601 inside; only new files are meant.',
        by: 'parse',
        at: NOW - 90_000,
        why: 'nobody reads the old ones',
      },
    ],
    rules: [
      {
        area: 'validation',
        text: 'A date has a year.',
        by: 'parse',
        at: NOW - 80_000,
        why: 'the form says so',
      },
    ],
  },
  proposal: null,
  chambers: [
    missionPart('parse', { state: 'handed_off', turn: 0, lastMessage: '', startedAt: null }),
    missionPart('print', { state: 'open', outcome: 'merged', turn: 0, lastMessage: '', startedAt: null }),
    missionPart('prove', {
      phase: 'validation',
      state: 'open',
      outcome: 'none',
      turn: 0,
      lastMessage: '',
      startedAt: null,
      held: 'waits for a decision on D1 (three formats in old files)',
    }),
  ],
  recorded: [
    missionDeviation(),
    missionDeviation({
      id: 'D2',
      severity: 'minor',
      discovered: 'a faster way to print',
      worker: 'print',
      item: 'dates-print',
      source: 'mark',
      mark: { severity: 'minor', file: 'src/print/date.ts', line: 12, text: 'a faster way to print' },
    }),
    missionDeviation({
      id: 'D3',
      discovered: 'the printer wants two digits',
      worker: 'print',
      item: 'dates-print',
      decision: {
        verdict: 'rework',
        instruction: 'Give it two digits.',
        rationale: 'rule 1 of the mission',
        by: 'rule 1',
      },
    }),
  ],
  handOns: [
    { phase: 'implementation', worker: 'parse', key: 'actual_entry_points', values: ['parse(text)'] },
  ],
  merges: [
    {
      phase: 'implementation',
      cycle: 1,
      queued: ['dates-parse', 'dates-print'],
      merged: [{ item: 'dates-print', commit: 'c0ffee1234567890' }],
      left: [{ item: 'dates-parse', reason: 'not merged: D1 was rejected' }],
    },
  ],
  purges: [
    {
      at: NOW - 30_000,
      removed: [{ severity: 'major', file: 'src/print/date.ts', line: 3, text: 'the old printer' }],
      commit: 'feedface12345678',
    },
  ],
  gates: [
    {
      at: NOW - 20_000,
      phase: 'implementation',
      verdict: 'refine',
      reasons: ['The next phase needs actual_entry_points.'],
      by: 'symphony',
    },
  ],
  radar: [
    {
      a: 'dates-parse',
      b: 'dates-print',
      files: ['src/index.ts'],
      sure: true,
      first: 'dates-parse',
      rationale: 'It began earlier.',
    },
  ],
  questions: [
    {
      id: 'D1',
      text: 'D1 (major, parse): expected one format of dates; discovered three formats in old files.',
      choices: ['adopt', 'rework', 'reject'],
      askedAt: NOW - 40_000,
      item: 'dates-parse',
    },
  ],
  ...change,
});

const asked = missionWhole();

/** A board with missions on it: one that asks, one that is paused, one that is done. */
export const withMissions: StatusView = status({
  items: [
    item('dates-parse', { state: 'handed_off', mission: 'dates' }),
    item('dates-print', { state: 'running', mission: 'dates', run: run() }),
    item('S-4', { state: 'running', run: run({ player: 'codex' }) }),
  ],
  missions: [
    missionRun({
      id: 'menus',
      title: 'Menus that fit a phone',
      step: 'ended',
      outcome: 'done',
      phases: [{ name: 'implementation', state: 'over' }],
      parts: { total: 2, ended: 2, merged: 2 },
      endedAt: NOW - 300_000,
      now: 'its criteria are met and its work is merged',
    }),
    missionRun({
      step: 'deciding',
      parts: asked.parts,
      deviations: asked.deviations,
      collisions: 1,
      needsYou: true,
      now: asked.now,
    }),
    missionRun({
      id: 'prices',
      title: 'Prices in two currencies',
      phases: [
        { name: 'architecture', state: 'over' },
        { name: 'implementation', state: 'now' },
        { name: 'validation', state: 'ahead' },
      ],
      cycle: 2,
      parts: { total: 5, ended: 3, merged: 3 },
      paused: true,
      needsYou: true,
      now: 'Paused: paused by ada',
    }),
  ],
  collisions: [
    {
      a: 'S-4',
      b: 'dates-print',
      files: ['src/print/date.ts'],
      sure: true,
      first: 'dates-print',
      rationale: 'It began earlier.',
    },
  ],
  inbox: asked.questions.map(({ id, text, choices, askedAt }) => ({
    item: 'dates',
    run: 'dates',
    askedAt,
    question: { id, text, choices, defaultAnswer: null, defaultAfterMs: null },
  })),
  slots: { used: 2, total: 4 },
});
