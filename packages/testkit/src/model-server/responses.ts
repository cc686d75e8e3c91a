import { propertiesOf } from './anthropic.ts';
import { openAiError } from './chat.ts';
import {
  folderIn,
  isLoose,
  type Loose,
  listOf,
  type Moment,
  type OfferedTool,
  textOf,
} from './conversation.ts';
import type { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { StreamEvent, Wire } from './wire.ts';

/** OpenAI's Responses. */
export const responses: Wire = {
  name: 'responses',
  fits: (path) => path.endsWith('/responses'),
  read: (body) => ({
    model: textOf(body.model),
    stream: body.stream === true,
    tools: listOf(body.tools).flatMap((tool) => toolsOf(tool, null)),
    moments: typeof body.input === 'string' ? [{ user: body.input }] : listOf(body.input).flatMap(momentsOf),
    wantsJson: isLoose(body.text) && isLoose(body.text.format) && body.text.format.type !== 'text',
    cwd: folderIn(JSON.stringify(body.input ?? '')),
  }),
  stream: (reply) => {
    const events = [
      { type: 'response.created', response: responseOf(reply, 'in_progress', []) },
      ...itemsOf(reply).flatMap(itemEvents),
      { type: 'response.completed', response: responseOf(reply, 'completed', itemsOf(reply)) },
    ];
    return events.map(
      (event, at): StreamEvent => ({ name: event.type, data: { ...event, sequence_number: at } }),
    );
  },
  whole: (reply) => responseOf(reply, 'completed', itemsOf(reply)),
  refuse: (refusal) => {
    const plain = openAiError(refusal);
    if (refusal.resetsAt === null) return plain;
    return { ...plain, headers: { ...plain.headers, ...limitHeaders(refusal) }, body: limitBody(refusal) };
  },
};

/** A namespace is a group of tools; a tool without a name (web search) is not called by a script. */
function toolsOf(tool: Loose, namespace: string | null): OfferedTool[] {
  const name = textOf(tool.name);
  if (tool.type === 'namespace') return listOf(tool.tools).flatMap((each) => toolsOf(each, name));
  return tool.type === 'function'
    ? [{ name, namespace, takes: Object.keys(propertiesOf(tool.parameters)) }]
    : [];
}

function momentsOf(item: Loose): Moment[] {
  if (textOf(item.type).endsWith('_output')) return [{ result: true }];
  if (item.role !== 'user') return [];
  if (typeof item.content === 'string') return [{ user: item.content }];
  return listOf(item.content).map(({ text }) => ({ user: textOf(text) }));
}

type Item =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly role: 'assistant';
      readonly status: 'completed';
      readonly content: readonly [{ type: 'output_text'; text: string; annotations: [] }];
    }
  | {
      readonly type: 'function_call';
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly namespace?: string;
      readonly arguments: string;
      readonly status: 'completed';
    };

const itemsOf = ({ id, texts, call }: Reply): Item[] => [
  ...texts.map(
    (text, at): Item => ({
      type: 'message',
      id: `msg_${id}_${at}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    }),
  ),
  ...(call
    ? [
        {
          type: 'function_call' as const,
          id: `fc_${call.id}`,
          call_id: `call_${call.id}`,
          name: call.tool.name,
          ...(call.tool.namespace !== null && { namespace: call.tool.namespace }),
          arguments: JSON.stringify(call.input),
          status: 'completed' as const,
        },
      ]
    : []),
];

function itemEvents(item: Item, output_index: number): ({ type: string } & Loose)[] {
  const place = { item_id: item.id, output_index };
  const done = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call') {
    const begun = { ...item, arguments: '', status: 'in_progress' };
    return [
      { type: 'response.output_item.added', output_index, item: begun },
      { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments },
      { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
      done,
    ];
  }
  const [part] = item.content;
  const inPart = { ...place, content_index: 0 };
  const begun = { ...item, content: [], status: 'in_progress' };
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    { type: 'response.content_part.added', ...inPart, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...inPart, delta: part.text, logprobs: [] },
    { type: 'response.output_text.done', ...inPart, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...inPart, part },
    done,
  ];
}

const responseOf = (
  { id, model, tokens }: Reply,
  status: 'in_progress' | 'completed',
  output: readonly Item[],
) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  model,
  status,
  output,
  ...(status === 'completed' && {
    usage: {
      input_tokens: tokens.input,
      input_tokens_details: { cached_tokens: tokens.cached },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: tokens.reasoning },
      total_tokens: tokens.input + tokens.output,
    },
  }),
});

const limitBody = ({ message, resetsAt, retryAfterSeconds }: Refusal): object => ({
  error: {
    type: 'usage_limit_reached',
    message,
    plan_type: 'plus',
    resets_at: resetsAt,
    resets_in_seconds: retryAfterSeconds,
  },
});

/** What codex reads the windows of a subscription from. */
const limitHeaders = ({ resetsAt }: Refusal): Record<string, string> => ({
  'x-codex-primary-used-percent': '100',
  'x-codex-primary-window-minutes': '300',
  'x-codex-primary-reset-at': String(resetsAt),
});
