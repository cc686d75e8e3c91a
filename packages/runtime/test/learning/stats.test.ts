import type { ExecutionPlan } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { runtimeStats } from '../../src/learning/stats.ts';
import { latencyOf } from '../../src/learning/tally.ts';
import { began, ended, entriesOf, NOW, routed, toolEnded } from '../recorded.ts';

const asked = (model: string, usd: number | null, latencyMs: number, tries = 1) => ({
  type: 'model-called' as const,
  purpose: 'converse' as const,
  tier: 'default' as const,
  usage: { model, inputTokens: 100, cachedTokens: 40, outputTokens: 10, usd, latencyMs, tries },
});

const plan: ExecutionPlan = {
  planId: 'plan_1',
  request: 'x',
  selectedTools: ['timer.set'],
  steps: [],
  reasoning: '',
  createdAt: NOW,
  status: 'pending',
  metadata: {},
};

describe('R16 stats', () => {
  test('R16 everything is counted from what was recorded', () => {
    const stats = runtimeStats(
      entriesOf(
        ['a', began('timer')],
        ['a', routed('timer', 'fast', 'pattern')],
        ['a', toolEnded('timer.set', true, 10)],
        ['a', ended(true, 100)],
        ['b', began('weather then mail')],
        ['b', routed('weather', 'lean-fast')],
        ['b', asked('small', 0.01, 50)],
        ['b', toolEnded('weather.now', false, 30, 'No network.')],
        ['b', routed('planning', 'planning', 'nobody')],
        ['b', { type: 'planned', plan }],
        ['b', { type: 'replanned', plan, reason: 'it failed' }],
        ['b', asked('large', null, 900, 3)],
        ['b', { ...asked('small', 0.02, 70, 3), failed: true }],
        ['b', ended(false, 2_000)],
        ['c', began('still going')],
        ['c', routed('planning', 'planning')],
        ['c', { type: 'planned', plan }],
        ['c', toolEnded('weather.now', true, 50)],
      ),
    );
    expect(stats.sessions).toMatchObject({ count: 3, succeeded: 1, failed: 1, open: 1 });
    expect(stats.tools).toMatchObject([
      {
        tool: 'weather.now',
        calls: 2,
        succeeded: 1,
        successRate: 0.5,
        latency: { mean: 40, p50: 30, p99: 50 },
        failures: [{ error: 'No network.', count: 1 }],
      },
      { tool: 'timer.set', calls: 1, successRate: 1, failures: [] },
    ]);
    expect(stats.routes.map(({ route, sessions, escalations }) => [route, sessions, escalations])).toEqual([
      ['timer', 1, 0],
      ['weather', 1, 1],
      ['planning', 1, 0],
    ]);
    expect(stats.routes[1]).toMatchObject({ tokens: 330, cost: 0.03, succeeded: 0, successRate: 0 });
    expect(stats.models).toMatchObject([
      {
        model: 'small',
        calls: 2,
        failed: 1,
        retried: 1,
        cost: 0.03,
        unpricedCalls: 0,
        purposes: { converse: 2 },
      },
      { model: 'large', calls: 1, failed: 0, retried: 1, cost: 0, unpricedCalls: 1 },
    ]);
    expect(stats).toMatchObject({
      tokens: { input: 300, cached: 120, output: 30 },
      cost: 0.03,
      unpricedCalls: 1,
      escalations: 1,
      plans: 2,
      replans: 1,
    });
    expect(stats.fastPathShare).toBeCloseTo(1 / 3);
    expect(stats.patternShare).toBeCloseTo(1 / 3);
    expect(JSON.parse(JSON.stringify(stats))).toEqual(stats);
  });

  test('R16 nothing recorded is nothing counted', () => {
    expect(runtimeStats([])).toMatchObject({ sessions: { count: 0 }, tools: [], fastPathShare: 0, cost: 0 });
  });

  test('R16 percentiles are figures that were measured', () => {
    const latency = latencyOf(Array.from({ length: 100 }, (_, index) => 100 - index));
    expect(latency).toEqual({ mean: 50.5, p50: 50, p90: 90, p95: 95, p99: 99, most: 100 });
    expect(latencyOf([7])).toEqual({ mean: 7, p50: 7, p90: 7, p95: 7, p99: 7, most: 7 });
  });
});
