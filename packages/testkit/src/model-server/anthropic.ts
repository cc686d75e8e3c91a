import { folderIn, isLoose, type Loose, listOf, type Moment, textOf } from './conversation.ts';
import { type Refusal, retryAfter } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { StreamEvent, Wire } from './wire.ts';

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Anthropic's Messages. */
export const anthropic: Wire = {
  name: 'anthropic',
  fits: (path) => path.endsWith('/v1/messages'),
  read: (body) => ({
    model: textOf(body.model),
    stream: body.stream === true,
    tools: listOf(body.tools).map((tool) => ({
      name: textOf(tool.name),
      namespace: null,
      takes: Object.keys(propertiesOf(tool.input_schema)),
    })),
    moments: listOf(body.messages).flatMap(momentsOf),
    wantsJson: isLoose(body.output_config) && isLoose(body.output_config.format),
    cwd: folderIn(JSON.stringify(body.system ?? '') + JSON.stringify(body.messages ?? '')),
  }),
  stream: (reply) => [
    named('message_start', { message: messageOf(reply, [], null, 1) }),
    ...blocksOf(reply).flatMap((block, index) => blockEvents(block, index)),
    named('message_delta', {
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: reply.tokens.output },
    }),
    named('message_stop', {}),
  ],
  whole: (reply) => messageOf(reply, blocksOf(reply), stopReason(reply), reply.tokens.output),
  refuse: (refusal) => ({
    status: refusal.status,
    headers: { ...retryAfter(refusal), ...limitHeaders(refusal) },
    body: {
      type: 'error',
      error: { type: ERROR_TYPES[refusal.status] ?? 'api_error', message: refusal.message },
      request_id: 'req_scripted',
    },
  }),
};

export const propertiesOf = (schema: unknown): Loose =>
  isLoose(schema) && isLoose(schema.properties) ? schema.properties : {};

function momentsOf({ role, content }: Loose): Moment[] {
  if (role !== 'user') return [];
  if (typeof content === 'string') return [{ user: content }];
  return listOf(content).flatMap((block): Moment[] => {
    if (block.type === 'tool_result') return [{ result: true }];
    return block.type === 'text' ? [{ user: textOf(block.text) }] : [];
  });
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

const blocksOf = ({ texts, call }: Reply): Block[] => [
  ...texts.map((text): Block => ({ type: 'text', text })),
  ...(call
    ? [{ type: 'tool_use' as const, id: `toolu_${call.id}`, name: call.tool.name, input: call.input }]
    : []),
];

const stopReason = ({ call }: Reply): string => (call ? 'tool_use' : 'end_turn');

const messageOf = (
  { id, model, tokens }: Reply,
  content: readonly Block[],
  stop: string | null,
  written: number,
) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: stop,
  stop_sequence: null,
  // What came from the cache is not part of `input_tokens` here.
  usage: {
    input_tokens: tokens.input - tokens.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: tokens.cached,
    output_tokens: Math.min(written, tokens.output),
  },
});

const named = (type: string, data: object): StreamEvent => ({ name: type, data: { type, ...data } });

function blockEvents(block: Block, index: number): StreamEvent[] {
  const [begin, delta] =
    block.type === 'text'
      ? [
          { ...block, text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ];
  return [
    named('content_block_start', { index, content_block: begin }),
    named('content_block_delta', { index, delta }),
    named('content_block_stop', { index }),
  ];
}

/** What a subscription's used-up window looks like. */
const limitHeaders = ({ resetsAt }: Refusal): Record<string, string> =>
  resetsAt === null
    ? {}
    : {
        'anthropic-ratelimit-unified-status': 'rejected',
        'anthropic-ratelimit-unified-reset': String(resetsAt),
        'anthropic-ratelimit-unified-representative-claim': 'five_hour',
        'anthropic-ratelimit-unified-5h-status': 'rejected',
        'anthropic-ratelimit-unified-5h-utilization': '1',
        'anthropic-ratelimit-unified-5h-reset': String(resetsAt),
      };
