import { MemoryJournal } from '@symphony/adapters/journal/memory';
import type { ModelUsage, RuntimeEvent } from '@symphony/domain';
import { expect, test } from 'vitest';
import { Ledger } from '../../src/player/ledger.ts';
import { readMemory } from '../../src/player/memory.ts';

const usage: ModelUsage = {
  model: 'a/b',
  inputTokens: 10,
  cachedTokens: 4,
  outputTokens: 2,
  usd: 0.5,
  latencyMs: 1,
  tries: 1,
};
const called: RuntimeEvent = { type: 'model-called', purpose: 'converse', tier: 'default', usage };
const began = (task: string): RuntimeEvent => ({ type: 'began', task, agent: 'symphony' });
const metrics = { duration: 1, startTime: 0, endTime: 1 };
const started = (id: string): RuntimeEvent => ({ type: 'tool-started', id, tool: 'a.b', input: { id } });
const ended = (id: string, success = true): RuntimeEvent => ({
  type: 'tool-ended',
  id,
  tool: 'a.b',
  result: success ? { success, result: 'ok', metrics } : { success, error: 'no', metrics },
});
const progress = (content: string): RuntimeEvent => ({
  type: 'turn',
  turn: { id: 't', role: 'assistant', content, timestamp: 0, metadata: { actionType: 'progress' } },
});
const over = (answer: string): RuntimeEvent => ({
  type: 'ended',
  mode: 'legacy',
  outcome: {
    success: true,
    answer,
    metrics: {
      duration: 1,
      modelCalls: 1,
      toolCalls: 1,
      tokens: { input: 1, output: 1 },
      cost: 0,
      cacheHits: 0,
    },
  },
});

function journalOf(turns: Readonly<Record<string, readonly RuntimeEvent[]>>) {
  const journal = new MemoryJournal();
  for (const [turn, events] of Object.entries(turns))
    for (const event of events) journal.record(turn, 1, event);
  return journal;
}

test('what was said and done is told to the model as it was, answer by answer', () => {
  const journal = journalOf({
    one: [
      began('do it'),
      called,
      progress('I look'),
      started('1'),
      started('2'),
      ended('2', false),
      ended('1'),
      called,
      started('3'),
      ended('3'),
      called,
      { type: 'state', to: 'completed' },
      over('done'),
    ],
  });
  const { history, turns } = readMemory(journal);
  expect(history).toEqual([
    { role: 'user', text: 'do it' },
    {
      role: 'assistant',
      text: 'I look',
      calls: [
        { id: '1', tool: 'a.b', input: { id: '1' } },
        { id: '2', tool: 'a.b', input: { id: '2' } },
      ],
    },
    { role: 'tool', id: '1', tool: 'a.b', ok: true, output: 'ok' },
    { role: 'tool', id: '2', tool: 'a.b', ok: false, output: { error: 'no' } },
    { role: 'assistant', text: '', calls: [{ id: '3', tool: 'a.b', input: { id: '3' } }] },
    { role: 'tool', id: '3', tool: 'a.b', ok: true, output: 'ok' },
    { role: 'assistant', text: 'done' },
  ]);
  expect(turns.get('one')).toEqual({ task: 'do it', ended: { completed: true, answer: 'done' } });
});

test('a turn that was cut off is there with what it did; one that failed leaves no answer', () => {
  const journal = journalOf({
    one: [began('a'), called, { type: 'state', to: 'error' }, over('Nothing was done.')],
    two: [began('b'), called, started('1')],
  });
  const { history, turns } = readMemory(journal);
  expect(history).toEqual([
    { role: 'user', text: 'a' },
    { role: 'user', text: 'b' },
    { role: 'assistant', text: '', calls: [{ id: '1', tool: 'a.b', input: { id: '1' } }] },
  ]);
  expect([...turns.values()].map((each) => each.ended?.completed ?? null)).toEqual([false, null]);
});

test('what was used is what the journal knows, or what was reported when that is more', () => {
  const journal = journalOf({ one: [began('a'), called, called] });
  expect(Ledger.open(journal, null).read()).toEqual({
    inputTokens: 20,
    cachedTokens: 8,
    outputTokens: 4,
    usd: 1,
  });
  const spent = { inputTokens: 100, outputTokens: 1, usd: 0.2 };
  expect(Ledger.open(journal, spent).read()).toEqual({
    inputTokens: 100,
    cachedTokens: 8,
    outputTokens: 4,
    usd: 1,
  });
  const unpriced = Ledger.open(journal, null);
  unpriced.add({ ...usage, usd: null });
  expect(unpriced.read().usd).toBeNull();
});
