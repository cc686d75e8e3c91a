import type { AgentEvent } from '@symphony/domain';
import { expect, test } from 'vitest';
import type { AcpAgentName } from '../../../src/agent/acp/index.ts';
import { readMessage } from '../../../src/agent/acp/wire.ts';
import { play, readRecording, recordingsAbsent, tell } from './recording.ts';

/** What becomes of each recorded turn, from the first event to the last. */
const TURNS: readonly (readonly [AcpAgentName, string, readonly string[]])[] = [
  [
    'opencode',
    'acp-opencode/cancel',
    [
      'message: Step 0.',
      '> bash: sleep 120',
      '< failed: cut off: (no output) <shell_metadata> User aborted the comma',
      'interrupted: Step 0.',
    ],
  ],
  [
    'opencode',
    'acp-opencode/denied',
    [
      'message: Step 0.',
      '> write: hello.txt',
      'may write: hello.txt',
      '< failed: The user rejected permission to use this specific tool call.',
      'usage: 1000 (300 cached) + 50',
      'completed: Step 0.',
    ],
  ],
  ['opencode', 'acp-opencode/error-401', ['failed (auth): lab: invalid x-api-key']],
  ['opencode', 'acp-opencode/load', ['message: done', 'usage: 1000 (300 cached) + 50', 'completed: done']],
  [
    'opencode',
    'acp-opencode/ok',
    [
      'message: Step 0.',
      '> write: hello.txt',
      '< ok: Wrote file successfully.',
      'message: Step 1.',
      '> bash: git add -A && git commit -q -m x && git log --oneline -1',
      '< ok: 48b8ff7 x',
      'message: done',
      'usage: 1002 (300 cached) + 50',
      'completed: done',
    ],
  ],
  [
    'gemini',
    'acp-gemini/cancel',
    [
      'message: Step 0.',
      '> run_shell_command: sleep 120',
      '< failed: Command cancelled by user.',
      'interrupted: Step 0.',
    ],
  ],
  [
    'gemini',
    'acp-gemini/denied',
    [
      'message: Step 0.',
      '> write_file: hello.txt',
      'may write_file: hello.txt',
      'message: Step 1.',
      '> run_shell_command: git add -A && git commit -q -m x && git log --oneline -1',
      'may run_shell_command: git add -A && git commit -q -m x && git log --oneline -1',
      'message: done',
      '< failed: permission was denied',
      '< failed: permission was denied',
      'usage: 3003 (? cached) + 150',
      'completed: done',
    ],
  ],
  ['gemini', 'acp-gemini/error-401', ['failed (auth): lab: invalid x-api-key']],
  [
    'gemini',
    'acp-gemini/ok',
    [
      'message: Step 0.',
      '> write_file: hello.txt',
      'may write_file: hello.txt',
      '< ok: ',
      'message: Step 1.',
      '> run_shell_command: git add -A && git commit -q -m x && git log --oneline -1',
      'may run_shell_command: git add -A && git commit -q -m x && git log --oneline -1',
      '< ok: ',
      'message: done',
      'usage: 3003 (? cached) + 150',
      'completed: done',
    ],
  ],
  [
    'claude-agent-acp',
    'acp-claude/cancel',
    [
      'message: Step 0.',
      '> Bash: for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo tick; sleep 5.25; done',
      'may Bash: for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo tick; sleep 5.25; done',
      "< failed: The user doesn't want to proceed with this tool use. The too",
      'usage: 0 (? cached) + 0',
      'usage: 2640 (600 cached) + 100',
      'interrupted: Step 0.',
    ],
  ],
  [
    'claude-agent-acp',
    'acp-claude/denied',
    [
      'message: Step 0.',
      '> Write: hello.txt',
      'may Write: hello.txt',
      '< failed: User refused permission to run tool',
      'message: Step 1.',
      '> Bash: git add -A && git commit -q -m x && git log --oneline -1',
      'may Bash: git add -A && git commit -q -m x && git log --oneline -1',
      '< failed: User refused permission to run tool',
      'usage: 0 (? cached) + 0',
      'message: done',
      'usage: 5283 (1200 cached) + 200',
      'completed: done',
    ],
  ],
  ['claude-agent-acp', 'acp-claude/error-401', ['failed (auth): Invalid API key · Fix external API key']],
  [
    'claude-agent-acp',
    'acp-claude/error-500',
    [
      'failed (provider): API Error: 500 lab: internal error. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:18080).',
    ],
  ],
  [
    'claude-agent-acp',
    'acp-claude/load',
    ['usage: 0 (? cached) + 0', 'message: done', 'usage: 1320 (300 cached) + 50', 'completed: done'],
  ],
  [
    'claude-agent-acp',
    'acp-claude/ok',
    [
      'message: Step 0.',
      '> Write: hello.txt',
      'may Write: hello.txt',
      '< ok: File created successfully at: /repo/hello.txt (file state is',
      'message: Step 1.',
      '> Bash: git add -A && git commit -q -m x && git log --oneline -1',
      'may Bash: git add -A && git commit -q -m x && git log --oneline -1',
      '< ok: a84345d x',
      'usage: 0 (? cached) + 0',
      'message: done',
      'usage: 5283 (1200 cached) + 200',
      'completed: done',
    ],
  ],
  [
    'codex-acp',
    'acp-codex/cancel',
    [
      'unrecognised: Warning: Model metadata for `gpt-5.4` not found. Defaulting ',
      '> exec_command: sleep 120',
      '< failed: not finished',
      'usage: 1000 (300 cached) + 50',
      'interrupted: ',
    ],
  ],
  [
    'codex-acp',
    'acp-codex/error-401',
    [
      'unrecognised: Warning: Model metadata for `gpt-5.4` not found. Defaulting ',
      'failed (auth): Authentication required',
    ],
  ],
  [
    'codex-acp',
    'acp-codex/error-429',
    [
      'unrecognised: Warning: Model metadata for `gpt-5.4` not found. Defaulting ',
      'retrying: exceeded retry limit, last status: 429 Too Many Requests',
      'unrecognised: exceeded retry limit, last status: 429 Too Many Requests',
      'limited until null: exceeded retry limit, last status: 429 Too Many Requests',
      'failed (limit): exceeded retry limit, last status: 429 Too Many Requests',
    ],
  ],
  [
    'codex-acp',
    'acp-codex/error-500',
    [
      'unrecognised: Warning: Model metadata for `gpt-5.4` not found. Defaulting ',
      'retrying: We’re currently experiencing high demand, which may cause temporary errors.',
      'unrecognised: We’re currently experiencing high demand, which may cause te',
      'failed (provider): We’re currently experiencing high demand, which may cause temporary errors.',
    ],
  ],
  [
    'codex-acp',
    'acp-codex/no-commit',
    [
      'unrecognised: Warning: Model metadata for `gpt-5.4` not found. Defaulting ',
      '> exec_command: printf hello > hello.txt',
      '< ok: ',
      '> exec_command: git add -A && git commit -q -m x && git log --oneline -1',
      '< failed: exit code 128',
      'message: done',
      'usage: 3003 (900 cached) + 150',
      'completed: done',
    ],
  ],
  [
    'codex-acp',
    'acp-codex/ok-full-access',
    [
      'unrecognised: Warning: Model metadata for `gpt-5.4` not found. Defaulting ',
      '> exec_command: printf hello > hello.txt',
      '< ok: ',
      '> exec_command: git add -A && git commit -q -m x && git log --oneline -1',
      '< ok: 0a4d175 x',
      'message: done',
      'usage: 3003 (900 cached) + 150',
      'completed: done',
    ],
  ],
  [
    'acp',
    'acp-codex/zed-error-500',
    ["failed (provider): We're currently experiencing high demand, which may cause temporary errors."],
  ],
  [
    'acp',
    'acp-codex/zed-no-commit',
    [
      '> edit: hello.txt',
      'may edit: hello.txt',
      '< ok: Success. Updated the following files: A hello.txt',
      'message: done',
      'completed: done',
    ],
  ],
];

test.for(TURNS)('%s plays %s', ([agent, file, told], { skip }) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  expect(play(agent, readRecording(file)).map(tell)).toEqual(told);
});

test.for(TURNS.map(([, file]) => file))('every line of %s is a message', (file, { skip }) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  const kinds = readRecording(file).map(({ text }) => readMessage({ text, cut: false }).kind);
  expect(kinds).not.toContain('noise');
});

const lastUsage = (events: readonly AgentEvent[]) =>
  events.findLast((event) => event.type === 'usage')?.usage;

test("the cost is the session's as the agent tells it, the tokens go on from earlier processes", ({
  skip,
}) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  const spent = { inputTokens: 1_000, cachedTokens: 300, outputTokens: 50, usd: 0.0008 };
  expect(lastUsage(play('claude-agent-acp', readRecording('acp-claude/load'), spent))).toEqual({
    inputTokens: 2_320,
    cachedTokens: 600,
    outputTokens: 100,
    usd: 0.010320000000000001,
  });
});

test('tools have ids of their own and every one that began has ended', ({ skip }) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  for (const [agent, file] of TURNS) {
    const events = play(agent, readRecording(file));
    const begun = events.flatMap((event) => (event.type === 'tool-started' ? [event.id] : []));
    const ended = events.flatMap((event) => (event.type === 'tool-ended' ? [event.id] : []));
    expect(new Set(begun).size).toBe(begun.length);
    expect([...ended].sort(), file).toEqual([...begun].sort());
  }
});
