import type { RunView, StatusView } from '@symphony/domain';
import { itemView, statusView } from './material.ts';

/** A status to render: everything a test does not name is quiet and plain. */
export const NOW = Date.UTC(2026, 3, 5, 10, 30, 0);

export const item = itemView;

export const run = (change: Partial<RunView> = {}): RunView => ({
  id: 'run-1',
  player: 'claude',
  startedAt: NOW - 190_000,
  phase: 'turn',
  turn: 2,
  lastEventAt: NOW - 1000,
  lastMessage: 'Reading the parser',
  pauseWanted: false,
  ...change,
});

export const status = (change: Partial<StatusView> = {}): StatusView =>
  statusView({ seq: 42, at: NOW, idle: false, ...change });

const spend = (usd: number, unpriced = false) => ({ inputTokens: 12_000, outputTokens: 345, usd, unpriced });

/** Titles that try to command the terminal, reverse the line or take more room than they say. */
export const HOSTILE =
  '\u001b[2J\u001b]0;owned\u0007\u001b[31mred\r\nsecond\tline \u202egnp.exe\u009b5A \u0000end \ud800';
export const WIDE = '日付の解析を直してテストを全部通す 🎼👩‍👩‍👧‍👦 そして文書も更新する必要がある';

/** One of everything. */
export const busy: StatusView = status({
  items: [
    item('SYM-1', { state: 'running', run: run(), spend: spend(0.12), title: WIDE }),
    item('SYM-2', { state: 'running', run: run({ phase: 'proving', lastMessage: HOSTILE }), title: HOSTILE }),
    item('SYM-3', { state: 'needs_human', reason: 'stalled after 5 min without a word from its agent' }),
    item('SYM-4', { state: 'queued', dueAt: NOW + 20_000, retries: 1, spend: spend(0.01, true) }),
    item('SYM-5', {
      state: 'handed_off',
      title: 'Write the guide for people who come from elsewhere and stay',
    }),
    item('SYM-6', { state: 'handed_off' }),
    item('SYM-7', { outcome: 'merged', mergedAs: 'abcdef1234567890', spend: spend(1.5) }),
    item('SYM-8', {}),
    item('SYM-9', { state: 'running', run: run({ player: 'codex', turn: 1, lastMessage: '' }) }),
  ],
  players: [
    { name: 'claude', agent: 'claude', running: 2, restingUntil: null },
    { name: 'codex', agent: 'codex', running: 1, restingUntil: NOW + 600_000 },
  ],
  train: {
    queue: ['SYM-6'],
    trying: [],
    awaitingApproval: ['SYM-5'],
    held: 'main is checked out with changes',
  },
  inbox: [
    {
      item: 'SYM-9',
      run: 'run-9',
      askedAt: NOW - 65_000,
      question: {
        id: 'q-1',
        text: 'Which of the two formats shall stay?',
        choices: ['iso', 'epoch'],
        defaultAnswer: 'iso',
        defaultAfterMs: 600_000,
      },
    },
  ],
  slots: { used: 3, total: 4 },
  spend: { total: spend(1.63, true), today: spend(1.63, true), dayCapUsd: 10 },
  problems: ['.symphony/symphony.yaml is invalid; the last good configuration stays'],
});
