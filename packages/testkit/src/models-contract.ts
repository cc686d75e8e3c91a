import { type ModelPart, type ModelRequest, type Models, PortError, type StopSignal } from '@symphony/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fault, type Step, scriptText } from './model-server/index.ts';

/** Models whose answers follow the script in the last thing a person said (see the model server). */
export interface ModelsHall {
  /** Tried twice, with next to no wait between. What is silent for a second is given up at once. */
  models(fault?: Fault): Models;
  /** Nothing is configured. */
  none(): Models;
  close(): Promise<void>;
}

/** The tool that scripts of the contract call. */
export const ECHO = {
  name: 'demo.echo',
  description: 'Says it again.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
} as const;

export const scriptedRequest = (steps: readonly Step[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  tier: 'default',
  purpose: 'converse',
  messages: [
    { role: 'system', text: 'You are a test.' },
    { role: 'user', text: scriptText(steps) },
  ],
  tools: [ECHO],
  ...more,
});

export const NEVER: StopSignal = new AbortController().signal;

export async function partsOf(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const all: ModelPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** What holds at the end: all that was said since the last `again`. */
export const wordsOf = (parts: readonly ModelPart[]): string =>
  parts
    .slice(parts.findLastIndex(({ type }) => type === 'again') + 1)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');

/** What all implementations of `Models` keep to (R4). */
export function modelsContract(name: string, open: () => Promise<ModelsHall>): void {
  describe(`R4 models contract: ${name}`, () => {
    let hall: ModelsHall;
    beforeAll(async () => {
      hall = await open();
    });
    afterAll(() => hall.close());

    const call = (request: ModelRequest, fault?: Fault) => partsOf(hall.models(fault).call(request, NEVER));

    test('words come as text, and one end comes last', async () => {
      const parts = await call(scriptedRequest([{ say: 'hello' }, { say: 'world' }]));
      expect(wordsOf(parts)).toMatch(/^hello\s*world$/);
      expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1);
      expect(parts.at(-1)).toMatchObject({ type: 'end', finish: 'stop', usage: { tries: 1 } });
    });

    test('a wish for a tool comes whole, under the name it was offered by', async () => {
      const parts = await call(scriptedRequest([{ tool: { name: 'echo', input: { text: 'ä "1"' } } }]));
      const calls = parts.flatMap((part) => (part.type === 'call' ? [part] : []));
      expect(calls).toEqual([
        { type: 'call', id: expect.stringMatching(/./), tool: 'demo.echo', input: expect.any(String) },
      ]);
      expect(JSON.parse(calls[0]?.input ?? '')).toEqual({ text: 'ä "1"' });
      expect(parts.at(-1)).toMatchObject({ type: 'end', finish: 'calls' });
    });

    test('a conversation goes on after its tools, those that failed and those nobody heard of again', async () => {
      const opening = scriptedRequest([
        { tool: { name: 'echo', input: { text: 'a' } } },
        { tool: { name: 'echo', input: { text: 'b' } } },
        { say: 'both answered' },
      ]);
      const called = (id: string, text: string) =>
        ({ role: 'assistant', text: '', calls: [{ id, tool: 'demo.echo', input: { text } }] }) as const;
      const messages = [
        ...opening.messages,
        called('call_1', 'a'),
        { role: 'tool', id: 'call_1', tool: 'demo.echo', ok: false, output: { why: 'it broke' } } as const,
        called('call_2', 'b'),
      ];
      expect(wordsOf(await call({ ...opening, messages }))).toBe('both answered');
    });

    test('usage counts all that was read, also from a cache, and all that was written', async () => {
      const [end] = (await call(scriptedRequest([{ say: 'hello' }]))).slice(-1);
      expect(end).toMatchObject({
        usage: { inputTokens: 1000, cachedTokens: 300, outputTokens: 50, latencyMs: expect.any(Number) },
      });
    });

    test('what was heard before a failure is taken back, and said again', async () => {
      const parts = await call(scriptedRequest([{ say: 'one' }, { say: 'two' }]), 'oncetorn');
      expect(parts.map(({ type }) => type)).toContain('again');
      expect(wordsOf(parts)).toMatch(/^one\s*two$/);
      expect(parts.at(-1)).toMatchObject({ type: 'end', usage: { tries: 2 } });
    });

    test.each<Fault>(['once429', 'once500'])('%s passes', async (fault) => {
      const parts = await call(scriptedRequest([{ say: 'hello' }]), fault);
      expect(wordsOf(parts)).toBe('hello');
      expect(parts.at(-1)).toMatchObject({ usage: { tries: 2 } });
    });

    test.each<[Fault, string]>([
      ['err400', 'refused'],
      ['err401', 'refused'],
      ['err429', 'unavailable'],
      ['err500', 'unavailable'],
      ['err529', 'unavailable'],
      ['limit', 'unavailable'],
      ['cut', 'unavailable'],
      ['torn', 'unavailable'],
      ['garbage', 'invalid'],
      ['page', 'invalid'],
      ['flood', 'invalid'],
      ['silent', 'timeout'],
      ['never', 'timeout'],
    ])('%s is told as %s', async (fault, code) => {
      const error = await call(scriptedRequest([{ say: 'one' }, { say: 'two' }]), fault).catch(
        (each) => each,
      );
      expect(error).toBeInstanceOf(PortError);
      expect(error.failure).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
    });

    test('half an answer is no answer, however cleanly it ends', async () => {
      const error = await call(scriptedRequest([{ say: 'one' }, { say: 'two' }]), 'half').catch(
        (each) => each,
      );
      expect(error).toBeInstanceOf(PortError);
      expect(['invalid', 'unavailable']).toContain(error.failure.code);
    });

    test('a signal that falls ends the stream with its reason, at once', async () => {
      const fallen = AbortSignal.abort(new Error('before'));
      await expect(partsOf(hall.models().call(scriptedRequest([]), fallen))).rejects.toThrow('before');
      const control = new AbortController();
      const heard = partsOf(hall.models('silent').call(scriptedRequest([]), control.signal));
      const settled = heard.then(
        () => expect.unreachable(),
        (error: Error) => ({ error, at: performance.now() }),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      const from = performance.now();
      control.abort(new Error('meanwhile'));
      const { error, at } = await settled;
      expect(error.message).toBe('meanwhile');
      expect(at - from).toBeLessThan(200);
    });

    test('a tier nobody configured is missing, and a described one has a name', async () => {
      const none = hall.none();
      expect(none.describe('strong')).toBeNull();
      const error = await partsOf(none.call(scriptedRequest([]), NEVER)).catch((each) => each);
      expect(error.failure?.code).toBe('missing');
      expect(hall.models().describe('default')).toMatchObject({
        model: expect.stringMatching(/./),
        contextTokens: expect.any(Number),
      });
    });
  });
}
