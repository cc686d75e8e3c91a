import type { Entry, LogEvent } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { ITEMS, stormyStep } from '../storm.ts';
import { World } from '../world.ts';

type Moved = LogEvent & { type: 'item-moved' };

/** Events one minute apart, numbered from 1. */
export const recorded = (...events: readonly LogEvent[]): Entry[] =>
  events.map((event, at) => ({ seq: at + 1, at: (at + 1) * 60_000, event }));

export const started = (run: string, attempt = 1, player = 'first', item = 'A'): LogEvent => ({
  type: 'run-started',
  item,
  run,
  attempt,
  player,
  reservedUsd: 0,
});

export const ended = (run: string, usd = 1, item = 'A'): LogEvent => ({
  type: 'run-ended',
  item,
  run,
  spend: { inputTokens: 10, outputTokens: 1, usd, unpriced: false },
});

export const moved = (
  event: Moved['event'],
  from: Moved['from'],
  to: Moved['to'],
  more: Partial<Moved> = {},
): Moved => ({
  type: 'item-moved',
  item: 'A',
  event,
  from,
  to,
  facts: {},
  reason: '',
  outcome: null,
  ...more,
});

export const ending = (run: string, why: string): LogEvent => ({ type: 'run-ending', item: 'A', run, why });

export const turn = (run: string, number: number): LogEvent => ({
  type: 'turn-started',
  item: 'A',
  run,
  turn: number,
  kind: 'first',
});

export const proof = (run: string, exitCode: number): LogEvent => ({
  type: 'evidence-recorded',
  item: 'A',
  run,
  evidence: {
    tree: 't'.repeat(40),
    commit: 'c'.repeat(40),
    results: [{ command: 'check', exitCode, timedOut: false, durationMs: 1, outputTail: `said by ${run}` }],
    passed: exitCode === 0,
  },
});

export const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A world after some stormy steps. */
export function stormed(worldSeed: number, steps: number, trouble: number): World {
  const world = new World(ITEMS, SETTINGS, worldSeed);
  for (let step = 0; step < steps; step++) stormyStep(world, trouble);
  return world;
}
