import type {
  LanguageModelV4,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

export const USAGE: LanguageModelV4GenerateResult['usage'] = {
  inputTokens: { total: 10, noCache: 7, cacheRead: 3, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** A model that is only an object, and does not stream. */
export const ownModel = (
  answer: (
    options: Parameters<LanguageModelV4['doGenerate']>[0],
  ) => PromiseLike<LanguageModelV4GenerateResult>,
) => ({ provider: 'own.test', modelId: 'model', doGenerate: answer });

export const says = (text: string): LanguageModelV4GenerateResult => ({
  content: [{ type: 'text', text }],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: USAGE,
  warnings: [],
});

/** One that streams these parts. */
export const streaming = (parts: readonly LanguageModelV4StreamPart[], close = true) => ({
  ...ownModel(() => Promise.reject(new Error('It streams.'))),
  doStream: async () => ({
    stream: new ReadableStream<LanguageModelV4StreamPart>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        if (close) controller.close();
      },
    }),
  }),
});
