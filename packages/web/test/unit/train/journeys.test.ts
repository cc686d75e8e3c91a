import type { Entry, LogEvent } from '@symphony/domain';
import { expect, test } from 'vitest';
import { journeysOf } from '../../../src/screens/train/journeys.ts';

const log = (...events: LogEvent[]): readonly Entry[] =>
  events.map((event, at) => ({ seq: at + 1, at: at * 1_000, event }));

const departed = (attempt: string, ...items: string[]): LogEvent => ({
  type: 'train-departed',
  attempt,
  items,
});
const landed = (attempt: string, ...items: string[]): LogEvent => ({
  type: 'train-landed',
  attempt,
  commit: 'c0ffee',
  items,
});
const returned = (item: string): LogEvent => ({
  type: 'handoff-returned',
  item,
  why: 'conflict',
  head: 'beef',
  report: 'both changed README.md',
});
const ends = (...events: LogEvent[]) =>
  journeysOf(log(...events)).map(({ attempt, end }) => `${attempt} ${end}`);

test('a batch that does not hold together is taken apart, and what does not fit is sent back', () => {
  const journeys = journeysOf(
    log(
      departed('t1', 'A', 'B'),
      { type: 'train-split', attempt: 't1', parts: [['A'], ['B']], why: 'B conflicts' },
      departed('t2', 'A'),
      { type: 'train-held', attempt: 't2', reason: 'main is busy' },
      landed('t2', 'A'),
      departed('t3', 'B'),
      returned('B'),
    ),
  );
  expect(journeys.map(({ end, endedAt }) => [end, endedAt])).toEqual([
    ['split', 1_000],
    ['landed', 4_000],
    ['returned', 6_000],
  ]);
  expect(journeys[1]?.entries.map(({ event }) => event.type)).toEqual(['train-held', 'train-landed']);
});

test('what is being tried is under way; what a person took out of it was left off', () => {
  expect(ends(departed('t1', 'A'))).toEqual(['t1 under way']);
  expect(ends(departed('t1', 'A'), departed('t2', 'B'))).toEqual(['t1 left off', 't2 under way']);
});

test('a return of something else, and what is said of an attempt that is not known, change nothing', () => {
  expect(ends(departed('t1', 'A'), returned('B'), landed('t0', 'A'))).toEqual(['t1 under way']);
  expect(ends(returned('B'), landed('t0', 'A'))).toEqual([]);
});

test('when the target moved it starts over', () => {
  expect(
    ends(
      departed('t1', 'A'),
      { type: 'train-restarted', attempt: 't1', why: 'main moved' },
      departed('t2', 'A'),
    ),
  ).toEqual(['t1 restarted', 't2 under way']);
});
