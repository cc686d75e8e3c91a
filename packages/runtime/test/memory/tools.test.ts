import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import type { Json } from '@symphony/domain';
import { ManualClock, type ScriptedAnswer, ScriptedModels } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { digestOf, KeyedMemory, noteKey } from '../../src/memory/keyed-memory.ts';
import { Memories } from '../../src/memory/memories.ts';
import { memoryTools } from '../../src/memory/memory-tools.ts';
import { WorkingMemory } from '../../src/memory/working-memory.ts';
import { DAY, NOW, resultOf } from '../recorded.ts';
import { sessionWith } from '../session-with.ts';

const HOUR = 60 * 60 * 1000;

function withTools(...answers: ScriptedAnswer[]) {
  const clock = new ManualClock(NOW);
  let count = 0;
  const memories = new Memories(new MemoryCabinet(), clock, (prefix) => `${prefix}-${++count}`);
  const tools = memoryTools({ memories, clock, userOf: () => 'ann' });
  const { session } = sessionWith(new ScriptedModels(answers), { tools, clock });
  const call = async (tool: string, input: Json) => session.callTool({ id: 'c', tool, input });
  return { call, clock };
}

describe('R17 memory tools', () => {
  test('R17 remember, recall, forget', async () => {
    const { call } = withTools();
    const kept = await call('memory.remember', { content: 'Likes tea', importance: 0.6, tags: ['Tea'] });
    expect(kept.result).toEqual({
      id: 'memory-1',
      importance: 0.6,
      judged: false,
      expiresAt: NOW + 30 * DAY,
    });
    expect((await call('memory.recall', { text: 'tea' })).result).toMatchObject({
      memories: [{ id: 'memory-1', content: 'Likes tea', tags: ['tea'] }],
    });
    expect((await call('memory.forget', { ids: ['memory-1', 'memory-9'] })).result).toEqual({ forgotten: 1 });
    expect((await call('memory.recall', {})).result).toEqual({ memories: [] });
    expect(await call('memory.remember', {})).toMatchObject({ success: false, details: { code: 'E1001' } });
  });

  test('R17 what nobody weighed is judged by a weak model; without a judgement it is of middling weight', async () => {
    const judgement = {
      importance: 0.9,
      summary: 'Drinks only tea, ever.',
      tags: ['tea'],
      topics: [],
      reasoning: '',
    };
    const { call } = withTools({ text: JSON.stringify(judgement) }, { fault: 'fails' });
    expect((await call('memory.remember', { content: 'Only tea' })).result).toMatchObject({
      importance: 0.9,
      judged: true,
      expiresAt: null,
    });
    expect((await call('memory.remember', { content: 'Or water' })).result).toMatchObject({
      importance: 0.5,
      judged: false,
    });
  });
});

describe('R17 notes under a key', () => {
  test('R17 an hour and a thousand, a month and ten thousand; the oldest goes first', async () => {
    const clock = new ManualClock(NOW);
    const notes = new KeyedMemory(new MemoryCabinet(), clock);
    notes.put({ term: 'short_term' }, 'k', 1);
    notes.put({ term: 'long_term' }, 'k', 2);
    notes.put({ term: 'long_term', namespace: 'n' }, 'k', 3, { ttlMs: 10 });
    expect(notes.get({ term: 'long_term', namespace: 'n' }, 'k')).toBe(3);
    await clock.advance(HOUR);
    expect([notes.get({ term: 'short_term' }, 'k'), notes.get({ term: 'long_term' }, 'k')]).toEqual([
      null,
      2,
    ]);
    expect(notes.get({ term: 'long_term', namespace: 'n' }, 'k')).toBeNull();
    await clock.advance(30 * DAY);
    expect(notes.get({ term: 'long_term' }, 'k')).toBeNull();
    for (let count = 0; count < 1_005; count += 1) {
      notes.put({ term: 'short_term' }, `n${count}`, count);
      clock.jumpTo(clock.now() + 1);
    }
    expect(notes.search({ term: 'short_term' }, { limit: 9_999 })).toHaveLength(1_000);
    expect(notes.get({ term: 'short_term' }, 'n4')).toBeNull();
    expect(notes.get({ term: 'short_term' }, 'n5')).toBe(5);
  });

  test('R17 newest first, by tag and by words; keys have their documented form', async () => {
    const clock = new ManualClock(NOW);
    const notes = new KeyedMemory(new MemoryCabinet(), clock);
    notes.put({ term: 'short_term' }, 'one', 'tea', { tags: ['a'] });
    await clock.advance(1);
    notes.put({ term: 'short_term', namespace: 'n' }, 'two', 'more tea', { tags: ['a', 'b'] });
    const keys = (search: Parameters<KeyedMemory['search']>[1], namespace?: string) =>
      notes
        .search({ term: 'short_term', ...(namespace === undefined ? {} : { namespace }) }, search)
        .map(({ key }) => key);
    expect(keys({})).toEqual(['two', 'one']);
    expect(keys({}, 'n')).toEqual(['two']);
    expect(keys({ tags: ['b'] })).toEqual(['two']);
    expect(keys({ text: 'TEA', limit: 1 })).toEqual(['two']);
    expect(noteKey({ term: 'short_term', namespace: 'n' }, 'k')).toBe('memory:short_term:n:k');
    expect(noteKey({ term: 'short_term' }, 'n:k')).not.toBe(
      noteKey({ term: 'short_term', namespace: 'n' }, 'k'),
    );
    expect(digestOf(notes.search({ term: 'short_term' }))).toEqual({
      summary: '2 notes, 2 tags.',
      patterns: [
        { tag: 'a', count: 2 },
        { tag: 'b', count: 1 },
      ],
      insights: ['2 of 2 are about "a".'],
      recommendations: [],
      timeRange: { from: NOW, to: NOW + 1 },
    });
    notes.take({ term: 'short_term' }, 'one');
    expect(keys({})).toEqual(['two']);
  });
});

describe('R17 working memory', () => {
  const step = (id: number, characters: number) => ({
    stepId: `step-${id}`,
    description: 'x'.repeat(characters),
    tool: null,
    parameters: {},
    result: resultOf(true),
  });

  test('R17 four fifths full: the oldest quarter of the step results goes', () => {
    const memory = new WorkingMemory(100_000);
    for (let count = 1; count <= 200; count += 1) {
      memory.addStep(step(count, 2_000));
      expect(memory.bytes).toBeLessThanOrEqual(80_000);
    }
    expect(memory.steps.at(-1)?.stepId).toBe('step-200');
    expect(memory.steps.length + memory.dropped).toBe(200);
    expect(memory.steps.length).toBeGreaterThan(10);
    memory.addStep(step(201, 90_000));
    expect(memory.steps.map(({ stepId }) => stepId)).toEqual(['step-201']);
  });

  test('R17 a hundred insights, each once; fifty errors', () => {
    const memory = new WorkingMemory();
    for (let count = 0; count < 130; count += 1) {
      memory.addInsight({ type: 't', description: `d${count}` });
      memory.addInsight({ type: 't', description: 'again' });
      memory.addError(`e${count}`);
    }
    expect(memory.insights).toHaveLength(100);
    expect(memory.insights.at(-1)?.description).toBe('again');
    expect(memory.errors).toHaveLength(50);
    expect(memory.errors[0]).toBe('e80');
  });
});
