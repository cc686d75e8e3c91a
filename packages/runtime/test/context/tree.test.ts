import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import { ManualClock } from '@symphony/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContextApi } from '../../src/context/context-api.ts';
import type { Execution } from '../../src/context/history.ts';
import {
  buildTree,
  type ContextTree,
  countNodes,
  depthOf,
  executionPriority,
} from '../../src/context/tree.ts';
import { checkTree, TreeCache, treePrompt } from '../../src/context/tree-use.ts';
import { began, NOW, SEED, toolEnded } from '../recorded.ts';

const MINUTE = 60_000;
const execution: fc.Arbitrary<Execution> = fc.record({
  seq: fc.integer({ min: 1, max: 1e9 }),
  session: fc.constant('s'),
  agent: fc.constant('ann'),
  tool: fc.stringMatching(/^[a-z]{1,3}\.[a-z]{1,3}$/),
  success: fc.boolean(),
  durationMs: fc.nat(5_000),
  at: fc.nat(300).map((minutes) => NOW - minutes * MINUTE),
  error: fc.constant(null),
});

const treeOf = (executions: readonly Execution[], sessionId = 's'): ContextTree =>
  buildTree({ sessionId, executions, stories: [], learned: [], tools: null, now: NOW });

describe(`R16 the context tree (seed ${SEED})`, () => {
  test.each([
    [4, true, 500, 0, 10],
    [4, false, 500, 0, 9],
    [29, false, 1_500, 0, 7],
    [119, true, 1_500, 3, 7],
    [121, false, 1_500, 0, 5],
    [121, false, 1_500, 14, 1],
  ])(
    'R16 %i min ago, success %s, %i ms, place %i: priority %i',
    (minutes, success, durationMs, index, priority) => {
      expect(executionPriority({ at: NOW - minutes * MINUTE, success, durationMs }, index, NOW)).toBe(
        priority,
      );
    },
  );

  test('R16 five roots in their order; fifteen calls, five a tool; always valid', () => {
    fc.assert(
      fc.property(fc.uniqueArray(execution, { selector: ({ seq }) => seq, maxLength: 60 }), (executions) => {
        const tree = treeOf(executions);
        expect(tree.rootNodes.map(({ id, priority }) => [id, priority])).toEqual([
          ['environment', 10],
          ['workflows', 9],
          ['tool_executions', 8],
          ['session', 7],
          ['learning', 6],
        ]);
        const tools = tree.rootNodes[2]?.children ?? [];
        expect(tools.every(({ children }) => children.length <= 5)).toBe(true);
        expect(countNodes(tools) - tools.length).toBeLessThanOrEqual(15);
        expect(checkTree(tree, 50, null)).toMatchObject({ isValid: true, nodeCount: tree.totalNodes });
        expect(tree.contextDepth).toBe(depthOf(tree.rootNodes));
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  test('R16 the check finds what is wrong', () => {
    const tree = treeOf([]);
    const twice = { ...tree, rootNodes: [...tree.rootNodes, ...tree.rootNodes] };
    expect(checkTree(twice, 50, null)).toMatchObject({ isValid: false, isConsistent: false });
    expect(checkTree(tree, 4, null)).toMatchObject({
      isValid: false,
      isConsistent: true,
      withinLimit: false,
    });
    const used = treeOf([
      {
        seq: 1,
        session: 's',
        agent: 'a',
        tool: 'gone.tool',
        success: true,
        durationMs: 1,
        at: NOW,
        error: null,
      },
    ]);
    expect(checkTree(used, 50, ['other.tool'])).toMatchObject({ isValid: false, bindingsValid: false });
    expect(checkTree(used, 50, ['gone.tool']).isValid).toBe(true);
  });

  test('R16 the prompt tells what matters, within its bounds', () => {
    const old = (seq: number): Execution => ({
      seq,
      session: 's',
      agent: 'a',
      tool: `t.n${seq}`,
      success: seq % 2 === 0,
      durationMs: 2_000,
      at: NOW - 200 * MINUTE,
      error: 'broken',
    });
    const tree = treeOf(Array.from({ length: 15 }, (_, index) => old(index + 1)));
    const lines = (text: string): string[] => text.split('\n');
    expect(lines(treePrompt(tree)).length).toBeLessThan(lines(treePrompt(tree, { includeLow: true })).length);
    expect(treePrompt(tree)).toContain('  - t.n14');
    expect(lines(treePrompt(tree, { includeLow: true, most: 4 }))).toHaveLength(4);
    expect(lines(treePrompt(tree, { includeLow: true, mostPerType: 2 }))).toHaveLength(3);
    expect(treePrompt(treeOf([]))).toBe('');
  });

  test('R16 a hundred trees are kept, for five minutes or until something happens', () => {
    const cache = new TreeCache();
    for (let count = 0; count < 130; count += 1) cache.put(treeOf([], `s${count}`), 7);
    expect(cache.size).toBe(100);
    expect(cache.get('s0', 7, NOW)).toBeNull();
    expect(cache.get('s129', 7, NOW + 4 * MINUTE)).not.toBeNull();
    expect(cache.get('s129', 7, NOW + 5 * MINUTE)).toBeNull();
    expect(cache.get('s129', 8, NOW)).toBeNull();
  });

  describe('of a context', () => {
    let journal: MemoryJournal;
    let api: ContextApi;
    beforeEach(() => {
      journal = new MemoryJournal();
      const tools = () => ['timer.set'];
      api = new ContextApi({ journal, cabinet: new MemoryCabinet(), clock: new ManualClock(NOW), tools });
      journal.record('s', NOW, began('set a timer'));
      journal.record('s', NOW, toolEnded('timer.set'));
    });

    test('R16 it is told from the journal, and again when more happens', () => {
      const tree = api.tree('s');
      expect(api.tree('s')).toBe(tree);
      journal.record('s', NOW, toolEnded('timer.set', false, 10, 'No clock.'));
      expect(api.prompt('s')).toContain('timer.set failed: No clock.');
      expect(api.prompt('s')).toContain('set a timer');
      expect(api.prompt('other')).not.toContain('timer.set worked');
    });

    test('R16 validate_context_tree finds a sound tree valid, and says why one is not', async () => {
      const check = async (params = {}) => (await api.useMagic('validate_context_tree', params)).result;
      expect(await check()).toMatchObject({
        isValid: true,
        sessionId: 'default',
        maxNodes: 50,
        operation: 'build',
      });
      expect(await check({ sessionId: 's', maxNodes: 3 })).toMatchObject({
        isValid: false,
        withinLimit: false,
      });
      journal.record('s', NOW, toolEnded('gone.tool'));
      expect(await check({ sessionId: 's' })).toMatchObject({
        isValid: false,
        bindingsValid: false,
        issues: ['There is no tool `gone.tool` any more.'],
      });
    });
  });
});
