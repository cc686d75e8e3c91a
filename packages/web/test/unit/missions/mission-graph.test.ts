import type { MissionPlan, PartView, Worker } from '@symphony/domain';
import { DATES_PLAN, missionDeviation, missionPart, missionRun, missionWhole } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { countStates } from '../../../src/graph/count-states.ts';
import { firstSight, liveDrawing } from '../../../src/screens/missions/mission/mission-graph.ts';
import { livePart, partLook, partName } from '../../../src/screens/missions/part-look.ts';
import { missionDrawing } from '../../../src/screens/missions/plan/plan-drawing.ts';

const worker = (id: string, change: Partial<Worker> = {}): Worker => ({
  id,
  phase: 'implementation',
  title: id,
  task: '',
  scope: [`src/${id}/**`],
  shares: [],
  needs: [],
  player: null,
  ...change,
});
const planOf = (workers: readonly Worker[], phases: MissionPlan['phases']): MissionPlan => ({
  ...DATES_PLAN,
  workers,
  phases,
});
const lines = ({ edges }: { edges: readonly { from: string; to: string }[] }) =>
  edges.map(({ from, to }) => `${from} → ${to}`).sort();

describe('M6 the plan of a mission as a graph', () => {
  test('a gate stands between two phases, and who needs somebody comes after them', () => {
    const plan = planOf(
      [worker('a'), worker('b'), worker('c', { needs: ['a'] }), worker('d', { phase: 'validation' })],
      ['implementation', 'validation'],
    );
    expect(lines(missionDrawing(plan))).toEqual([
      'gate implementation → worker d',
      'worker a → worker c',
      'worker b → gate implementation',
      'worker c → gate implementation',
      'worker d → hand-off',
    ]);
  });

  test('eight workers after eight others are sixteen lines more, not sixty-four', () => {
    const eight = (phase: Worker['phase']) =>
      Array.from({ length: 8 }, (_, at) => worker(`${phase[0]}${at}`, { phase }));
    const plan = planOf(
      [...eight('implementation'), ...eight('test-implementation')],
      ['implementation', 'test-implementation'],
    );
    expect(missionDrawing(plan).edges).toHaveLength(8 + 8 + 8);
  });

  test('phases that are played one after another are drawn so', () => {
    const plan = planOf(
      [worker('a', { phase: 'validation' }), worker('b', { phase: 'validation' })],
      ['validation'],
    );
    expect(lines(missionDrawing(plan))).toContain('worker a → worker b');
  });

  test('every edge leads from one node that is drawn to another', () => {
    const { nodes, edges } = liveDrawing(missionWhole());
    const ids = new Set(nodes.map(({ id }) => id));
    expect(ids.size).toBe(nodes.length);
    for (const { from, to } of edges) expect([ids.has(from), ids.has(to)]).toEqual([true, true]);
  });
});

describe('M12 a mission as it is played', () => {
  const plan = planOf([worker('parse'), worker('print')], ['implementation']);
  const view = missionWhole({
    ...missionRun({ step: 'working', phases: [{ name: 'implementation', state: 'now' }] }),
    plan,
    chambers: [
      missionPart('parse', { state: 'open', outcome: 'merged' }),
      missionPart('parse', {
        item: 'dates-parse-c2',
        identifier: 'dates-parse-c2',
        kind: 'rework',
        cycle: 2,
      }),
      missionPart('purge', { item: 'dates-purge', worker: null, kind: 'purge' }),
    ],
    recorded: [missionDeviation({ item: 'dates-parse-c2' })],
    questions: [],
  });
  const { nodes, edges, parts } = liveDrawing(view);
  const node = (id: string) => nodes.find((each) => each.id === id);

  test('what becomes of a worker keeps its node and goes on from it', () => {
    expect(parts.get('worker parse')?.item).toBe('dates-parse');
    expect(lines({ edges })).toEqual([
      'dates-parse-c2 → dates-purge',
      'dates-purge → hand-off',
      'worker parse → dates-parse-c2',
      'worker print → dates-purge',
    ]);
  });

  test('each node has the sign of its state, and what is open about it is counted', () => {
    expect(node('worker parse')).toMatchObject({ state: 'completed' });
    expect(node('dates-parse-c2')).toMatchObject({ state: 'running', problems: 1, label: 'parse (rework)' });
    expect(node('worker print')).toMatchObject({ state: 'pending' });
    expect(node('hand-off')).toMatchObject({ state: 'pending' });
    expect(countStates(nodes)).toMatchObject({ completed: 1, running: 2, pending: 2 });
  });

  test('a gate that asks waits for a person, and a mission that ended is done', () => {
    const stateOf = (id: string, change: Parameters<typeof missionWhole>[0]) =>
      liveDrawing(
        missionWhole({ plan, chambers: [], phases: view.phases, questions: [], ...change }),
      ).nodes.find((each) => each.id === id)?.state;
    const { questions } = missionWhole();
    expect(stateOf('hand-off', { step: 'gating' })).toBe('running');
    expect(stateOf('hand-off', { step: 'gating', questions })).toBe('waiting');
    expect(stateOf('hand-off', { step: 'ended', outcome: 'done' })).toBe('completed');
    expect(stateOf('hand-off', { step: 'ended', outcome: 'aborted' })).toBe('skipped');
  });

  test('without a plan the player that writes it is all there is', () => {
    const planning = missionWhole({
      plan: null,
      chambers: [missionPart('plan', { kind: 'plan', worker: null })],
    });
    expect(liveDrawing(planning).nodes.map(({ label }) => label)).toEqual(['planner']);
  });
});

test('a long mission is first seen where it is played, a short one whole', () => {
  const phases = ['architecture', 'implementation', 'validation'] as const;
  const plan = planOf(
    phases.map((phase) => worker(phase[0] ?? '', { phase })),
    phases,
  );
  const view = missionWhole({
    plan,
    chambers: [missionPart('i'), missionPart('i', { item: 'again', kind: 'rework', cycle: 2 })],
    phase: 'implementation',
  });
  expect(firstSight(view, liveDrawing(view))).toEqual([
    'gate architecture',
    'worker i',
    'again',
    'gate implementation',
  ]);
  const brief = { ...view, plan: { ...plan, phases: plan.phases.slice(1) } };
  expect(firstSight(brief, liveDrawing(brief))).toBeUndefined();
});

describe('how a part stands', () => {
  test.each<[Partial<PartView>, string, string]>([
    [{ state: null }, 'not yet', 'pending'],
    [{ state: 'open' }, 'waits', 'pending'],
    [{ state: 'open', held: 'waits for D1' }, 'held', 'pending'],
    [{ state: 'queued' }, 'next', 'queued'],
    [{ state: 'running', turn: 3 }, 'turn 3', 'running'],
    [{ state: 'handed_off' }, 'offered', 'queued'],
    [{ state: 'open', outcome: 'merged' }, 'merged', 'completed'],
    [{ state: 'open', outcome: 'closed' }, 'not merged', 'skipped'],
    [{ state: 'open', outcome: 'closed', kind: 'judge' }, 'read', 'completed'],
    [{ state: 'needs_human' }, 'needs you', 'waiting'],
    [{ state: 'failed' }, 'failed', 'failed'],
  ])('%o', (change, word, sign) => {
    expect(partLook(missionPart('a', change))).toMatchObject({ word, sign });
  });

  test('M5 who found something fundamental is not stuck: it has explored', () => {
    expect(partLook(missionPart('a', { state: 'needs_human' }), true)).toMatchObject({
      word: 'explored',
      over: true,
    });
  });

  test('what the board says by now goes before what the mission said', () => {
    const part = missionPart('a', { turn: 1 });
    expect(livePart(part, null)).toBe(part);
    expect(partName(missionPart('a', { kind: 'refine' }))).toBe('a (refine)');
  });
});
