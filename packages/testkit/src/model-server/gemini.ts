import { propertiesOf } from './anthropic.ts';
import { folderIn, isLoose, type Loose, listOf, type Moment, textOf } from './conversation.ts';
import { type Refusal, retryAfter } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Wire } from './wire.ts';

const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  529: 'UNAVAILABLE',
};

/** Google's generateContent, at once or as a stream. */
export const gemini: Wire = {
  name: 'gemini',
  fits: (path) => /\/models\/[^/]+:(generateContent|streamGenerateContent)$/.test(path),
  read: (body, path) => ({
    model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? '',
    stream: path.endsWith(':streamGenerateContent'),
    tools: listOf(body.tools).flatMap(({ functionDeclarations }) =>
      listOf(functionDeclarations).map((tool) => ({
        name: textOf(tool.name),
        namespace: null,
        takes: Object.keys(propertiesOf(tool.parametersJsonSchema ?? tool.parameters)),
      })),
    ),
    moments: listOf(body.contents).flatMap(momentsOf),
    wantsJson:
      isLoose(body.generationConfig) && body.generationConfig.responseMimeType === 'application/json',
    cwd: folderIn(JSON.stringify(body.systemInstruction ?? '') + JSON.stringify(body.contents ?? '')),
  }),
  stream: (reply) => [{ name: null, data: answerOf(reply) }],
  whole: answerOf,
  refuse: (refusal) => ({
    status: refusal.status,
    headers: retryAfter(refusal),
    body: {
      error: {
        code: refusal.status,
        message: refusal.message,
        status: STATUS[refusal.status] ?? 'INTERNAL',
        ...detailsOf(refusal),
      },
    },
  }),
};

function momentsOf({ role, parts }: Loose): Moment[] {
  return listOf(parts).flatMap((part): Moment[] => {
    if ('functionResponse' in part) return [{ result: true }];
    return role === 'user' && 'text' in part ? [{ user: textOf(part.text) }] : [];
  });
}

function answerOf({ id, model, texts, call, tokens }: Reply) {
  const parts = [
    ...texts.map((text) => ({ text })),
    ...(call ? [{ functionCall: { name: call.tool.name, args: call.input } }] : []),
  ];
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    // Thoughts are not part of the candidates' tokens here.
    usageMetadata: {
      promptTokenCount: tokens.input,
      candidatesTokenCount: tokens.output - tokens.reasoning,
      cachedContentTokenCount: tokens.cached,
      thoughtsTokenCount: tokens.reasoning,
      totalTokenCount: tokens.input + tokens.output,
    },
    modelVersion: model,
    responseId: id,
  };
}

const detailsOf = ({ retryAfterSeconds }: Refusal): object =>
  retryAfterSeconds === null
    ? {}
    : {
        details: [
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` },
        ],
      };
