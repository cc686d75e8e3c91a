import { missionPlan as planOf, missionWorker as worker } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { checkMission, type MissionPlan, missionGraph, needsOf, topologicalOrder } from '../../src/index.ts';

const two = [worker('parse'), worker('print')];

describe('a mission is checked', () => {
  test('M6 a right one has no problem', () => {
    expect(checkMission(planOf(two))).toEqual([]);
  });

  const wrong: readonly (readonly [string, MissionPlan, RegExp])[] = [
    ['a name', planOf(two, { name: 'Two Words' }), /cannot be the name/],
    ['no request', planOf(two, { request: ' ' }), /Nothing is asked for/],
    ['no criterion', planOf(two, { criteria: [] }), /when it is done/],
    ['no phase', planOf(two, { phases: [] }), /no phase/],
    [
      'phases in another order',
      planOf([...two, worker('v', { phase: 'validation' })], { phases: ['validation', 'implementation'] }),
      /cannot come after/,
    ],
    ['a phase without anybody', planOf(two, { phases: ['implementation', 'validation'] }), /Nobody works/],
    [
      'a worker of a phase left out',
      planOf([...two, worker('v', { phase: 'validation' })], { phases: ['implementation'] }),
      /leaves out/,
    ],
    [
      'two of one name',
      planOf([worker('parse'), worker('parse', { scope: ['x/**'] })]),
      /two workers called parse/,
    ],
    ['no scope', planOf([worker('parse', { scope: [] })]), /no scope/],
    ['a scope that leads out', planOf([worker('parse', { scope: ['../x'] })]), /leads out/],
    ['a stranger needed', planOf([worker('parse', { needs: ['nobody'] })]), /whom nobody knows/],
    ['a ring', planOf([worker('a', { needs: ['b'] }), worker('b', { needs: ['a'] })]), /wait for each other/],
    [
      'a later phase needed',
      planOf([worker('a', { needs: ['v'] }), worker('v', { phase: 'validation' })], {
        phases: ['implementation', 'validation'],
      }),
      /later phase/,
    ],
    [
      'more rounds than cycles',
      planOf([worker('a'), worker('b', { needs: ['a'] })], { limits: { ...planOf([]).limits, cycles: 1 } }),
      /needs 2 rounds/,
    ],
    ['a limit', planOf(two, { limits: { ...planOf([]).limits, usd: 0 } }), /limits.usd/],
  ];
  test.each(wrong)('M6 %s is told', (_name, plan, sentence) => {
    expect(
      checkMission(plan)
        .map((each) => each.sentence)
        .join(' '),
    ).toMatch(sentence);
  });

  test('M6 two scopes may overlap only where both say so', () => {
    const shared = (a: readonly string[], b: readonly string[]) =>
      checkMission(
        planOf([
          worker('a', { scope: ['src/**'], shares: a }),
          worker('b', { scope: ['src/b/*.ts'], shares: b }),
        ]),
      );
    expect(shared([], [])).toHaveLength(1);
    expect(shared(['b'], [])).toHaveLength(1);
    expect(shared(['b'], ['a'])).toEqual([]);
  });

  test('M6 workers of different phases may own the same files', () => {
    const plan = planOf([worker('a'), worker('t', { phase: 'test-implementation', scope: ['src/a/**'] })], {
      phases: ['implementation', 'test-implementation'],
    });
    expect(checkMission(plan)).toEqual([]);
  });
});

describe('the order of workers', () => {
  test('M6 a phase that is not parallel is played one after another', () => {
    const plan = planOf([worker('one', { phase: 'validation' }), worker('two', { phase: 'validation' })], {
      phases: ['validation'],
    });
    expect(needsOf(plan, plan.workers[1] as never)).toEqual(['one']);
  });

  test('M6 all of it is one graph, phase after phase', () => {
    const plan = planOf([worker('b'), worker('a', { needs: ['b'] }), worker('v', { phase: 'validation' })], {
      phases: ['implementation', 'validation'],
    });
    expect(topologicalOrder(missionGraph(plan))).toEqual(['b', 'a', 'v']);
  });
});
