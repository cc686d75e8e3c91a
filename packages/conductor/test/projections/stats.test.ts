import type { FlowState, LogEvent } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyLedger, foldStats, STATS_TYPES } from '../../src/index.ts';
import { workIdOf } from '../../src/melody/melody-run.ts';
import { melodyOf, TIDY } from '../melody.ts';
import { ended, moved, recorded, seed, started, stormed } from './stories.ts';

function ledgerOf(...events: readonly LogEvent[]) {
  const ledger = emptyLedger();
  for (const entry of recorded(...events)) foldStats(ledger, entry);
  return ledger;
}

const verdicts = (...events: readonly LogEvent[]) => ledgerOf(...events).runs.map(({ verdict }) => verdict);

const proved = [started('r'), moved('agent_exited_with_commits', 'running', 'completed'), ended('r')];
const handedOff = moved('pr_created', 'completed', 'handed_off');
const closed = moved('pr_closed', 'handed_off', 'open', { outcome: 'none' });
const merge = moved('pr_merged', 'handed_off', 'open', { outcome: 'merged' });
const returned = (why: 'conflict' | 'failed-on-target'): LogEvent => ({
  type: 'handoff-returned',
  item: 'A',
  why,
  head: '',
  report: '',
});
const retry = (sameAttempt: boolean): LogEvent => ({
  type: 'retry-scheduled',
  item: 'A',
  retries: 1,
  dueAt: 0,
  error: '',
  sameAttempt,
});
const again = moved('error', 'running', 'queued');

describe('how runs are counted', () => {
  const cases: readonly [string, readonly LogEvent[], readonly string[]][] = [
    ['merged work is a success', [...proved, handedOff, merge], ['succeeded']],
    ['work that waits to be merged is not one yet', [...proved, handedOff], ['other']],
    ['a failure that is tried again', [started('r'), again, retry(false), ended('r')], ['failed']],
    [
      'a person’s retry of what has just begun is no failure of it',
      [started('r'), retry(false), ...proved.slice(1), handedOff, merge],
      ['succeeded'],
    ],
    ['a limit is nobody’s failure', [started('r'), again, retry(true), ended('r')], ['other']],
    ['the last failure', [started('r'), moved('error', 'running', 'failed'), ended('r')], ['failed']],
    [
      'no commits are handed to a person, and their retry does not change that',
      [started('r'), moved('agent_exited_no_commits', 'running', 'needs_human'), retry(false), ended('r')],
      ['other'],
    ],
    [
      'stopped',
      [started('r'), moved('cancelled', 'running', 'open', { outcome: 'cancelled' }), ended('r')],
      ['other'],
    ],
    ['fails with the target', [...proved, handedOff, returned('failed-on-target'), closed], ['failed']],
    ['conflicts with the target', [...proved, handedOff, returned('conflict'), closed], ['other']],
    ['taken back', [...proved, handedOff, closed], ['other']],
    [
      'only the run whose work landed succeeded',
      [
        ...proved,
        handedOff,
        returned('conflict'),
        closed,
        started('r2', 2),
        moved('agent_exited_with_commits', 'running', 'completed'),
        ended('r2'),
        handedOff,
        merge,
      ],
      ['other', 'succeeded'],
    ],
    ['a run that goes on is not counted', [started('r')], []],
  ];
  test.each(cases)('%s', (_name, events, expected) => {
    expect(verdicts(...events)).toEqual(expected);
  });

  test('a run lasts from its start to its end and costs what it said at the end', () => {
    expect(ledgerOf(started('r', 1, 'second'), ended('r', 3)).runs).toEqual([
      {
        name: 'second',
        startedAt: 60_000,
        endedAt: 120_000,
        verdict: 'other',
        spend: { inputTokens: 10, outputTokens: 1, usd: 3, unpriced: false },
      },
    ]);
  });
});

describe('how melodies are counted', () => {
  const run = 'melody-12345678-1';
  const start: LogEvent = {
    type: 'melody-started',
    run,
    melody: melodyOf(TIDY),
    parameters: {},
    trigger: { kind: 'manual', detail: '', key: null },
    by: 'test',
  };
  const flow = (to: FlowState): LogEvent => ({
    type: 'flow-changed',
    run,
    change: { kind: 'flow', to, reason: '' },
  });
  const sweeps: LogEvent = {
    type: 'flow-changed',
    run,
    change: { kind: 'node', node: 'sweep', to: 'running', attempt: 1, reason: '' },
  };

  test.each([
    ['completed', 'succeeded'],
    ['failed', 'failed'],
    ['cancelled', 'other'],
  ] as const)('%s is %s', (to, verdict) => {
    expect(ledgerOf(start, flow('running'), flow(to)).melodies).toMatchObject([
      { name: 'tidy', startedAt: 60_000, endedAt: 180_000, verdict },
    ]);
  });

  test('one that is taken up again counts once, by its last end', () => {
    const { melodies } = ledgerOf(start, flow('failed'), flow('running'), flow('completed'));
    expect(melodies).toMatchObject([{ verdict: 'succeeded', endedAt: 240_000 }]);
  });

  test('it costs what its agents cost, also what is recorded after its end', () => {
    const item = workIdOf({ run, node: 'sweep', attempt: 1 });
    const ledger = ledgerOf(
      start,
      sweeps,
      started('r1', 1, 'first', item),
      ended('r1', 2, item),
      started('r2', 2, 'first', item),
      flow('cancelled'),
      ended('r2', 3, item),
      started('other'),
      ended('other', 100),
    );
    expect(ledger.melodies[0]?.spend.usd).toBe(5);
    expect(ledger.runs).toHaveLength(3);
  });
});

test(`every run is counted once and every merge is one success, after any storm (seed ${seed})`, () => {
  const types: readonly string[] = STATS_TYPES;
  let merges = 0;
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 0.4, noNaN: true }), (worldSeed, trouble) => {
      const { log, state } = stormed(worldSeed, 150, trouble);
      const ledger = emptyLedger();
      for (const entry of log) if (types.includes(entry.event.type)) foldStats(ledger, entry);
      const whole = emptyLedger();
      for (const entry of log) foldStats(whole, entry);
      expect(ledger).toEqual(whole);
      const ends = log.filter(({ event }) => event.type === 'run-ended').length;
      expect(ledger.runs).toHaveLength(ends);
      expect(ledger.playing.size).toBe([...state.items.values()].filter(({ run }) => run !== null).length);
      const landed = log.filter(
        ({ event }) => event.type === 'item-moved' && event.outcome === 'merged',
      ).length;
      expect(ledger.runs.filter(({ verdict }) => verdict === 'succeeded')).toHaveLength(landed);
      merges += landed;
    }),
    { seed, numRuns: 60 },
  );
  expect(merges).toBeGreaterThan(0);
});
