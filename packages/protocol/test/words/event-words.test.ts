import { type LogEvent, STATES } from '@symphony/domain';
import { agentWords, weightOf, wordsOf } from '@symphony/protocol/words';
import { EVERY_AGENT_EVENT, EVERY_EVENT } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';

process.env.TZ = 'UTC';
const nameOf = (id: string) => id.toUpperCase();

describe('words', () => {
  test('every event as a sentence', () => {
    const lines = Object.values(EVERY_EVENT).map(
      (event) => `${weightOf(event).padEnd(9)} ${wordsOf(event, nameOf)}`,
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "detail    the conductor started (version 0.1.0, pid 7)
      detail    the conductor stopped: nothing is left to do
      detail    the configuration was applied (target main, 4 slots)
      outcome   the edited configuration is invalid, the last good one stays: line 3 is wrong
      milestone draining since ada asked: what runs is finished, nothing new starts
      milestone ended 2 processes an earlier conductor left behind
      detail    on the board in todo: Fix the parser
      detail    is no longer on the tracker
      outcome   the tracker could not be read: no answer
      outcome   the tracker can be read again
      outcome   not right on the tracker: S-2.md:3: bad
      detail    is to be moved to done on the tracker
      detail    moved to done on the tracker
      milestone could not be moved to done on the tracker: read-only
      milestone ada comments: /symphony retry
      milestone ada's comment is obeyed: S-1 is queued again.
      detail    the comment is answered
      detail    the comments on the tracker are read
      detail    is to be said on the tracker: Handed over as octo/repo#7.
      detail    it was said on the tracker
      milestone it could not be said on the tracker: read-only
      outcome   merged
      detail    nothing to do for "resume": not paused
      milestone was reopened: it came back to todo
      outcome   retry 1 is due at 10:30:10: checks failed
      milestone claude takes it (attempt 2)
      detail    chamber ready on branch symphony/s-1
      milestone turn 2: asked to solve a conflict with the target
      chatter   says: Hello
      detail    turn 2 completed: done
      detail    the chamber holds 1 commit, 2 files not committed
      milestone the agent is frozen where it was
      milestone ada asked for a pause when the turn ends
      milestone ada withdrew the pause
      detail    the agent is being ended: it stalled
      detail    proving tree feedfaceca
      milestone 1 check passed on tree feedfaceca
      detail    the run ended, $0.50 for 15 tokens
      outcome   claude rests until 10:30:00: limit reached
      outcome   asks: Which one? (a / b) [after 1m 00s without an answer: a]
      milestone no longer asks
      detail    may not use Bash: git push (deny: Bash(git push*))
      milestone reports 50 %: half of it is done
      milestone ada says to the agent: Use the old parser.
      milestone ada takes over when the turn ends
      outcome   is in a person's hands
      outcome   is given back: the program ended with 0
      outcome   ada answered: b
      milestone finished work handed over as symphony/s-1
      detail    ada approved it for the merge train
      outcome   conflicts with the target, back to its author: a.txt on both sides
      outcome   the code host cannot be used: no answer
      outcome   the code host can be used again
      milestone octo/repo#7 fails its checks: build, changes are requested
      outcome   a person pushed beefbeef to it: it is theirs until they ask for its author again
      outcome   octo/repo#7 was offered after it was stopped, and is taken back
      outcome   waits for a person: a rule of the branch is in the way
      milestone ada asks for its author again
      detail    the code host is asked to merge c0ffee
      detail    merged over at the code host as feedface
      detail    octo/repo#7 is over
      milestone the merge train tries S-1, S-2
      detail    the merge train: 1 check passed on tree feedfaceca
      milestone the merge train tries smaller groups: the checks failed
      outcome   the merge train waits: main has changes
      milestone the merge train starts over: main moved
      detail    the merge train landed S-1 at c0ffee1234
      detail    chamber removed, its work is kept in x.bundle
      detail    chamber kept: unmerged work
      outcome   the melody fix-failing-tests starts as melody-1: asked for by ada
      outcome   the melody docs-refresh was not started (asked for by ada): it is played already
      outcome   melody-1: tests failed: npm test ended with 1
      milestone dates: ada asks for a mission: Read and write dates in one form.
      outcome   dates is planned: 3 workers in implementation, validation
      milestone dates was approved by ada
      outcome   dates begins on branch symphony/mission/dates, cut at abcdef1234, with 1 lesson of earlier missions
      milestone dates is being reviewed (implementation, cycle 1)
      milestone dates: parse takes its part: Read dates
      milestone dates: DATES-PARSE waits for cycle 2
      milestone dates: reviewed, 1 mark in the code and 1 conflict foreseen
      outcome   dates: ada tells a major deviation: expected one format of dates, found three formats in old files
      milestone dates: ada shares a critical discovery: The parser is not safe
      outcome   dates: ada decides on D1: rework: Leave the third format out.
      milestone dates: ada adds a requirement: Time zones are kept.
      outcome   dates: 1 of 2 merged; DATES-PRINT is left: D2 was rejected
      detail    dates: 1 mark stands in the code at c0ffee1234
      outcome   dates: 1 mark taken out by c0ffee1234
      outcome   dates: implementation waits for a person at its gate (symphony): It was sent back 3 times already.
      milestone dates: on all that is merged, 1 check passed on tree feedfaceca
      milestone dates: ada says that what no command checks is met
      milestone dates is offered to the merge train at c0ffee1234
      outcome   dates conflicts with the target, which is brought in: src/index.ts on both sides
      milestone dates: advised on D1: adopt
      outcome   dates is paused by ada: the branch is gone
      milestone dates goes on, ada asked
      milestone dates: ada allows 1 round and $5.00 more
      outcome   dates is done: its criteria are met and its work is merged
      detail    was told of its mission: 2 passages, 1 left out
      milestone may not work in src/print/**: print works there (src/print/**).
      outcome   DATES-PARSE and DATES-PRINT will conflict in src/index.ts; DATES-PARSE is merged first
      detail    DATES-PARSE and DATES-PRINT no longer touch the same files
      detail    kept as artifact a-1b2c3d4e5f60: S-1 prompt 1
      outcome   could not be kept: S-1 diff: the disk is full
      detail    slots for S-1. By priority: 1 of 2 got what they asked for; then no more slots were free.
      milestone cleaned up: 3 removed, 1 archived, 0 purged, 3.4 MB freed
      outcome   it is time: Tea
      detail    slack could not be told of entry 12: it answered 500
      milestone ada asked: retry S-1"
    `);
  });

  test('everything an agent can be heard saying', () => {
    expect(Object.values(EVERY_AGENT_EVENT).map(agentWords).join('\n')).toMatchInlineSnapshot(`
      "the agent runs as pid 9
      says: I read the parser
      thinks: it may be the regex
      uses Bash: npm test
      failed: exit 1
      plans 2 steps, 1 done
      so far 2 tokens at an unknown price
      its provider takes no more work until 10:30:00: limit
      wants to know: Which one?
      its provider's limits: 81 % of five hours until 22:13:20
      tries its model again: status 500
      asks leave for Bash: git push
      no longer waits for an answer
      sandbox: example.com was refused
      the agent's turn completed: done
      said something its adapter does not know: {}
      the agent ended by SIGKILL"
    `);
  });

  test('every state an item can arrive in, with its weight', () => {
    const lines = STATES.flatMap((to) =>
      (to === 'open' ? (['merged', 'closed', 'cancelled', 'none'] as const) : [null]).map((outcome) => {
        const event = { ...EVERY_EVENT['item-moved'], to, outcome, reason: 'because' };
        return `${weightOf(event).padEnd(9)} ${wordsOf(event, nameOf)}`;
      }),
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "outcome   merged: because
      outcome   closed without a merge: because
      outcome   cancelled: because
      milestone open again: because
      detail    queued: because
      detail    its chamber is being prepared: because
      detail    work goes on: because
      milestone paused: because
      detail    finished: because
      detail    handed off: because
      outcome   needs you: because
      outcome   failed for good: because"
    `);
  });

  test('a report of several lines is told by its first', () => {
    const returned = { ...EVERY_EVENT['handoff-returned'], report: 'one file conflicts\n<<<<<<< HEAD\n' };
    expect(wordsOf(returned, nameOf)).toBe(
      'conflicts with the target, back to its author: one file conflicts',
    );
  });

  test('comments of a person, and what a melody does for somebody who looks on', () => {
    const { change: _, ...flow } = EVERY_EVENT['flow-changed'];
    const events: LogEvent[] = [
      { ...EVERY_EVENT['handoff-returned'], why: 'review', report: '- a.ts:1: No.\n- a.ts:2: Yes.' },
      { ...EVERY_EVENT['turn-started'], kind: 'review' },
      { ...EVERY_EVENT['melody-started'], dry: true, breakpoints: ['tests'] },
      { ...flow, change: { kind: 'breakpoints', nodes: ['tests', 'mend/fix'] } },
      { ...flow, change: { kind: 'breakpoints', nodes: [] } },
      { ...flow, change: { kind: 'flow', to: 'paused', reason: 'stopped before tests', before: 'tests' } },
    ];
    expect(events.map((event) => `${weightOf(event).padEnd(9)} ${wordsOf(event, nameOf)}`)).toEqual([
      'outcome   was commented on, back to its author: - a.ts:1: No.',
      'milestone turn 2: hears what a person says about its work',
      'outcome   the melody fix-failing-tests is rehearsed as melody-1: asked for by ada',
      'detail    melody-1: stops before tests, mend/fix from now on',
      'detail    melody-1: stops nowhere from now on',
      'outcome   melody-1 is paused: stopped before tests',
    ]);
  });

  test('failed checks are told with the command that failed', () => {
    const { evidence } = EVERY_EVENT['evidence-recorded'];
    const results = evidence.results.map((each) => ({ ...each, exitCode: 1, outputTail: 'expected 2' }));
    const failed = { ...EVERY_EVENT['evidence-recorded'], evidence: { ...evidence, results, passed: false } };
    expect(wordsOf(failed, nameOf)).toContain('`npm test` exited with 1');
  });
});
