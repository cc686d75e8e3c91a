import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type ModelPart, PortError } from '@symphony/domain';
import { ManualClock, NEVER, partsOf, scriptedRequest, wordsOf } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { modelsFrom } from '../../src/model/index.ts';
import { ownModel, says, streaming, USAGE } from './own-model.ts';

const request = scriptedRequest([{ say: 'hello' }]);
const finish = (
  unified: 'stop' | 'error' | 'interrupted' | 'length' | 'content-filter',
): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: undefined },
  usage: USAGE,
});
const text = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '0', delta });
const call = (models: ReturnType<typeof modelsFrom>) => partsOf(models.call(request, NEVER));

test('R4 a model that does not stream is asked all the same', async () => {
  const parts = await call(modelsFrom({ default: ownModel(async () => says('hi')) }));
  expect(parts).toEqual([
    { type: 'text', text: 'hi' },
    {
      type: 'end',
      finish: 'stop',
      usage: {
        model: 'own/model',
        inputTokens: 10,
        cachedTokens: 3,
        outputTokens: 5,
        usd: null,
        latencyMs: expect.any(Number),
        tries: 1,
      },
    },
  ]);
});

test('R4 thoughts are apart from words, and a call is heard once', async () => {
  const model = streaming([
    { type: 'stream-start', warnings: [] },
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'hm' },
    { type: 'reasoning-end', id: 'r' },
    text('a'),
    text(''),
    text('b'),
    { type: 'tool-input-start', id: 'c', toolName: 'demo__echo' },
    { type: 'tool-input-delta', id: 'c', delta: '{"text":' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'demo__echo', input: '{"text":' },
    { type: 'tool-call', toolCallId: 'p', toolName: 'web', input: '{}', providerExecuted: true },
    finish('stop'),
  ]);
  const parts = await call(modelsFrom({ default: model }));
  expect(parts.slice(0, -1)).toEqual([
    { type: 'thought', text: 'hm' },
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
    { type: 'call', id: 'c', tool: 'demo.echo', input: '{"text":' },
  ]);
  expect(parts.at(-1)).toMatchObject({ type: 'end', finish: 'calls' });
});

test.each([
  ['length', 'length'],
  ['content-filter', 'filtered'],
] as const)('R4 the finish %s is told as %s', async (unified, told) => {
  const parts = await call(modelsFrom({ default: streaming([text('a'), finish(unified)]) }));
  expect(parts.at(-1)).toMatchObject({ finish: told });
});

test.each<[string, LanguageModelV4StreamPart[], string]>([
  ['ends without an end', [text('a')], 'unavailable'],
  ['ends without a word', [], 'invalid'],
  ['ends in an error', [text('a'), finish('error')], 'unavailable'],
  ['is interrupted', [text('a'), finish('interrupted')], 'unavailable'],
  [
    'tells of an error',
    [text('a'), { type: 'error', error: { type: 'overloaded_error', message: 'busy' } }],
    'unavailable',
  ],
  ['tells of an error that is a word', [{ type: 'error', error: 'what?' }], 'invalid'],
])('R4 a stream that %s is a failure', async (_, parts, code) => {
  const models = modelsFrom({ default: streaming(parts) }, { patience: { tries: 1 } });
  await expect(call(models)).rejects.toMatchObject({ failure: { code } });
});

test('R4 nothing for too long is a timeout; being still there is not enough, and a busy caller does not count', async () => {
  const clock = new ManualClock();
  const pings = Array.from({ length: 5 }, (): LanguageModelV4StreamPart => ({ type: 'ping' }));
  const models = modelsFrom(
    { default: streaming([text('a'), text('b'), ...pings], false) },
    { clock, patience: { tries: 1, stallMs: 1_000 } },
  );
  const heard: ModelPart[] = [];
  const settled = (async () => {
    for await (const part of models.call(request, NEVER)) {
      heard.push(part);
      // The caller takes its time with the first part.
      if (heard.length === 1) await clock.sleep(5_000);
    }
  })().catch((error: unknown) => error);
  for (let at = 0; at < 9; at += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(1_000);
  }
  expect(await settled).toMatchObject({ trouble: 'silence', failure: { code: 'timeout' } });
  expect(wordsOf(heard)).toBe('ab');
});

test('R4 a caller that leaves in the middle ends the stream', async () => {
  let signal: AbortSignal | undefined;
  let cancelled = false;
  const model = {
    ...ownModel(async () => says('')),
    doStream: async (options: LanguageModelV4CallOptions) => {
      signal = options.abortSignal;
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start: (controller) => controller.enqueue(text('a')),
          cancel: () => {
            cancelled = true;
          },
        }),
      };
    },
  };
  for await (const part of modelsFrom({ default: model }).call(request, NEVER))
    if (part.type === 'text') break;
  expect([signal?.aborted, cancelled]).toEqual([true, true]);
});

test('R4 a price list says what it cost; tokens from a cache are counted apart', async () => {
  const billed: unknown[] = [];
  const prices = {
    priceOf: (model: string, tokens: object) => {
      billed.push([model, tokens]);
      return 0.25;
    },
  };
  const parts = await call(modelsFrom({ default: ownModel(async () => says('hi')) }, { prices }));
  expect(parts.at(-1)).toMatchObject({ usage: { usd: 0.25 } });
  expect(billed).toEqual([['own/model', { input: 7, cachedInput: 3, cacheWrite: 0, output: 5 }]]);
});

test('R4 a model without tools of its own is offered none, and one that writes JSON gets the shape', async () => {
  const asked: LanguageModelV4CallOptions[] = [];
  const model = ownModel(async (options) => {
    asked.push(options);
    return says('{}');
  });
  const format = { name: 'answer', schema: { type: 'object' } };
  await partsOf(
    modelsFrom({ default: model }, { nativeTools: false }).call(
      { ...request, format, temperature: 0, maxOutputTokens: 9 },
      NEVER,
    ),
  );
  expect(asked[0]).toMatchObject({
    responseFormat: { type: 'json', ...format },
    temperature: 0,
    maxOutputTokens: 9,
  });
  expect(asked[0]?.tools).toBeUndefined();
});

test('R4 an unknown failure of an object is a PortError too', async () => {
  const model = ownModel(() => {
    throw new RangeError('its own mistake');
  });
  await expect(call(modelsFrom({ default: model }, { patience: { tries: 1 } }))).rejects.toThrow(PortError);
});
