import type { Evidence, Inspection } from '@symphony/domain';
import { evidenceOf } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { type AfterTurn, judgeTurn, provedTrees } from '../../src/policy/evidence.ts';
import type { RunState } from '../../src/state.ts';
import { type ItemStand, itemAs, runningAs } from './stands.ts';

const FINISHED: AfterTurn = { kind: 'finished' };
const GO_ON: AfterTurn = { kind: 'continue', prompt: 'continue-no-commits', report: '' };
const commitFirst = (report: string): AfterTurn => ({
  kind: 'continue',
  prompt: 'continue-uncommitted',
  report,
});
const noCommits = (reason: string): AfterTurn => ({ kind: 'no-commits', reason });

interface Turn {
  readonly found?: Partial<Inspection>;
  readonly run?: Partial<RunState>;
  readonly item?: ItemStand;
}

const worked = { commits: 1, head: 'new', fingerprint: 'new' };
const dirty = { dirty: ['a.ts', 'b.ts'], fingerprint: 'dirty' };
const followUp = { why: 'conflict', head: 'offered', report: '' } as const;
/** Nothing changed in the turn before this one either. */
const idleBefore = { idleTurns: 1, fingerprint: 'same' };
const still = { fingerprint: 'same' };
const many = Array.from({ length: 25 }, (_, at) => `f${at}`);

const TURNS: readonly (readonly [rule: string, verdict: AfterTurn, turn: Turn])[] = [
  ['C5 commits beyond the base and a clean chamber finish it', FINISHED, { found: worked }],
  [
    'C5 they finish it however long nothing moved',
    FINISHED,
    { found: { ...worked, ...still }, run: idleBefore },
  ],
  ['C18 no commits yet: another turn', GO_ON, {}],
  ['C18 changes not committed: a turn to commit them', commitFirst('a.ts, b.ts'), { found: dirty }],
  [
    'C18 commits, but changes beside them: a turn to commit those',
    commitFirst('a.ts, b.ts'),
    { found: { ...worked, ...dirty } },
  ],
  [
    'C18 of many files the first twenty are named',
    commitFirst(many.slice(0, 20).join(', ')),
    { found: { ...dirty, dirty: many } },
  ],
  [
    'C18 one turn that changed nothing may be followed by another',
    GO_ON,
    { found: still, run: { idleTurns: 0, fingerprint: 'same' } },
  ],
  [
    'C18 two in a row that changed nothing end it',
    noCommits('ended without a commit'),
    { found: still, run: idleBefore },
  ],
  [
    'C18 a change in between starts the count again',
    GO_ON,
    { found: { fingerprint: 'other' }, run: idleBefore },
  ],
  ['C18 the last turn but one is not the last', GO_ON, { run: { turn: 19 } }],
  ['C18 max_turns ends it', noCommits('ended without a commit'), { run: { turn: 20 } }],
  [
    "C4 without a commit the agent's last words are the reason",
    noCommits('ended without a commit; its last words: I cannot'),
    { run: { turn: 20, lastMessage: 'I cannot' } },
  ],
  [
    'C4 an agent that ended by itself gets no other turn',
    noCommits('ended without a commit; its last words: bye'),
    { run: { exited: true, lastMessage: 'bye' } },
  ],
  [
    'C4 nor does it when it left changes, and no commit',
    noCommits('ended without a commit'),
    { found: dirty, run: { exited: true } },
  ],
  [
    'C5 commits with changes left at the end are not the tree that would be proved',
    { kind: 'left-uncommitted', reason: 'left changes uncommitted after 20 turns: a.ts, b.ts' },
    { found: { ...worked, ...dirty }, run: { turn: 20 } },
  ],
  [
    'C5 the commits it had already offered finish no follow-up',
    GO_ON,
    { found: { ...worked, head: 'offered' }, item: { followUp } },
  ],
  ['C5 a new head finishes a follow-up', FINISHED, { found: worked, item: { followUp } }],
  [
    'C4 a follow-up that ends with the old head says so',
    noCommits('ended without a new commit'),
    { found: { ...worked, head: 'offered', ...still }, run: idleBefore, item: { followUp } },
  ],
  [
    'C5 a reopened item must go beyond what was merged',
    GO_ON,
    { found: { ...worked, head: 'merged' }, item: { mergedHead: 'merged' } },
  ],
  ['C5 and is finished when it did', FINISHED, { found: worked, item: { mergedHead: 'merged' } }],
];

test.each(TURNS)('%s', (_rule, verdict, { found, run, item }) => {
  const inspection = { head: 'base', tree: 't', commits: 0, dirty: [], fingerprint: 'untouched', ...found };
  expect(judgeTurn(runningAs({ fingerprint: 'before', ...run }, item), inspection, SETTINGS)).toEqual(
    verdict,
  );
});

const result = (command: string, exitCode = 0) => ({
  command,
  exitCode,
  timedOut: false,
  durationMs: 1,
  outputTail: '',
});

test.each<readonly [why: string, evidence: Evidence | null, trees: readonly string[]]>([
  ['the very commands passed', evidenceOf('tree', 'c', [result('lint'), result('test')]), ['tree']],
  ['nothing was proved', null, []],
  ['it failed', evidenceOf('tree', 'c', [result('lint'), result('test', 1)]), []],
  ['a command is new', evidenceOf('tree', 'c', [result('lint')]), []],
  ['a command is gone', evidenceOf('tree', 'c', [result('lint'), result('test'), result('e2e')]), []],
  ['another command', evidenceOf('tree', 'c', [result('lint'), result('test -f')]), []],
  ['another order', evidenceOf('tree', 'c', [result('test'), result('lint')]), []],
])('C5 a tree is proved only by the commands asked for now: %s', (_why, evidence, trees) => {
  const other = itemAs({ evidence: evidenceOf('other', 'c', [result('lint'), result('test')]) }, 'B');
  expect(provedTrees([itemAs({ evidence }), other], ['lint', 'test'])).toEqual([...trees, 'other']);
});
