import { ambient } from '@symphony/adapters/ambient';
import type { ConversationState, ModelMessage, RuntimeEvent } from '@symphony/domain';
import { type ScriptedAnswer, ScriptedModels } from '@symphony/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../src/conversation/conversation.ts';
import { Session, ToolRegistry, USUAL_CONFIG } from '../../src/index.ts';
import { AGENT, echo, eventsOf, stage } from '../stage.ts';

const call = (text: string): ScriptedAnswer => ({ calls: [{ tool: 'test.echo', input: { text } }] });

describe('R14 the conversation', () => {
  it('R14 opens, tells each step, and answers, all as it happens', async () => {
    const { ask, events } = stage([{ text: 'Let me see.', ...call('a') }, { text: ['It ', 'is a.'] }], {
      tools: [echo],
    });
    const { conversation } = await ask('what is it?');
    expect(conversation.turns.map(({ role, metadata }) => [role, metadata?.actionType])).toEqual([
      ['user', undefined],
      ['assistant', 'opening'],
      ['assistant', 'progress'],
      ['assistant', 'tool'],
      ['assistant', 'answer'],
    ]);
    expect(conversation).toMatchObject({
      originalTask: 'what is it?',
      finalResponse: 'It is a.',
      reasoningChain: ['Used tool test.echo to: test.echo (text: a)'],
      state: 'completed',
    });
    expect(eventsOf(events, 'turn').map(({ turn }) => turn)).toEqual(conversation.turns);
    expect(eventsOf(events, 'state').map(({ to }) => to)).toEqual(['working', 'concluding', 'completed']);
    expect(JSON.parse(JSON.stringify(conversation))).toEqual(conversation);
  });

  it('R14 says only the answer when nothing else is wanted', async () => {
    const { ask, events } = stage([{ text: 'Let me see.', ...call('a') }, { text: 'It is a.' }], {
      tools: [echo],
      config: { conversationMode: false },
    });
    const result = await ask('what is it?');
    expect(result.mode).toBe('legacy');
    expect(result.conversation.turns.map(({ content }) => content)).toEqual(['what is it?', 'It is a.']);
    expect(result.conversation.reasoningChain).toHaveLength(1);
    const streamed = events.filter(({ type }) => type === 'text' || type === 'void').map(({ type }) => type);
    expect(streamed).toEqual(['text', 'void', 'text']);
  });

  it('R14 refuses moves that are none, and no random walk gets past the end', () => {
    const states: readonly ConversationState[] = [
      'initiated',
      'working',
      'reflecting',
      'adapting',
      'concluding',
      'completed',
      'error',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { maxLength: 30 }), (walk) => {
        const heard: RuntimeEvent[] = [];
        const conversation = new Conversation(sessionOf(heard));
        for (const to of walk) {
          const from = conversation.state;
          try {
            conversation.move(to);
          } catch {
            expect(conversation.state).toBe(from);
          }
          if (from === 'completed' || from === 'error') expect(conversation.state).toBe(from);
          if (conversation.state === 'completed' && from !== 'completed') expect(from).toBe('concluding');
          if (conversation.state === 'initiated') expect(from).toBe('initiated');
        }
      }),
      { seed: Number(process.env.SYMPHONY_SEED ?? Date.now()) },
    );
  });

  it('R14 goes on with what was said before and what was given along', async () => {
    const { ask, models, events } = stage([{ text: 'Yes.' }]);
    const history: ModelMessage[] = [
      { role: 'user', text: 'My name is Ada.' },
      { role: 'assistant', text: 'Hello Ada.' },
    ];
    await ask('Is it in there?', {
      history,
      after: 'session-1',
      attached: [{ name: 'a.txt', text: 'Ada' }],
      known: ['It is Monday.'],
    });
    const [system, ...rest] = models.requests[0]?.messages ?? [];
    expect(system).toMatchObject({ role: 'system', text: expect.stringContaining('- It is Monday.') });
    expect(rest).toEqual([...history, { role: 'user', text: 'Is it in there?\n\n--- a.txt ---\nAda' }]);
    expect(events[0]).toMatchObject({ type: 'began', after: 'session-1', attached: [{ name: 'a.txt' }] });
  });
});

describe('R14 compaction', () => {
  const long = (n: number): string => `${n}: ${'word '.repeat(400)}`;
  const history: readonly ModelMessage[] = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0 ? { role: 'user', text: long(n) } : { role: 'assistant', text: long(n) },
  );
  const sizeOf = (messages: readonly ModelMessage[]): number => JSON.stringify(messages).length / 4;

  it('R14 sums up older turns by a model and keeps the whole of them', async () => {
    const kept: string[] = [];
    const { ask, models, events } = stage(
      { compact: [{ text: 'They counted words.' }], converse: [{ text: 'Fine.' }] },
      {
        model: { contextTokens: 4000 },
        parts: { keep: (_name, whole) => `artifact-${kept.push(whole)}` },
      },
    );
    expect(await ask('and now?', { history })).toMatchObject({ success: true });
    const [compacted] = eventsOf(events, 'compacted');
    expect(compacted).toMatchObject({ summary: 'They counted words.', artifact: 'artifact-1' });
    const whole = kept[0] ?? '';
    for (let n = 0; n < (compacted?.turns ?? 0); n++) expect(whole).toContain(long(n).slice(0, 40));
    const asked = models.requests.find(({ purpose }) => purpose === 'converse')?.messages ?? [];
    expect(sizeOf(asked)).toBeLessThan(4000 * 0.75);
    expect(asked.at(-1)).toEqual({ role: 'user', text: 'and now?' });
    expect(asked.some((message) => 'text' in message && message.text.includes('They counted words.'))).toBe(
      true,
    );
    expect(asked).toContainEqual(history.at(-1));
  });

  it('R14 cuts them when the model cannot, and says so', async () => {
    const { ask, models, events } = stage(
      { compact: [{ fault: 'fails' }], converse: [{ text: 'Fine.' }] },
      { model: { contextTokens: 4000 } },
    );
    expect(await ask('and now?', { history })).toMatchObject({ success: true });
    expect(eventsOf(events, 'compacted')).toMatchObject([{ artifact: null }]);
    expect(JSON.stringify(events)).toContain('cut, not summed up');
    expect(sizeOf(models.requests.at(-1)?.messages ?? [])).toBeLessThan(4000 * 0.75);
  });

  it('R14 never tears a call from its result, and never loses the request', async () => {
    const big = { ...echo, run: () => 'r'.repeat(3000) };
    const { ask, models, events } = stage(
      ({ purpose }, n) =>
        purpose === 'compact' ? { text: 'So far so good.' } : n < 14 ? call(`${n}`) : { text: 'ok' },
      { tools: [big], model: { contextTokens: 5000 }, config: { maxStepsPerPlan: 20 } },
    );
    expect(await ask('Count the words.')).toMatchObject({ success: true });
    expect(eventsOf(events, 'compacted').length).toBeGreaterThan(1);
    for (const { messages, purpose } of models.requests) {
      if (purpose !== 'converse') continue;
      expect(messages).toContainEqual({ role: 'user', text: 'Count the words.' });
      const open = new Set<string>();
      for (const message of messages) {
        if (message.role === 'assistant') for (const { id } of message.calls ?? []) open.add(id);
        if (message.role === 'tool') expect(open.delete(message.id)).toBe(true);
      }
      expect(open.size).toBe(0);
    }
  });
});

function sessionOf(heard: RuntimeEvent[]): Session {
  const { clock, names, chance } = ambient();
  const models = new ScriptedModels([]);
  return new Session({
    id: 's',
    task: 'walk',
    agent: AGENT,
    config: USUAL_CONFIG,
    signal: new AbortController().signal,
    around: { tools: new ToolRegistry(clock), models, clock, names, chance },
    hear: (event) => heard.push(event),
  });
}
