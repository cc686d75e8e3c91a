import type { Json, ModelMessage } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { promptOf } from '../../src/model/prompt.ts';
import { spelled, unspelled } from '../../src/model/tool-spelling.ts';

const called = (id: string, tool = 'a.b', input: Json = {}): ModelMessage => ({
  role: 'assistant',
  text: '',
  calls: [{ id, tool, input }],
});
const result = (id: string, output: Json = 'ok', ok = true): ModelMessage => ({
  role: 'tool',
  id,
  tool: 'a.b',
  ok,
  output,
});
const user = (text: string): ModelMessage => ({ role: 'user', text });

describe('R4 spelling of tools', () => {
  const side = fc.stringMatching(/^[A-Za-z][\w-]{0,40}$/);
  const name = fc.oneof(
    fc.tuple(side, side).map(([a, b]) => `${a}.${b}`),
    side,
    fc.stringMatching(/^[a-c_.]{1,12}$/),
  );

  test('every name is spelled as providers take it, no two alike, and each is found again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 20 }), (names) => {
        const offered = new Map(names.map((each) => [spelled(each), each]));
        expect(offered.size).toBe(names.length);
        for (const each of names) {
          expect(spelled(each)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          expect(unspelled(spelled(each), offered)).toBe(each);
        }
      }),
      { numRuns: 500, verbose: 1 },
    );
  });

  test.each([
    ['file.read', 'file__read'],
    ['a_b.c-d', 'a_b__c-d'],
  ])('%s stays readable', (plain, made) => expect(spelled(plain)).toBe(made));

  test('what nobody offered is shown as it was meant', () => {
    expect(unspelled('files__eat', new Map())).toBe('files.eat');
    expect(unspelled('files.eat', new Map())).toBe('files.eat');
  });
});

describe('R4 messages', () => {
  test('system words at the beginning stay there; later ones are said', () => {
    const prompt = promptOf([{ role: 'system', text: 'a' }, user('b'), { role: 'system', text: 'c' }]);
    expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
  });

  test('results of one turn are one message, failed ones are marked', () => {
    const turn: ModelMessage = {
      role: 'assistant',
      text: 'look',
      calls: [
        { id: '1', tool: 'a.b', input: {} },
        { id: '2', tool: 'a.b', input: {} },
      ],
    };
    const prompt = promptOf([user('x'), turn, result('2', { why: 1 }, false), result('1')]);
    expect(prompt.at(-1)).toEqual({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '2',
          toolName: 'a__b',
          output: { type: 'error-json', value: { why: 1 } },
        },
        { type: 'tool-result', toolCallId: '1', toolName: 'a__b', output: { type: 'text', value: 'ok' } },
      ],
    });
  });

  const message = fc.oneof(
    fc.string({ maxLength: 3 }).map(user),
    fc.constantFrom('1', '2', 'x y', '').map((id) => called(id)),
    fc.constantFrom('1', '2', 'x y', '').map((id) => result(id)),
    fc.constant<ModelMessage>({ role: 'system', text: 's' }),
    fc.constant<ModelMessage>({ role: 'assistant', text: '' }),
  );

  test('whatever a history looks like, each call has one result right behind it and no text is empty', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const prompt = promptOf(messages);
        prompt.forEach((each, at) => {
          if (each.role === 'system') return;
          expect(each.content.length).toBeGreaterThan(0);
          const calls = each.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
          const next = prompt[at + 1];
          const after = next?.role === 'tool' ? next.content : [];
          if (calls.length > 0)
            expect(after.map((part) => ('toolCallId' in part ? part.toolCallId : ''))).toEqual(calls);
          if (each.role === 'tool') expect(prompt[at - 1]?.role).toBe('assistant');
          for (const part of each.content) if (part.type === 'text') expect(part.text.trim()).not.toBe('');
        });
      }),
      { numRuns: 500, verbose: 1 },
    );
  });
});
