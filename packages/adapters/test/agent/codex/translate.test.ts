import { describe, expect, test } from 'vitest';
import { noRecordings, readRecording, recordingNames } from './recordings.ts';
import { inShort, replay } from './replay.ts';

const WARNING =
  'unrecognised warning: Model metadata for `gpt-5.4` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.';
const WRITE = 'printf hello > hello.txt';
const COMMIT = 'git add -A && git commit -q -m x && git log --oneline -1';
const UNAUTHORIZED =
  'unexpected status 401 Unauthorized: lab: invalid x-api-key, url: http://127.0.0.1:18080/err401~cxas-err401/v1/responses';
const BUSY = 'We’re currently experiencing high demand, which may cause temporary errors.';
const IDLE = 'stream disconnected before completion: idle timeout waiting for SSE';

const asking = (firstEnd: string, secondEnd: string): string[] => [
  WARNING,
  `tool-started commandExecution: ${WRITE}`,
  `permission commandExecution: ${WRITE}`,
  `tool-ended ${firstEnd}`,
  'usage 1000/300/50',
  `tool-started commandExecution: ${COMMIT}`,
  `permission commandExecution: ${COMMIT}`,
  `tool-ended ${secondEnd}`,
  'usage 2001/600/100',
  'message done',
  'usage 3003/900/150',
  'turn-ended completed -: done',
];

const HEARD: Readonly<Record<string, readonly string[]>> = {
  'app-server-approval.jsonl': asking('true: completed', 'true: completed: 3ee6382 x'),
  'app-server-denied.jsonl': asking('false: declined', 'false: declined'),
  'app-server-approval-unanswered.jsonl': asking('', '').slice(0, 3),
  'app-server-error-401.jsonl': [
    WARNING,
    `retrying Reconnecting... 1/1: ${UNAUTHORIZED}`,
    `turn-ended failed auth: ${UNAUTHORIZED}`,
  ],
  'app-server-error-500.jsonl': [
    WARNING,
    `retrying Reconnecting... 1/1: ${BUSY}`,
    `turn-ended failed provider: ${BUSY}`,
  ],
  'app-server-idle-timeout.jsonl': [
    WARNING,
    `retrying Reconnecting... 1/1: ${IDLE}`,
    `turn-ended failed provider: ${IDLE}`,
  ],
  // The command ends later than its turn; what codex then says of it is not told a second time.
  'app-server-interrupt.jsonl': [
    WARNING,
    'tool-started commandExecution: for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo tick; sleep 5.25; done',
    'usage 1000/300/50',
    'tool-ended false: ended with its turn',
    'turn-ended interrupted -: interrupted',
  ],
  'app-server-no-commit.jsonl': [
    WARNING,
    `tool-started commandExecution: ${WRITE}`,
    'tool-ended false: exit 1: /bin/bash: line 1: hello.txt: Read-only file system',
    'usage 1000/300/50',
    'usage 2001/600/100',
    'message done',
    'usage 3003/900/150',
    'turn-ended completed -: done',
  ],
  'app-server-resume.jsonl': [
    'usage 1000/300/50',
    WARNING,
    'message done',
    'usage 2000/600/100',
    'turn-ended completed -: done',
  ],
};

describe.skipIf(noRecordings !== null)(
  `codex, as it was recorded${noRecordings ? `: ${noRecordings}` : ''}`,
  () => {
    test('every recording is played', () => {
      expect(recordingNames().sort()).toEqual(Object.keys(HEARD).sort());
    });

    test.each(Object.entries(HEARD))('%s', (name, heard) => {
      expect(replay(readRecording(name)).map(inShort)).toEqual(heard);
    });

    test('a session that is gone on with does not count twice', () => {
      const spent = { inputTokens: 1000, cachedTokens: 300, outputTokens: 50, usd: null };
      const events = replay(readRecording('app-server-resume.jsonl'), { spent });
      expect(events.filter(({ type }) => type === 'usage').map(inShort)).toEqual(['usage 2000/600/100']);
    });

    test('what codex reports of the session before it is named counts as spent before', () => {
      const spent = { inputTokens: 1000, cachedTokens: 300, outputTokens: 50, usd: null };
      const recording = readRecording('app-server-resume.jsonl');
      const repeated = recording.findIndex(({ msg }) => msg.method === 'thread/tokenUsage/updated');
      const params = recording[repeated]?.msg.params as { threadId: string };
      const early = recording.toSpliced(0, 0, ...recording.slice(repeated, repeated + 1));
      const events = replay(early, { spent, resume: params.threadId });
      expect(events.filter(({ type }) => type === 'usage').map(inShort)).toEqual(['usage 2000/600/100']);
    });
  },
);
