import { propertiesOf } from './anthropic.ts';
import { folderIn, isLoose, type Loose, listOf, type Moment, textOf } from './conversation.ts';
import { type Body, type Refusal, retryAfter } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Wire } from './wire.ts';

/** OpenAI's Chat Completions, which most other providers speak too. */
export const chat: Wire = {
  name: 'chat',
  fits: (path) => path.endsWith('/chat/completions'),
  read: (body) => ({
    model: textOf(body.model),
    stream: body.stream === true,
    tools: listOf(body.tools).flatMap(({ function: tool }) =>
      isLoose(tool)
        ? [{ name: textOf(tool.name), namespace: null, takes: Object.keys(propertiesOf(tool.parameters)) }]
        : [],
    ),
    moments: listOf(body.messages).flatMap(momentsOf),
    wantsJson: isLoose(body.response_format) && body.response_format.type !== 'text',
    cwd: folderIn(JSON.stringify(body.messages ?? '')),
  }),
  stream: (reply) => {
    const call = toolCallOf(reply);
    const deltas = [
      { role: 'assistant', content: '' },
      ...reply.texts.map((text, at) => ({ content: at === 0 ? text : `\n${text}` })),
      ...(call ? [{ tool_calls: [{ index: 0, ...call }] }] : []),
    ];
    const chunk = (choices: readonly object[], more: object = {}) => ({
      name: null,
      data: { ...envelope(reply, 'chat.completion.chunk'), choices, ...more },
    });
    return [
      ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
      chunk([{ index: 0, delta: {}, finish_reason: finishReason(reply) }]),
      chunk([], { usage: usageOf(reply) }),
      { name: null, data: '[DONE]' },
    ];
  },
  whole: (reply) => {
    const call = toolCallOf(reply);
    const content = reply.texts.length > 0 ? reply.texts.join('\n') : null;
    const message = { role: 'assistant', content, ...(call && { tool_calls: [call] }) };
    return {
      ...envelope(reply, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
      usage: usageOf(reply),
    };
  },
  refuse: openAiError,
};

/** Both ways of asking OpenAI refuse in the same words. */
export function openAiError(refusal: Refusal): Body {
  const { status, message } = refusal;
  // Clients try again what is called a server error, whatever its status.
  const type =
    status === 429 ? 'rate_limit_exceeded' : status < 500 ? 'invalid_request_error' : 'server_error';
  const code = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' }[status] ?? null;
  return { status, headers: retryAfter(refusal), body: { error: { message, type, code, param: null } } };
}

function momentsOf({ role, content }: Loose): Moment[] {
  if (role === 'tool') return [{ result: true }];
  if (role !== 'user') return [];
  return typeof content === 'string'
    ? [{ user: content }]
    : listOf(content).map(({ text }) => ({ user: textOf(text) }));
}

const envelope = ({ id, model }: Reply, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
});

const toolCallOf = ({ call }: Reply) =>
  call && {
    id: `call_${call.id}`,
    type: 'function',
    function: { name: call.tool.name, arguments: JSON.stringify(call.input) },
  };

const finishReason = ({ call }: Reply): string => (call ? 'tool_calls' : 'stop');

const usageOf = ({ tokens }: Reply) => ({
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
  prompt_tokens_details: { cached_tokens: tokens.cached },
  completion_tokens_details: { reasoning_tokens: tokens.reasoning },
});
