import type { TurnFault, Usage } from '@symphony/domain';
import { expect, test } from 'vitest';
import { of, play, readRecording, recordingsAbsent } from './recording.ts';

/** What must be heard of a recording, besides that nothing in it is unknown. */
interface Expected {
  /** As `status` or `status/fault`, one for each turn. */
  readonly turns: readonly string[];
  readonly messages: readonly string[];
  /** What the tools were used for, and whether they ended well. */
  readonly tools: readonly string[];
  readonly usage: Usage | null;
  readonly permissions?: readonly string[];
  readonly withdrawn?: number;
  readonly retries?: number;
  readonly limited?: boolean;
}

const COMMIT = 'git add -A && git commit -q -m x && git log --oneline -1';
const LONG = 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo tick; sleep 5.25; done';
const SPOKEN = ['Step 0.', 'Step 1.', 'done'];
const ALL_GOOD = ['hello.txt: ok', `${COMMIT}: ok`];

const used = (inputTokens: number, cachedTokens: number, outputTokens: number, usd: number): Usage => ({
  inputTokens,
  cachedTokens,
  outputTokens,
  usd: expect.closeTo(usd, 9) as unknown as number,
});
const ONE_CALL = used(1320, 300, 50, 0.00516);
const THREE_CALLS = used(3963, 900, 150, 0.015492);

const failing = (fault: TurnFault, retries: number, limited = false): Expected => ({
  turns: [`failed/${fault}`],
  messages: [],
  tools: [],
  usage: null,
  retries,
  limited,
});

const RECORDINGS: Readonly<Record<string, Expected>> = {
  'ok.jsonl': { turns: ['completed'], messages: SPOKEN, tools: ALL_GOOD, usage: THREE_CALLS },
  'ok-2.1.197.jsonl': {
    turns: ['completed'],
    messages: SPOKEN,
    tools: ALL_GOOD,
    usage: used(3963, 900, 150, 0.01959),
  },
  'once-429.jsonl': {
    turns: ['completed'],
    messages: SPOKEN,
    tools: ALL_GOOD,
    usage: THREE_CALLS,
    retries: 1,
  },
  'denied.jsonl': {
    turns: ['completed'],
    messages: SPOKEN,
    tools: ['hello.txt: failed', `${COMMIT}: failed`],
    usage: THREE_CALLS,
  },
  'command-failed.jsonl': {
    turns: ['completed'],
    messages: ['Step 0.', 'done'],
    tools: ['exit 7: failed'],
    usage: used(2641, 600, 100, 0.010324),
  },
  'error-500.jsonl': failing('provider', 2),
  'error-429.jsonl': failing('limit', 2, true),
  'error-401.jsonl': failing('auth', 2),
  'no-key.jsonl': failing('auth', 0),
  // It ends in the middle: the price is our own, the output is what was known when the call began.
  'killed-mid-tool.jsonl': {
    turns: [],
    messages: ['Step 0.'],
    tools: [`${LONG}: open`],
    usage: {
      inputTokens: 1320,
      cachedTokens: 300,
      outputTokens: 1,
      usd: expect.any(Number) as unknown as number,
    },
  },
  'resume-1.jsonl': { turns: ['completed'], messages: [], tools: [], usage: ONE_CALL },
  'control-allow.jsonl': {
    turns: ['completed', 'completed'],
    messages: [...SPOKEN, ...SPOKEN],
    tools: [...ALL_GOOD, 'hello.txt: ok', `${COMMIT}: failed`],
    usage: used(7926, 1800, 300, 0.030984),
    permissions: ['Write hello.txt', `Bash ${COMMIT}`, 'Write hello.txt', `Bash ${COMMIT}`],
  },
  'control-deny.jsonl': {
    turns: ['completed'],
    messages: SPOKEN,
    tools: ['hello.txt: failed', `${COMMIT}: failed`],
    usage: THREE_CALLS,
    permissions: ['Write hello.txt', `Bash ${COMMIT}`],
  },
  'control-cancel-approval.jsonl': {
    turns: ['interrupted'],
    messages: ['Step 0.'],
    tools: ['hello.txt: failed'],
    usage: ONE_CALL,
    permissions: ['Write hello.txt'],
    withdrawn: 1,
  },
  'control-interrupt-tool.jsonl': {
    turns: ['interrupted'],
    messages: ['Step 0.'],
    tools: [`${LONG}: failed`],
    usage: ONE_CALL,
    permissions: [`Bash ${LONG}`],
  },
};

test.for(Object.entries(RECORDINGS))('%s', ([file, expected], { skip }) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  const events = play(readRecording(file));
  expect(of(events, 'unrecognised')).toEqual([]);
  expect(summaryOf(events)).toEqual({
    permissions: [],
    withdrawn: 0,
    retries: 0,
    limited: false,
    ...expected,
  });
});

function summaryOf(events: ReturnType<typeof play>): Required<Expected> {
  const ends = new Map(of(events, 'tool-ended').map(({ id, ok }) => [id, ok ? 'ok' : 'failed']));
  return {
    turns: of(events, 'turn-ended').map(({ status, fault }) => (fault ? `${status}/${fault}` : status)),
    messages: of(events, 'message').map(({ text }) => text),
    tools: of(events, 'tool-started').map(({ id, summary }) => `${summary}: ${ends.get(id) ?? 'open'}`),
    usage: of(events, 'usage').at(-1)?.usage ?? null,
    permissions: of(events, 'permission').map(({ request }) => `${request.tool} ${request.summary}`),
    withdrawn: of(events, 'withdrawn').length,
    retries: of(events, 'retrying').length,
    limited: of(events, 'limited').length > 0,
  };
}

test('a resumed session goes on from what was spent, and nothing is counted twice', ({ skip }) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  const first = of(play(readRecording('resume-1.jsonl')), 'usage').at(-1)?.usage ?? null;
  const second = play(readRecording('resume-2.jsonl'), first);
  expect(of(second, 'usage').at(-1)?.usage).toEqual(used(2640, 600, 100, 0.01032));
});

test('a turn that was aborted by somebody else has failed', ({ skip }) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  const theirs = readRecording('control-interrupt-tool.jsonl').filter(({ ours }) => !ours);
  expect(of(play(theirs), 'turn-ended')).toMatchObject([{ status: 'failed', fault: 'agent' }]);
  expect(of(play(theirs), 'turn-ended')[0]?.message).not.toContain('ede_diagnostic');
});
