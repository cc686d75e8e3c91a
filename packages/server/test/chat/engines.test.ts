import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import { SymphonyRuntime, ToolRegistry } from '@symphony/runtime';
import { Memories } from '@symphony/runtime/memory';
import { ManualClock, ScriptedModels } from '@symphony/testkit';
import { describe, expect, it } from 'vitest';
import { enginesOf } from '../../src/chat/engines.ts';

const HOUR_MS = 3_600_000;
const JUDGED = {
  importance: 0.8,
  summary: 'The person prefers tabs to spaces.',
  tags: ['style'],
  topics: [],
};

describe('what chats remember', () => {
  it('R17 talk is judged after a pause, on the account of the next request, and kept', async () => {
    const clock = new ManualClock(HOUR_MS);
    const cabinet = new MemoryCabinet();
    let count = 0;
    const names = (prefix: string) => `${prefix}-${++count}`;
    const models = new ScriptedModels((request) =>
      request.purpose === 'remember' ? { text: JSON.stringify(JUDGED) } : { text: 'Noted.' },
    );
    const journal = new MemoryJournal();
    const tools = new ToolRegistry(clock);
    const { engines } = enginesOf({ journal, cabinet, clock, names, tools: () => [], warn: () => undefined });
    const { learning, memory } = engines;
    const runtime = new SymphonyRuntime({
      tools,
      models,
      clock,
      names,
      ...(learning ? { learning } : {}),
      ...(memory ? { memory } : {}),
    });
    const ask = (task: string) => runtime.execute(task, { name: 'chat' });
    const judged = () => models.requests.filter(({ purpose }) => purpose === 'remember').length;

    await ask('I like tabs more than spaces.');
    expect((await ask('And short lines.')).metrics.modelCalls).toBe(1);
    expect(judged()).toBe(0);

    await clock.advance(HOUR_MS);
    const { metrics } = await ask('What do I like?');
    expect(judged()).toBe(1);
    expect(metrics.modelCalls).toBe(2);
    expect(new Memories(cabinet, clock, names).forPrompt('person').map(({ summary }) => summary)).toEqual([
      JUDGED.summary,
    ]);
  });
});
