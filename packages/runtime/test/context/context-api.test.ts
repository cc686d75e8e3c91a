import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import { type Json, PortError, type RuntimeEvent } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContextApi } from '../../src/context/context-api.ts';
import { MAGIC } from '../../src/context/magic.ts';
import { began, DAY, NOW, SEED, toolEnded } from '../recorded.ts';

const HOUR = 60 * 60 * 1000;

describe(`R16 useMagic (seed ${SEED})`, () => {
  let clock: ManualClock;
  let journal: MemoryJournal;
  let cabinet: MemoryCabinet;
  let api: ContextApi;
  beforeEach(() => {
    clock = new ManualClock(NOW);
    journal = new MemoryJournal();
    cabinet = new MemoryCabinet();
    api = new ContextApi({ journal, cabinet, clock });
  });

  const ask = async (intent: string, params: Record<string, Json> = {}) => {
    const answer = await api.useMagic(intent, params);
    return { ...answer, said: (answer.result ?? {}) as Record<string, Json> };
  };
  const record = (event: RuntimeEvent, { session = 's', ago = 0 } = {}) =>
    journal.record(session, NOW - ago, event);
  const learn = (toolName: string, success: boolean, task = 'set a timer for 5 minutes', more = {}) =>
    ask('learn_from_execution', { toolName, success, executionTime: 500, context: { task }, ...more });

  test('R16 what is unknown, wrong or broken is an answer, never a throw', async () => {
    expect(await ask('cast_spell')).toMatchObject({
      success: false,
      error: expect.stringContaining('Unknown magic intent'),
    });
    expect(await ask('toString')).toMatchObject({ success: false });
    expect(await ask('suggest_tools')).toMatchObject({
      success: false,
      error: expect.stringMatching(/task/),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(MAGIC)),
        fc.jsonValue() as fc.Arbitrary<Json>,
        async (intent, params) => {
          const answer = await api.useMagic(intent, params as Record<string, Json>);
          expect(typeof answer.success).toBe('boolean');
        },
      ),
      { seed: SEED, numRuns: 200 },
    );
    journal.readAll = () => {
      throw new PortError({ code: 'disk', message: 'The disk is gone.' });
    };
    expect(await ask('get_insights')).toMatchObject({
      success: false,
      error: expect.stringMatching(/disk is gone/),
    });
    expect(api.healthy()).toBe(false);
  });

  describe('suggest_tools', () => {
    test('R16 the best five by confidence × match, with figures and a reason', async () => {
      for (let time = 0; time < 4; time += 1) await learn('timer.set', true);
      await learn('timer.set', false);
      await learn('alarm.set', false);
      for (const letter of 'abcdef') await learn(`other.${letter}`, true);
      const { said } = await ask('suggest_tools', { task: 'Set a timer for 20 minutes' });
      const suggestions = said.suggestions as readonly Record<string, Json>[];
      expect(suggestions).toHaveLength(5);
      expect(suggestions[0]).toMatchObject({
        toolName: 'timer.set',
        successRate: 80,
        totalUsage: 5,
        lastUsed: NOW,
        matchStrength: 1,
        reason: expect.stringContaining('set a timer for * minutes'),
      });
      expect(suggestions.map(({ toolName }) => toolName)).not.toContain('alarm.set');
    });

    test('R16 what failed before is not suggested again; what the request names is', async () => {
      await learn('timer.set', true);
      const task = 'set a timer for 1 minutes';
      const previousAttempts = ['timer.set'];
      expect((await ask('suggest_tools', { task, previousAttempts })).said).toMatchObject({
        suggestions: [],
        recommendations: expect.arrayContaining(['timer.set was tried for this already.']),
      });
      api = new ContextApi({ journal, cabinet, clock, tools: () => ['weather.now'] });
      expect((await ask('suggest_tools', { task: 'call weather.now' })).said.suggestions).toMatchObject([
        { toolName: 'weather.now', confidence: 0.5, totalUsage: 0, matchStrength: 0.8 },
      ]);
      expect((await ask('suggest_tools', { task })).said.suggestions).toEqual([]);
    });

    test('R16 of two that are as good, the agent gets the one it uses', async () => {
      await learn('a.one', true);
      await learn('a.two', true);
      record(began('x', 'ann'));
      record(toolEnded('a.two'));
      const first = async (agentName: string) => {
        const { said } = await ask('suggest_tools', { task: 'set a timer for 2 minutes', agentName });
        return (said.suggestions as readonly { toolName: string }[])[0]?.toolName;
      };
      expect(await first('ann')).toBe('a.two');
    });
  });

  describe('learn_from_execution', () => {
    test('R16 confidence rises and falls, is kept, and insights are a list', async () => {
      const first = (await learn('timer.set', true)).said;
      expect(first).toMatchObject({ learned: true, learningUpdated: true, patternUpdated: false });
      expect(first.learningValue).toBe('high');
      expect(first.insights).toEqual(['timer.set was used for the first time.']);
      const second = (await learn('timer.set', true)).said;
      expect(second.patternUpdated).toBe(true);
      expect(second.confidence).toBeGreaterThan(first.confidence as number);
      api = new ContextApi({ journal, cabinet, clock });
      const third = (await learn('timer.set', false, undefined, { errorDetails: 'No clock.' })).said;
      expect(third.confidence).toBeLessThan(second.confidence as number);
      expect(third).toMatchObject({
        learningValue: 'high',
        insights: [expect.stringContaining('investigation needed')],
        recommendations: [expect.stringContaining('No clock.')],
      });
    });

    test('R16 slow and quick are said, feedback counts', async () => {
      expect((await learn('a.b', true, 'x y', { executionTime: 10_001 })).said.insights).toContain(
        'a.b was slow: 10001 ms.',
      );
      expect((await learn('a.b', true, 'x y', { executionTime: 99 })).said.insights).toContain(
        'a.b was quick.',
      );
      const plain = (await learn('p.plain', true, 'x y')).said.confidence as number;
      const liked = (await learn('p.liked', true, 'x y', { userFeedback: 'positive' })).said
        .confidence as number;
      const disliked = (await learn('p.disliked', true, 'x y', { userFeedback: 'negative' })).said.confidence;
      expect(liked).toBeGreaterThan(plain);
      expect(disliked).toBeLessThan(0.5);
    });

    test('R16 what is not the tool’s doing teaches nothing', async () => {
      expect((await learn('a.b', false, 'x', { errorCode: 'E3001' })).said).toMatchObject({ learned: false });
      expect((await ask('analyze_patterns')).said.totalPatterns).toBe(0);
    });
  });

  describe('get_insights', () => {
    beforeEach(() => {
      record(began('one'), { session: 'old', ago: 3 * DAY });
      for (let time = 0; time < 5; time += 1)
        record(toolEnded('weather.now', true, 200), { session: 'old', ago: 3 * DAY });
      record(began('two'), { ago: HOUR });
      for (let time = 0; time < 3; time += 1)
        record(toolEnded('weather.now', false, 400, 'No network.'), { ago: HOUR });
      record(toolEnded('timer.set', true, 100), { ago: HOUR });
    });

    test('R16 figures, failures, trends and what to do', async () => {
      expect((await ask('get_insights')).said).toEqual({
        totalExecutions: 9,
        successRate: 67,
        avgExecutionTime: 256,
        toolBreakdown: [
          { toolName: 'weather.now', calls: 8, successRate: 63, avgExecutionTime: 275 },
          { toolName: 'timer.set', calls: 1, successRate: 100, avgExecutionTime: 100 },
        ],
        commonFailures: [{ tool: 'weather.now', error: 'No network.', count: 3 }],
        performanceTrends: {
          last24h: { executions: 4, successRate: 25, trend: 'declining' },
          last7d: { executions: 9, successRate: 67, trend: 'stable' },
        },
        recommendations: [
          'weather.now worked in 63 % of 8 calls: look at why it fails.',
          'weather.now failed 3 times in the same way: No network.',
          'Calls fail more often in the last day than in the week before it.',
        ],
      });
    });

    test.each<[Record<string, Json>, number]>([
      [{ sessionId: 's' }, 4],
      [{ sessionId: 'old' }, 5],
      [{ toolName: 'timer.set' }, 1],
      [{ timeframe: DAY }, 4],
      [{ sessionId: 'old', timeframe: DAY }, 0],
    ])('R16 %j is honoured', async (params, count) => {
      expect((await ask('get_insights', params)).said.totalExecutions).toBe(count);
    });

    test('R16 without failures when they are not wanted; a message when there is nothing', async () => {
      expect((await ask('get_insights', { includeFailures: false })).said.commonFailures).toEqual([]);
      expect((await ask('get_insights', { sessionId: 'nobody' })).said).toEqual({
        message: expect.any(String),
        totalExecutions: 0,
      });
    });
  });

  test('R16 analyze_patterns: the best five, those that do badly and why', async () => {
    for (const tool of ['a.a', 'a.b', 'a.c', 'a.d', 'a.e', 'a.f']) await learn(tool, true, `do ${tool}`);
    for (let time = 0; time < 5; time += 1) await learn('bad.tool', false, 'do badly');
    await clock.advance(31 * DAY);
    const { said } = await ask('analyze_patterns');
    expect(said).toMatchObject({
      totalPatterns: 7,
      filteredPatterns: 7,
      trends: { usedLastWeek: 0, idle: 7 },
    });
    expect(said.topPerformers).toHaveLength(5);
    expect(said.underPerformers).toMatchObject([
      { toolName: 'bad.tool', trigger: 'do badly', successRate: 0 },
    ]);
    const [under] = said.underPerformers as readonly { issues: readonly string[] }[];
    expect(under?.issues).toEqual([
      'Very low confidence.',
      'It rarely works.',
      'It was not used for more than 30 days.',
    ]);
    expect((await ask('analyze_patterns', { toolName: 'a.a' })).said.filteredPatterns).toBe(1);
    expect((await ask('analyze_patterns', { minConfidence: 0.5 })).said.filteredPatterns).toBe(6);
    expect((await ask('analyze_patterns', { timeframe: DAY })).said).toMatchObject({
      filteredPatterns: 0,
      averageConfidence: 0,
    });
  });

  describe('optimize_performance', () => {
    beforeEach(() => {
      for (let time = 0; time < 30; time += 1) record(toolEnded('quick.one', true, 10));
      for (let time = 0; time < 3; time += 1) record(toolEnded('slow.one', true, 5_000));
      for (let time = 0; time < 6; time += 1) record(toolEnded('shaky.one', time < 4, 10));
    });

    test('R16 slow, unreliable, worth keeping; and what could be won', async () => {
      for (let time = 0; time < 6; time += 1) await learn('shaky.one', time % 2 === 0, 'shake it');
      const { said } = await ask('optimize_performance');
      expect(said).toMatchObject({
        currentPerformance: { totalExecutions: 39, successRate: 95 },
        bottlenecks: [
          { type: 'unreliable', toolName: 'shaky.one' },
          { type: 'slow', toolName: 'slow.one' },
        ],
        optimizationOpportunities: [
          { type: 'caching', toolName: 'quick.one' },
          { type: 'pattern_improvement', toolName: 'shaky.one' },
        ],
        estimatedImpact: { timeReduction: 30, successIncrease: 15 },
      });
      expect(said.recommendations).toHaveLength(2);
    });

    test('R16 one tool, another threshold, no recommendations', async () => {
      expect((await ask('optimize_performance', { targetTool: 'slow.one' })).said).toMatchObject({
        currentPerformance: { totalExecutions: 3 },
        bottlenecks: [{ type: 'slow' }],
      });
      const params = { performanceThreshold: 6_000, includeRecommendations: false };
      expect((await ask('optimize_performance', params)).said).toMatchObject({
        bottlenecks: [{ type: 'unreliable' }],
        recommendations: [],
      });
    });

    test('R16 what could be won is never more than 95 per cent', async () => {
      for (let tool = 0; tool < 8; tool += 1)
        for (let time = 0; time < 6; time += 1) record(toolEnded(`bad.t${tool}`, false, 1));
      expect((await ask('optimize_performance')).said.estimatedImpact).toMatchObject({ successIncrease: 95 });
    });
  });

  test('R16 update_pattern_stats counts an outcome once, and only for what is known', async () => {
    await learn('timer.set', true);
    const nlpPattern = 'set a timer for * minutes';
    expect(
      await ask('update_pattern_stats', { nlpPattern: 'x', toolName: 'timer.set', success: true }),
    ).toMatchObject({
      success: false,
    });
    const { said } = await ask('update_pattern_stats', { nlpPattern, toolName: 'timer.set', success: false });
    expect(said.updatedStats).toMatchObject({ successCount: 1, failureCount: 1, successRate: 50 });
  });

  test.each<[Record<string, Json>, boolean, RegExp | null]>([
    [{ nlpPattern: 'set a timer for * minutes', toolName: 'alarm.set' }, false, /timer\.set already/],
    [{ nlpPattern: 'set a timer for * minutes', toolName: 'alarm.set', operation: 'update' }, true, null],
    [{ nlpPattern: 'set a timer for * minutes', toolName: 'timer.set' }, true, null],
    [{ nlpPattern: 'new', toolName: 'a.b', confidence: 0.05 }, false, /0\.1 to 1/],
    [{ nlpPattern: 'new', toolName: 'a.b', confidence: 1.5 }, false, /0\.1 to 1/],
    [{ nlpPattern: 'new', toolName: 'a.b', operation: 'shout' }, false, /operation/],
  ])('R16 validate_command_update of %j: %s', async (params, success, error) => {
    await learn('timer.set', true);
    const answer = await ask('validate_command_update', params);
    expect(answer.success).toBe(success);
    if (error) expect(answer.error).toMatch(error);
    else expect(answer.said).toMatchObject({ isValid: true, recommendedConfidence: 0.7 });
  });

  test('R16 validate_command_update recommends what is given when that is more', async () => {
    const params = { nlpPattern: 'new', toolName: 'a.b', confidence: 0.9 };
    expect((await ask('validate_command_update', params)).said.recommendedConfidence).toBe(0.9);
  });

  describe('prune_context', () => {
    beforeEach(() => {
      for (const [session, days] of [
        ['a', 30],
        ['a', 20],
        ['b', 10],
        ['b', 3],
        ['c', 0],
      ] as const)
        record(toolEnded('x.y'), { session, ago: days * DAY });
    });
    const left = async (params = {}) => (await ask('get_insights', params)).said.totalExecutions;

    test('R16 usually a week, in milliseconds; nothing younger goes, and it stays gone', async () => {
      expect((await ask('prune_context')).said).toMatchObject({
        pruningCompleted: true,
        prunedEntries: 3,
        maxAge: 7 * DAY,
      });
      expect(await left()).toBe(2);
      expect((await ask('prune_context')).said.prunedEntries).toBe(0);
      api = new ContextApi({ journal, cabinet, clock });
      expect(await left()).toBe(2);
      expect(journal.readAll(0, 100)).toHaveLength(5);
    });

    test('R16 one session, the last few, and how little is trusted are honoured', async () => {
      expect((await ask('prune_context', { sessionId: 'a' })).said.prunedEntries).toBe(2);
      expect(await left()).toBe(3);
      expect((await ask('prune_context', { maxAge: 0, keepRecentCount: 2 })).said.prunedEntries).toBe(1);
      expect(await left({ sessionId: 'b' })).toBe(1);
      await learn('bad.tool', false);
      await learn('bad.tool', false);
      await learn('good.tool', true);
      expect((await ask('prune_context', { sessionId: 'c', minConfidence: 0.4 })).said.prunedPatterns).toBe(
        0,
      );
      expect((await ask('prune_context', { minConfidence: 0.4 })).said.prunedPatterns).toBe(1);
      expect((await ask('analyze_patterns')).said.totalPatterns).toBe(1);
    });
  });
});
