import type { Entry, ItemView, LogEvent, MelodyView, StepView } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { itemsDrawing } from '../../../src/screens/harmony/items-drawing.ts';
import { findStart } from '../../../src/screens/harmony/run/find-start.ts';
import {
  flowIn,
  pathIn,
  placeOf,
  roundsOf,
  withoutRounds,
} from '../../../src/screens/harmony/run/run-sight.ts';
import { barsOf } from '../../../src/screens/harmony/run/timeline-bars.ts';
import { command, flowOf, melodyOf } from './melody.ts';

const step = (path: string, startedAt: number | null, endedAt: number | null): StepView => ({
  path,
  name: path,
  kind: 'operator',
  state: endedAt === null ? 'running' : 'completed',
  attempt: 1,
  reason: '',
  startedAt,
  endedAt,
  outputs: {},
  item: null,
});

describe('where one looks in a run', () => {
  const steps = ['loop', 'loop/1/a', 'loop/2/a', 'loop/2/in/1/b', 'loopy/9/a'].map((path) =>
    step(path, 0, 1),
  );

  test('paths are made and read', () => {
    const place = [
      { loop: 'loop', round: 2 },
      { loop: 'in', round: 1 },
    ];
    expect(pathIn(place, 'b')).toBe('loop/2/in/1/b');
    expect(placeOf('loop/2/in/1/b')).toEqual({ place, id: 'b' });
    expect(placeOf('a')).toEqual({ place: [], id: 'a' });
    expect(withoutRounds('loop/2/in/1/b')).toBe('loop/in/b');
  });

  test('rounds are those that have begun, of this loop and no other', () => {
    expect(roundsOf(steps, 'loop')).toBe(2);
    expect(roundsOf(steps, 'loop/2/in')).toBe(1);
    expect(roundsOf(steps, 'a')).toBe(0);
  });

  test('the flow of a loop is found', () => {
    const body = flowOf([command('a')]);
    const flow = flowOf([{ id: 'loop', kind: 'loop', times: 2, body }]);
    expect(flowIn(flow, [{ loop: 'loop', round: 7 }])).toBe(body);
    expect(flowIn(flow, [{ loop: 'gone', round: 1 }])).toBeNull();
  });
});

describe('the timeline', () => {
  const view = {
    startedAt: 1_000,
    endedAt: null,
    criticalPath: { path: ['b'], ms: 0 },
    steps: [step('b', 1_500, null), step('a', 1_000, 1_500), step('c', null, null)],
  } as unknown as MelodyView;

  test('what has begun, in order, to scale; what goes on ends now', () => {
    const bars = barsOf(view, 2_000);
    expect(bars.map(({ step: { path }, from, width, critical }) => [path, from, width, critical])).toEqual([
      ['a', 0, 0.5, false],
      ['b', 0.5, 0.5, true],
    ]);
  });

  test('a clock that is behind makes no bar of negative length', () => {
    for (const { from, width } of barsOf(view, 900)) expect(from >= 0 && width >= 0 && width <= 1).toBe(true);
  });
});

describe('the start of a run', () => {
  const started = (seq: number, run: string): Entry =>
    ({
      seq,
      at: 0,
      event: { type: 'melody-started', run, melody: melodyOf(flowOf([])) } as unknown as LogEvent,
    }) as Entry;
  const log = Array.from({ length: 45 }, (_, at) => started(at * 10 + 1, `run-${at}`));
  const client = {
    events: async (after: number, limit: number) => log.filter(({ seq }) => seq > after).slice(0, limit),
  };

  test('is found on whatever page it is, and missed when it is nowhere', async () => {
    expect((await findStart(client, 'run-0'))?.run).toBe('run-0');
    expect((await findStart(client, 'run-44'))?.run).toBe('run-44');
    expect(await findStart(client, 'run-45')).toBeNull();
  });
});

describe('items and what they wait for', () => {
  const item = (id: string, blockedBy: readonly string[], more: Partial<ItemView> = {}): ItemView =>
    ({
      id,
      identifier: id.toUpperCase(),
      title: `Title of ${id}`,
      state: 'open',
      outcome: 'none',
      blockedBy,
      dueAt: null,
      run: null,
      givenUp: false,
      ...more,
    }) as unknown as ItemView;
  const around = { at: 0, inbox: [], train: { queue: [], trying: [], awaitingApproval: [], held: null } };
  const items = [item('a', []), item('b', ['A', 'ghost']), item('c', ['b', 'B']), item('d', [])];

  test('an edge leads from what is waited for, named either way, once', () => {
    const { nodes, edges } = itemsDrawing(items, around, false);
    expect(edges.map(({ from, to }) => [from, to])).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(itemsDrawing(items, around, true).nodes).toHaveLength(4);
  });

  test('states are those of the nodes of a run', () => {
    const states = [
      item('a', [], { outcome: 'merged' }),
      item('b', [], { state: 'running' }),
      item('c', [], { state: 'needs_human' }),
      item('d', [], { state: 'failed' }),
    ];
    expect(itemsDrawing(states, around, true).nodes.map(({ state }) => state)).toEqual([
      'completed',
      'running',
      'waiting',
      'failed',
    ]);
  });
});
