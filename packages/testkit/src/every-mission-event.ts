import type { Deviation, MissionEvent, MissionPlan, Part, ToolReport } from '@symphony/domain';

/** One event of every kind that missions record, and one of everything an agent can tell. */

const mission = 'dates';
const item = 'dates-parse';
const run = 'run-1';
const by = 'ada';
const commit = 'c0ffee1234567890';
const deviation: Deviation = {
  severity: 'major',
  expected: 'one format of dates',
  discovered: 'three formats in old files',
  action: 'a stub for the third',
  reasoning: 'nobody knows who writes it',
  impact: 'old files cannot be read',
  affects: ['src/read/**'],
};
const mark = { severity: 'major', file: 'src/parse.ts', line: 12, text: 'the third format' } as const;

const worker = {
  phase: 'implementation',
  shares: [],
  player: null,
} as const;

/** A plan of two workers, one of them after the other. */
export const DATES_PLAN: MissionPlan = {
  name: mission,
  title: 'Dates everywhere',
  request: 'Read and write dates in one form.',
  understanding: 'Dates are ISO 8601 inside, whatever comes from outside.',
  criteria: [
    { text: 'The tests pass', check: 'npm test' },
    { text: 'Old files can be read', check: null },
  ],
  phases: ['implementation', 'validation'],
  workers: [
    { ...worker, id: 'parse', title: 'Read dates', task: 'Read them.', scope: ['src/parse/**'], needs: [] },
    { ...worker, id: 'print', title: 'Write dates', task: 'Write them.', scope: ['src/print/**'], needs: [] },
    {
      ...worker,
      id: 'prove',
      phase: 'validation',
      title: 'Prove it',
      task: 'Prove it.',
      scope: ['test/**'],
      needs: ['parse', 'print'],
    },
  ],
  rules: [{ severity: 'minor', about: null, worker: null, verdict: 'adopt', instruction: '' }],
  decider: null,
  reviewer: null,
  limits: { cycles: 4, refinements: 3, escalations: 2, purges: 2, parallel: 2, usd: 10 },
};

export const DATES_PART: Part = {
  item,
  kind: 'worker',
  worker: 'parse',
  phase: 'implementation',
  cycle: 1,
  scope: ['src/parse/**'],
  title: 'Read dates',
  task: 'Read them.',
  player: null,
  about: [],
  checks: [],
};

type MissionTable = { readonly [T in MissionEvent['type']]: Extract<MissionEvent, { type: T }> };

export const EVERY_MISSION_EVENT: MissionTable = {
  'mission-asked': {
    type: 'mission-asked',
    mission,
    request: 'Read and write dates in one form.',
    phases: null,
    player: null,
    by,
  },
  'mission-planned': { type: 'mission-planned', mission, plan: DATES_PLAN, by },
  'mission-approved': { type: 'mission-approved', mission, by },
  'mission-begun': {
    type: 'mission-begun',
    mission,
    branch: 'symphony/mission/dates',
    base: 'abcdef1234567890',
    lessons: ['Never parse dates with a regular expression.'],
  },
  'mission-stepped': {
    type: 'mission-stepped',
    mission,
    step: 'reviewing',
    phase: 'implementation',
    cycle: 1,
    reason: '',
  },
  'mission-part-made': { type: 'mission-part-made', mission, part: DATES_PART },
  'mission-part-carried': { type: 'mission-part-carried', mission, part: item, cycle: 2 },
  'mission-reviewed': {
    type: 'mission-reviewed',
    mission,
    marks: [{ item, mark }],
    conflicts: [{ a: item, b: 'dates-print', files: ['src/index.ts'] }],
  },
  'deviation-told': { type: 'deviation-told', mission, deviation, by },
  'discovery-told': {
    type: 'discovery-told',
    mission,
    discovery: { title: 'The parser is not safe', detail: 'src/parse.ts', critical: true },
    by,
  },
  'deviation-decided': {
    type: 'deviation-decided',
    mission,
    deviation: 'D1',
    decision: {
      verdict: 'rework',
      instruction: 'Leave the third format out.',
      rationale: 'nobody uses it',
      by,
    },
  },
  'understanding-changed': {
    type: 'understanding-changed',
    mission,
    change: { kind: 'requirement', text: 'Time zones are kept.' },
    by,
    why: 'old files have them',
  },
  'mission-merged': {
    type: 'mission-merged',
    mission,
    record: {
      phase: 'implementation',
      cycle: 1,
      queued: [item, 'dates-print'],
      merged: [{ item, commit }],
      left: [{ item: 'dates-print', reason: 'D2 was rejected' }],
    },
  },
  'marks-surveyed': { type: 'marks-surveyed', mission, commit, marks: [mark] },
  'mission-purged': { type: 'mission-purged', mission, removed: [mark], commit },
  'gate-judged': {
    type: 'gate-judged',
    mission,
    phase: 'implementation',
    verdict: 'ask',
    reasons: ['It was sent back 3 times already.'],
    by: 'symphony',
  },
  'mission-proved': {
    type: 'mission-proved',
    mission,
    evidence: {
      tree: 'feedfacecafe0001',
      commit,
      results: [{ command: 'npm test', exitCode: 0, timedOut: false, durationMs: 5, outputTail: '' }],
      passed: true,
    },
  },
  'mission-judged': { type: 'mission-judged', mission, by },
  'mission-offered': {
    type: 'mission-offered',
    mission,
    entry: {
      item: mission,
      identifier: mission,
      title: 'Dates everywhere',
      branch: 'symphony/mission/dates',
      head: commit,
    },
  },
  'mission-returned': {
    type: 'mission-returned',
    mission,
    why: 'conflict',
    report: 'src/index.ts on both sides',
  },
  'advice-taken': {
    type: 'advice-taken',
    mission,
    item: 'dates-decide',
    advice: {
      kind: 'decide',
      decisions: [{ deviation: 'D1', verdict: 'adopt', instruction: '', rationale: 'it is better' }],
    },
  },
  'mission-paused': { type: 'mission-paused', mission, by, reason: 'the branch is gone' },
  'mission-resumed': { type: 'mission-resumed', mission, by },
  'mission-extended': { type: 'mission-extended', mission, cycles: 1, usd: 5, by },
  'mission-ended': {
    type: 'mission-ended',
    mission,
    outcome: 'done',
    reason: 'its criteria are met and its work is merged',
    commit,
  },
  'context-given': {
    type: 'context-given',
    item,
    run,
    turn: 1,
    given: [
      { level: 'must', about: 'understanding', chars: 80 },
      { level: 'should', about: 'deviation D1', chars: 60 },
    ],
    leftOut: ['lesson'],
  },
  'scope-judged': {
    type: 'scope-judged',
    item,
    run,
    paths: ['src/print/**'],
    granted: false,
    why: 'print works there (src/print/**).',
  },
  'collision-seen': {
    type: 'collision-seen',
    collision: {
      a: item,
      b: 'dates-print',
      files: ['src/index.ts'],
      sure: true,
      first: item,
      rationale: 'it began earlier',
    },
  },
  'collision-gone': { type: 'collision-gone', a: item, b: 'dates-print' },
};

type ReportTable = { readonly [K in ToolReport['kind']]: Extract<ToolReport, { kind: K }> };

export const EVERY_REPORT: ReportTable = {
  progress: { kind: 'progress', text: 'half of it is done', percent: 50 },
  deviation: { kind: 'deviation', deviation },
  discovery: {
    kind: 'discovery',
    discovery: { title: 'dates have no zone', detail: 'in all old files', critical: true },
  },
  understanding: { kind: 'understanding', text: 'Only new files are meant.', why: 'the old ones are gone' },
  requirement: { kind: 'requirement', text: 'Time zones are kept.', why: 'old files have them' },
  rule: { kind: 'rule', area: 'validation', text: 'A date has a year.', why: 'the form says so' },
  'hand-on': { kind: 'hand-on', key: 'key_interfaces', values: ['parse(text): Date', 'print(date): string'] },
  scope: { kind: 'scope', paths: ['src/print/**'], why: 'both use one table' },
  tracker: { kind: 'tracker', act: 'comment', text: 'Done, see the branch.' },
};
