import type { AgentEvent, Entry, LogEvent } from '@symphony/domain';
import { EVERY_MISSION_EVENT } from './every-mission-event.ts';
import { trackedItem } from './material.ts';
import { NOW } from './sample-status.ts';

/** One event of every kind. The type makes the table complete: a new kind does not compile without its line. */
const item = 's-1';
const run = 'run-1';
const question = {
  id: 'q-1',
  text: 'Which one?',
  choices: ['a', 'b'],
  defaultAnswer: 'a',
  defaultAfterMs: 60_000,
};
const passed = { command: 'npm test', exitCode: 0, timedOut: false, durationMs: 5, outputTail: '' };
const evidence = { tree: 'feedfacecafe0001', commit: 'c0ffee', results: [passed], passed: true };
const chamber = { key: 's-1', path: '/tmp/x', branch: 'symphony/s-1', baseCommit: 'abc', ports: [], env: {} };
const tracked = trackedItem(item, { identifier: 'S-1', title: 'Fix the parser', state: 'todo' });
const trigger = { kind: 'manual', detail: 'asked for by ada', key: null } as const;
const melody = {
  name: 'fix-failing-tests',
  title: 'Fix failing tests',
  description: '',
  version: '1.0.0',
  tags: [],
  parameters: [],
  triggers: [],
  limits: { parallel: 4, timeoutMs: null, runs: 1, usd: null },
  permissions: { commands: true, agents: true },
  onError: 'halt',
  flow: { nodes: [], edges: [] },
} as const;
const settings = { target: 'main', slots: { total: 4, byState: {} }, handoff: { mode: 'review' } } as never;

type EventTable = { readonly [T in LogEvent['type']]: Extract<LogEvent, { type: T }> };
export const EVERY_EVENT: EventTable = {
  'conductor-started': { type: 'conductor-started', instance: 'x', version: '0.1.0', pid: 7 },
  'conductor-stopped': { type: 'conductor-stopped', reason: 'nothing is left to do' },
  'settings-applied': { type: 'settings-applied', settings },
  'settings-rejected': { type: 'settings-rejected', message: 'line 3 is wrong' },
  'drain-changed': { type: 'drain-changed', draining: true, by: 'ada' },
  'survivors-ended': { type: 'survivors-ended', count: 2 },
  'item-seen': { type: 'item-seen', item, tracked },
  'item-left': { type: 'item-left', item, why: 'missing' },
  'tracker-failed': { type: 'tracker-failed', message: 'no answer' },
  'tracker-recovered': { type: 'tracker-recovered' },
  'tracker-problems-changed': {
    type: 'tracker-problems-changed',
    problems: [{ where: 'S-2.md:3', message: 'bad' }],
  },
  'tracker-move-wanted': { type: 'tracker-move-wanted', item, state: 'done' },
  'tracker-moved': { type: 'tracker-moved', item, state: 'done' },
  'tracker-move-failed': {
    type: 'tracker-move-failed',
    item,
    state: 'done',
    final: false,
    message: 'read-only',
  },
  'tracker-comment-wanted': {
    type: 'tracker-comment-wanted',
    item,
    key: 'handoff octo/repo#7',
    text: 'Handed over as octo/repo#7.',
  },
  'tracker-commented': { type: 'tracker-commented', item, key: 'handoff octo/repo#7' },
  'tracker-comment-failed': {
    type: 'tracker-comment-failed',
    item,
    key: 'handoff octo/repo#7',
    final: false,
    message: 'read-only',
  },
  'item-moved': {
    type: 'item-moved',
    item,
    event: 'pr_merged',
    from: 'handed_off',
    to: 'open',
    facts: {},
    reason: '',
    outcome: 'merged',
  },
  'transition-refused': {
    type: 'transition-refused',
    item,
    event: 'resume',
    state: 'open',
    detail: 'not paused',
  },
  'item-reopened': { type: 'item-reopened', item, why: 'it came back to todo' },
  'retry-scheduled': {
    type: 'retry-scheduled',
    item,
    retries: 1,
    dueAt: NOW + 10_000,
    sameAttempt: false,
    error: 'checks failed',
  },
  'run-started': { type: 'run-started', item, run, attempt: 2, player: 'claude', reservedUsd: 0 },
  'chamber-prepared': { type: 'chamber-prepared', item, run, chamber },
  'turn-started': { type: 'turn-started', item, run, turn: 2, kind: 'conflict' },
  'agent-reported': { type: 'agent-reported', item, run, event: { type: 'message', text: 'Hello' } },
  'turn-ended': { type: 'turn-ended', item, run, turn: 2, status: 'completed', message: 'done' },
  'chamber-inspected': {
    type: 'chamber-inspected',
    item,
    run,
    inspection: { head: 'a', tree: 'b', commits: 1, dirty: ['x', 'y'], fingerprint: 'f' },
  },
  'run-suspended': { type: 'run-suspended', item, run },
  'pause-wanted': { type: 'pause-wanted', item, by: 'ada' },
  'pause-withdrawn': { type: 'pause-withdrawn', item, by: 'ada' },
  'run-ending': { type: 'run-ending', item, run, why: 'it stalled' },
  'proving-started': { type: 'proving-started', item, run, tree: 'feedfacecafe0001' },
  'evidence-recorded': { type: 'evidence-recorded', item, run, evidence },
  'run-ended': {
    type: 'run-ended',
    item,
    run,
    spend: { inputTokens: 10, outputTokens: 5, usd: 0.5, unpriced: false },
  },
  'player-rested': { type: 'player-rested', player: 'claude', until: NOW, reason: 'limit reached' },
  'question-asked': { type: 'question-asked', item, run, question },
  'question-withdrawn': { type: 'question-withdrawn', item, run, question: 'q-1' },
  'permission-judged': {
    type: 'permission-judged',
    item,
    run,
    tool: 'Bash',
    summary: 'git push',
    verdict: 'deny',
    why: 'deny: Bash(git push*)',
  },
  'tool-reported': {
    type: 'tool-reported',
    item,
    run,
    report: { kind: 'progress', text: 'half of it is done', percent: 50 },
  },
  'steering-wanted': { type: 'steering-wanted', item, text: 'Use the old parser.', by: 'ada' },
  'takeover-wanted': { type: 'takeover-wanted', item, by: 'ada' },
  'takeover-began': { type: 'takeover-began', item, run },
  'takeover-ended': { type: 'takeover-ended', item, run, message: 'the program ended with 0', goesOn: true },
  'question-answered': { type: 'question-answered', item, question: 'q-1', answer: 'b', by: 'ada' },
  'handoff-made': {
    type: 'handoff-made',
    item,
    ref: 'symphony/s-1',
    entry: { item, identifier: 'S-1', title: 'Fix', branch: 'symphony/s-1', head: 'abc' },
  },
  'handoff-approved': { type: 'handoff-approved', item, by: 'ada' },
  'handoff-returned': {
    type: 'handoff-returned',
    item,
    why: 'conflict',
    head: 'abc',
    report: 'a.txt on both sides',
  },
  'code-host-failed': { type: 'code-host-failed', message: 'no answer' },
  'code-host-recovered': { type: 'code-host-recovered' },
  'proposal-seen': {
    type: 'proposal-seen',
    item,
    ref: 'octo/repo#7',
    sight: {
      url: 'https://example.test/octo/repo/pull/7',
      state: 'open',
      head: 'c0ffee',
      mergeable: 'yes',
      checks: 'failed',
      review: 'changes-requested',
      failed: ['build'],
    },
  },
  'proposal-touched': { type: 'proposal-touched', item, head: 'beefbeef', known: ['comment 1'] },
  'proposal-held': { type: 'proposal-held', item, reason: 'a rule of the branch is in the way' },
  'proposal-released': { type: 'proposal-released', item, by: 'ada' },
  'proposal-merging': { type: 'proposal-merging', item, head: 'c0ffee' },
  'proposal-merged': { type: 'proposal-merged', item, head: 'c0ffee', commit: 'feedface' },
  'proposal-withdrawn': { type: 'proposal-withdrawn', item, ref: 'octo/repo#7' },
  'train-departed': { type: 'train-departed', attempt: 't-1', items: [item, 's-2'] },
  'train-proved': { type: 'train-proved', attempt: 't-1', base: 'a', commit: 'b', evidence },
  'train-split': { type: 'train-split', parts: [['S-1'], ['S-2']], attempt: 't-1', why: 'the checks failed' },
  'train-held': { type: 'train-held', attempt: 't-1', reason: 'main has changes' },
  'train-restarted': { type: 'train-restarted', attempt: 't-1', why: 'main moved' },
  'train-landed': { type: 'train-landed', attempt: 't-1', commit: 'c0ffee1234567', items: [item] },
  'chamber-removed': { type: 'chamber-removed', item, key: 's-1', bundle: 'x.bundle' },
  'chamber-kept': { type: 'chamber-kept', item, key: 's-1', reason: 'unmerged work' },
  'melody-started': { type: 'melody-started', run: 'melody-1', melody, parameters: {}, trigger, by: 'ada' },
  'melody-refused': {
    type: 'melody-refused',
    melody: 'docs-refresh',
    trigger,
    reason: 'it is played already',
  },
  'flow-changed': {
    type: 'flow-changed',
    run: 'melody-1',
    change: { kind: 'node', node: 'tests', to: 'failed', attempt: 1, reason: 'npm test ended with 1' },
  },
  ...EVERY_MISSION_EVENT,
  'artifact-stored': {
    type: 'artifact-stored',
    item,
    run,
    artifact: 'a-1b2c3d4e5f60',
    kind: 'prompt',
    name: 'S-1 prompt 1',
    bytes: 120,
  },
  'artifact-not-stored': { type: 'artifact-not-stored', item, name: 'S-1 diff', message: 'the disk is full' },
  'slots-arbitrated': {
    type: 'slots-arbitrated',
    strategy: 'priority',
    granted: [item],
    passedOver: ['s-2'],
    waiting: 2,
    rationale: 'By priority: 1 of 2 got what they asked for; then no more slots were free.',
  },
  cleaned: { type: 'cleaned', removed: 3, archived: 1, purged: 0, bytes: 3_400_000 },
  'timer-fired': {
    type: 'timer-fired',
    timer: 'timer-1',
    label: 'Tea',
    dueAt: 1_000,
    lateMs: 0,
    session: null,
  },
  'notice-sent': { type: 'notice-sent', channel: 'slack', about: 12, ok: false, message: 'it answered 500' },
  'operator-commanded': { type: 'operator-commanded', command: 'retry S-1', item, by: 'ada' },
};

type AgentTable = { readonly [T in AgentEvent['type']]: Extract<AgentEvent, { type: T }> };
export const EVERY_AGENT_EVENT: AgentTable = {
  started: { type: 'started', sessionId: null, process: { pid: 9, startedAt: '1' } },
  message: { type: 'message', text: 'I read the parser' },
  thought: { type: 'thought', text: 'it may be the regex' },
  'tool-started': { type: 'tool-started', id: '1', name: 'Bash', summary: 'npm test' },
  'tool-ended': { type: 'tool-ended', id: '1', ok: false, summary: 'exit 1' },
  plan: {
    type: 'plan',
    steps: [
      { text: 'read', done: true },
      { text: 'write', done: false },
    ],
  },
  usage: { type: 'usage', usage: { inputTokens: 1, outputTokens: 1, usd: null } },
  limited: { type: 'limited', until: NOW, message: 'limit' },
  question: { type: 'question', question },
  limits: {
    type: 'limits',
    windows: [{ name: 'five hours', usedPercent: 81.4, resetsAt: 1_700_000_000_000 }],
  },
  retrying: { type: 'retrying', reason: 'status 500' },
  permission: {
    type: 'permission',
    request: { id: 'p-1', tool: 'Bash', summary: 'git push', command: 'git push', paths: [] },
  },
  withdrawn: { type: 'withdrawn', id: 'p-1' },
  contained: { type: 'contained', text: 'example.com was refused' },
  'turn-ended': { type: 'turn-ended', status: 'completed', message: 'done' },
  unrecognised: { type: 'unrecognised', text: '{}' },
  exited: { type: 'exited', code: null, signal: 'SIGKILL', message: '' },
};

/** Numbered entries, a second apart. */
export const entriesOf = (events: readonly LogEvent[]): Entry[] =>
  events.map((event, at) => ({ seq: at + 1, at: NOW + at * 1000, event }));
