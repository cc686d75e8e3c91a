import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';
import { ManualClock } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContextApi } from '../../src/context/context-api.ts';
import { runtimeStats } from '../../src/learning/stats.ts';
import { Lessons } from '../../src/reflection/lessons.ts';
import { began, DAY, ended, NOW, toolEnded } from '../recorded.ts';

describe('R16 what is known outlives the process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'symphony-context-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('R16 history, learning, pruning and lessons are there again after a restart, on a real database', async () => {
    const file = join(folder, 'runtime.db');
    const clock = new ManualClock(NOW);
    const open = () => {
      const store = openRuntimeStore(file);
      return {
        ...store,
        api: new ContextApi({ ...store, clock }),
        lessons: new Lessons(store.cabinet, clock),
      };
    };
    const first = open();
    first.journal.record('s', NOW - 9 * DAY, began('set a timer for 5 minutes'));
    first.journal.record('s', NOW - 9 * DAY, toolEnded('timer.set'));
    first.journal.record('s', NOW, toolEnded('timer.set', false, 30, 'No clock.'));
    first.journal.record('s', NOW, ended(false));
    const learned = await first.api.useMagic('learn_from_execution', {
      toolName: 'timer.set',
      success: true,
      context: { task: 'set a timer for 5 minutes' },
    });
    expect(learned.success).toBe(true);
    expect((await first.api.useMagic('get_insights')).result).toMatchObject({ totalExecutions: 2 });
    expect((await first.api.useMagic('prune_context')).result).toMatchObject({ prunedEntries: 1 });
    first.lessons.keep({ topic: 'set a timer', tool: 'timer.set', text: 'Say the unit.' });
    first.close();

    const again = open();
    expect((await again.api.useMagic('get_insights', { sessionId: 's' })).result).toMatchObject({
      totalExecutions: 1,
      commonFailures: [{ error: 'No clock.' }],
    });
    expect(
      (await again.api.useMagic('suggest_tools', { task: 'set a timer for 9 minutes' })).result,
    ).toMatchObject({
      suggestions: [{ toolName: 'timer.set', totalUsage: 1 }],
    });
    expect(again.lessons.lessonsFor('set a timer for 3 minutes')).toEqual(['Say the unit.']);
    expect(runtimeStats(again.journal.readAll(0, 100))).toMatchObject({
      sessions: { count: 1, failed: 1 },
      tools: [{ tool: 'timer.set', calls: 2, succeeded: 1 }],
    });
    again.close();
  });
});
