import { Ajv, type ValidateFunction } from 'ajv';
import type { WireName } from '../../src/model-server/wire.ts';

/**
 * What each provider documents for the events and answers the server writes: every field that has to
 * be there, and its type. Real agents are lenient in different places; this is not.
 */
const object = (properties: Record<string, object>, more: object = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const list = (items: object) => ({ type: 'array', items });
const is = (value: string | null) => ({ const: value });
const oneOf = (...shapes: object[]) => ({ oneOf: shapes });

const anthropicUsage = object({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
});
const anthropicBlock = oneOf(
  object({ type: is('text'), text }),
  object({
    type: is('tool_use'),
    id: { type: 'string', pattern: '^toolu_' },
    name: text,
    input: { type: 'object' },
  }),
);
const anthropicMessage = object({
  id: text,
  type: is('message'),
  role: is('assistant'),
  model: text,
  content: list(anthropicBlock),
  stop_reason: { enum: ['end_turn', 'tool_use', null] },
  stop_sequence: is(null),
  usage: anthropicUsage,
});
const anthropic = oneOf(
  anthropicMessage,
  object({ type: is('message_start'), message: anthropicMessage }),
  object({ type: is('content_block_start'), index: count, content_block: anthropicBlock }),
  object({
    type: is('content_block_delta'),
    index: count,
    delta: oneOf(
      object({ type: is('text_delta'), text }),
      object({ type: is('input_json_delta'), partial_json: text }),
    ),
  }),
  object({ type: is('content_block_stop'), index: count }),
  object({
    type: is('message_delta'),
    delta: object({ stop_reason: { enum: ['end_turn', 'tool_use'] }, stop_sequence: is(null) }),
    usage: object({ output_tokens: count }),
  }),
  object({ type: is('message_stop') }),
);

const status = { enum: ['in_progress', 'completed'] };
const outputText = object({ type: is('output_text'), text, annotations: list({}) });
const item = oneOf(
  object({ type: is('message'), id: text, role: is('assistant'), status, content: list(outputText) }),
  object({ type: is('function_call'), id: text, call_id: text, name: text, arguments: text, status }),
);
const response = object({
  id: text,
  object: is('response'),
  created_at: count,
  model: text,
  status,
  output: list(item),
});
const completed = object({
  ...response.properties,
  usage: object({
    input_tokens: count,
    input_tokens_details: object({ cached_tokens: count }),
    output_tokens: count,
    output_tokens_details: object({ reasoning_tokens: count }),
    total_tokens: count,
  }),
});
const numbered = (type: string, more: Record<string, object>) =>
  object({ type: is(type), sequence_number: count, ...more });
const place = { item_id: text, output_index: count };
const inPart = { ...place, content_index: count };
const responses = oneOf(
  completed,
  numbered('response.created', { response }),
  numbered('response.output_item.added', { output_index: count, item }),
  numbered('response.content_part.added', { ...inPart, part: outputText }),
  numbered('response.output_text.delta', { ...inPart, delta: text }),
  numbered('response.output_text.done', { ...inPart, text }),
  numbered('response.content_part.done', { ...inPart, part: outputText }),
  numbered('response.function_call_arguments.delta', { ...place, delta: text }),
  numbered('response.function_call_arguments.done', { ...place, arguments: text }),
  numbered('response.output_item.done', { output_index: count, item }),
  numbered('response.completed', { response: completed }),
);

const toolCall = { id: text, type: is('function'), function: object({ name: text, arguments: text }) };
const chatUsage = object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: object({ cached_tokens: count }),
  completion_tokens_details: object({ reasoning_tokens: count }),
});
const envelope = (kind: string) => ({ id: text, object: is(kind), created: count, model: text });
const delta = {
  type: 'object',
  additionalProperties: false,
  properties: { role: text, content: text, tool_calls: list(object({ index: count, ...toolCall })) },
};
const finish = { enum: ['stop', 'tool_calls', null] };
const chat = oneOf(
  object({
    ...envelope('chat.completion.chunk'),
    choices: { ...list(object({ index: count, delta, finish_reason: finish })), minItems: 1 },
  }),
  object({ ...envelope('chat.completion.chunk'), choices: { type: 'array', maxItems: 0 }, usage: chatUsage }),
  object({
    ...envelope('chat.completion'),
    choices: list(
      object({
        index: count,
        message: object(
          { role: is('assistant'), content: { type: ['string', 'null'] } },
          { properties: { tool_calls: list(object(toolCall)) } },
        ),
        finish_reason: finish,
      }),
    ),
    usage: chatUsage,
  }),
);

const part = oneOf(
  object({ text }),
  object({ functionCall: object({ name: text, args: { type: 'object' } }) }),
);
const gemini = object({
  candidates: list(
    object({
      content: object({ role: is('model'), parts: list(part) }),
      finishReason: is('STOP'),
      index: count,
    }),
  ),
  usageMetadata: object({
    promptTokenCount: count,
    candidatesTokenCount: count,
    cachedContentTokenCount: count,
    thoughtsTokenCount: count,
    totalTokenCount: count,
  }),
  modelVersion: text,
  responseId: text,
});

const ajv = new Ajv({ strict: false, allErrors: true });

export const SCHEMAS: Readonly<Record<WireName, ValidateFunction>> = {
  anthropic: ajv.compile(anthropic),
  responses: ajv.compile(responses),
  chat: ajv.compile(chat),
  gemini: ajv.compile(gemini),
};
