import type { Entry, LogEvent } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { trajectoriesOf } from '../../src/stale/index.ts';

const spend = { inputTokens: 10, outputTokens: 5, usd: 0.1, unpriced: false };

const log = (...events: readonly LogEvent[]): Entry[] =>
  events.map((event, at) => ({ seq: at + 1, at: (at + 1) * 100, event }));

const start = (item: string, run: string, attempt = 1): LogEvent => ({
  type: 'run-started',
  item,
  run,
  attempt,
  player: 'first',
  reservedUsd: 0,
});
const turn = (item: string, run: string, number: number, kind: 'first' | 'retry'): LogEvent[] => [
  { type: 'turn-started', item, run, turn: number, kind },
  { type: 'turn-ended', item, run, turn: number, status: 'completed', message: 'done' },
];
const end = (item: string, run: string): LogEvent => ({ type: 'run-ended', item, run, spend });
const merged = (item: string): LogEvent => ({
  type: 'item-moved',
  item,
  event: 'pr_merged',
  from: 'handed_off',
  to: 'open',
  facts: {},
  reason: '',
  outcome: 'merged',
});

test('P5 a trajectory tells prompts, turns, proof, spend and what came of the run', () => {
  const entries = log(
    { type: 'settings-applied', settings: SETTINGS },
    start('A', 'r-1'),
    {
      type: 'agent-reported',
      item: 'A',
      run: 'r-1',
      event: { type: 'started', sessionId: 's-1', process: null },
    },
    ...turn('A', 'r-1', 1, 'first'),
    end('A', 'r-1'),
    start('A', 'r-2', 2),
    ...turn('A', 'r-2', 1, 'retry'),
    {
      type: 'evidence-recorded',
      item: 'A',
      run: 'r-2',
      evidence: { tree: 't', commit: 'c', results: [], passed: true },
    },
    end('A', 'r-2'),
    start('B', 'r-3'),
    merged('A'),
  );
  expect(trajectoriesOf(entries)).toEqual([
    {
      item: 'A',
      run: 'r-1',
      attempt: 1,
      player: 'first',
      agent: 'rehearsal',
      session: 's-1',
      prompts: ['first'],
      turns: 1,
      proved: null,
      outcome: 'retried',
      spend,
      startedAt: 200,
      endedAt: 600,
    },
    expect.objectContaining({
      run: 'r-2',
      prompts: ['retry'],
      proved: true,
      outcome: 'merged',
      session: null,
    }),
  ]);
});

test('P5 an item without an outcome has no trajectory yet, and a second outcome does not tell old runs again', () => {
  expect(trajectoriesOf(log(start('A', 'r-1'), end('A', 'r-1')))).toEqual([]);
  const twice = log(start('A', 'r-1'), end('A', 'r-1'), merged('A'), start('A', 'r-2'), merged('A'));
  expect(trajectoriesOf(twice).map(({ run, outcome }) => [run, outcome])).toEqual([
    ['r-1', 'merged'],
    ['r-2', 'merged'],
  ]);
});
