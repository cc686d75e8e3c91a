import type { WireName } from '../../src/model-server/wire.ts';

/** The four ways of asking, as little as each needs, for tests that stand where an agent would. */
export interface Asking {
  readonly wire: WireName;
  path(stream: boolean): string;
  /** `turns`: what was said; a number stands for so many answered tool calls. */
  body(turns: readonly (string | number)[], tools: readonly string[], stream: boolean): object;
  /** What the model said, out of the events of a stream or a whole answer. */
  read(events: readonly Data[]): { readonly texts: string; readonly call: unknown; readonly usage: unknown };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of four providers, looked at field by field.
export type Data = any;

const TAKES: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command', 'description'],
  exec_command: ['cmd', 'sandbox_permissions'],
  bash: ['command'],
  run_shell_command: ['command'],
  Write: ['file_path', 'content'],
};
const schemaOf = (name: string) => ({
  type: 'object',
  properties: Object.fromEntries((TAKES[name] ?? []).map((key) => [key, { type: 'string' }])),
});

const moments = <T>(
  turns: readonly (string | number)[],
  user: (text: string) => T,
  result: (at: number) => T,
) =>
  turns.flatMap((turn) =>
    typeof turn === 'string' ? [user(turn)] : Array.from({ length: turn }, (_, at) => result(at)),
  );

const anthropic: Asking = {
  wire: 'anthropic',
  path: () => '/v1/messages?beta=true',
  body: (turns, tools, stream) => ({
    model: 'm',
    stream,
    system: [{ type: 'text', text: '# Environment\n - Primary working directory: /the/chamber\n' }],
    messages: moments<object>(
      turns,
      (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
      (at) => ({
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: `t${at}`, content: 'ok' },
          { type: 'text', text: '<system-reminder>SOMETHING</system-reminder>' },
        ],
      }),
    ),
    tools: tools.map((name) => ({ name, input_schema: schemaOf(name) })),
  }),
  read: (events) => {
    const whole = events.length === 1 ? events[0] : null;
    const blocks = whole
      ? whole.content
      : events.filter((each) => each.type === 'content_block_start').map((each) => each.content_block);
    const deltas = events.filter((each) => each.type === 'content_block_delta').map((each) => each.delta);
    const tool = blocks.find((block: Data) => block.type === 'tool_use');
    const json = deltas.find((delta) => delta.type === 'input_json_delta')?.partial_json;
    return {
      texts: whole
        ? blocks.map((block: Data) => block.text ?? '').join('')
        : deltas.map((delta) => delta.text ?? '').join(''),
      call: tool ? { name: tool.name, input: json === undefined ? tool.input : JSON.parse(json) } : null,
      usage: whole?.usage ?? {
        ...events[0].message.usage,
        ...events.find((each) => each.type === 'message_delta').usage,
      },
    };
  },
};

const responses: Asking = {
  wire: 'responses',
  path: () => '/v1/responses',
  body: (turns, tools, stream) => ({
    model: 'm',
    stream,
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>x' }] },
      ...moments<object>(
        turns,
        (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
        (at) => ({ type: 'function_call_output', call_id: `c${at}`, output: 'ok' }),
      ),
    ],
    tools: [
      ...tools.map((name) => ({ type: 'function', name, parameters: schemaOf(name) })),
      ...(tools.length > 0
        ? [{ type: 'namespace', name: 'mcp__host', tools: [{ type: 'function', name: 'report' }] }]
        : []),
    ],
  }),
  read: (events) => {
    const { output, usage } = events.length === 1 ? events[0] : events.at(-1).response;
    const call = output.find((item: Data) => item.type === 'function_call');
    return {
      texts: output.map((item: Data) => item.content?.[0].text ?? '').join(''),
      call: call ? { name: call.name, input: JSON.parse(call.arguments) } : null,
      usage,
    };
  },
};

const chat: Asking = {
  wire: 'chat',
  path: () => '/v1/chat/completions',
  body: (turns, tools, stream) => ({
    model: 'm',
    stream,
    messages: [
      { role: 'system', content: 'Working directory: /the/chamber\n' },
      ...moments<object>(
        turns,
        (content) => ({ role: 'user', content }),
        (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'ok' }),
      ),
    ],
    tools: tools.map((name) => ({ type: 'function', function: { name, parameters: schemaOf(name) } })),
  }),
  read: (events) => {
    const parts = events
      .flatMap((each) => each.choices)
      .map((choice: Data) => choice.delta ?? choice.message);
    const call = parts.flatMap((part: Data) => part.tool_calls ?? [])[0];
    return {
      texts: parts.map((part: Data) => part.content ?? '').join(''),
      call: call ? { name: call.function.name, input: JSON.parse(call.function.arguments) } : null,
      usage: events.findLast((each) => each.usage).usage,
    };
  },
};

const gemini: Asking = {
  wire: 'gemini',
  path: (stream) => `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (turns, tools) => ({
    contents: [
      { role: 'user', parts: [{ text: '<session_context>x' }] },
      ...moments<object>(
        turns,
        (text) => ({ role: 'user', parts: [{ text }] }),
        () => ({ role: 'user', parts: [{ functionResponse: { name: 'x', response: {} } }] }),
      ),
    ],
    tools: [{ functionDeclarations: tools.map((name) => ({ name, parametersJsonSchema: schemaOf(name) })) }],
  }),
  read: ([answer]) => {
    const { parts } = answer.candidates[0].content;
    const call = parts.find((part: Data) => part.functionCall)?.functionCall;
    return {
      texts: parts.map((part: Data) => part.text ?? '').join(''),
      call: call ? { name: call.name, input: call.args } : null,
      usage: answer.usageMetadata,
    };
  },
};

export const ASKINGS: readonly Asking[] = [anthropic, responses, chat, gemini];

/** Asks once. Events are what came over the stream, or the one whole answer. */
export async function ask(
  base: string,
  asking: Asking,
  request: { turns: (string | number)[]; tools: string[]; stream?: boolean },
) {
  const { turns, tools, stream = true } = request;
  const response = await fetch(`${base}${asking.path(stream)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer secret-key',
      'x-api-key': 'secret-key',
    },
    body: JSON.stringify(asking.body(turns, tools, stream)),
  });
  const text = await response.text();
  const events: Data[] = text.startsWith('{')
    ? [JSON.parse(text)]
    : text
        .split('\n\n')
        .map((event) => /^data: (.*)$/m.exec(event)?.[1] ?? '')
        .filter((data) => data !== '' && data !== '[DONE]')
        .map((data) => JSON.parse(data));
  return { response, text, events };
}
