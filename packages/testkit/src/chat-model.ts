import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a model is asked, as far as a script goes by it. */
export interface ChatModelAsked {
  readonly system: string;
  /** What a person said last. */
  readonly user: string;
  /** How many tools have answered since. */
  readonly results: number;
  /** As they are spelled for a provider: `files__read`. */
  readonly tools: readonly string[];
}

export interface ChatModelAnswer {
  readonly say?: string;
  /** Said word by word, with so long between two of them. */
  readonly wordMs?: number;
  readonly call?: { readonly tool: string; readonly input: object };
}

/** A model for chats: OpenAI's Chat Completions, streamed word by word as a test says. Nothing leaves this machine. */
export interface ChatModel {
  /** The address to configure, with `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

export async function openChatModel(
  answer: (asked: ChatModelAsked) => ChatModelAnswer | Promise<ChatModelAnswer>,
): Promise<ChatModel> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await json(request)) as {
      messages: readonly Message[];
      tools?: readonly Offered[];
      stream?: boolean;
    };
    const given = await answer(askedIn(body));
    const usage = usageOf(body, given);
    if (body.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const message = { role: 'assistant', content: given.say ?? null, ...callsOf(given) };
      response.end(
        JSON.stringify({ ...ENVELOPE, choices: [{ index: 0, message, finish_reason: endOf(given) }], usage }),
      );
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const tell = (delta: object, finish: string | null = null, more: object = {}): void => {
      const chunk = { ...ENVELOPE, choices: [{ index: 0, delta, finish_reason: finish }], ...more };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    for (const word of (given.say ?? '').match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
      tell({ content: word });
      if (given.wordMs) await sleep(given.wordMs);
      if (response.destroyed) return;
    }
    if (given.call) tell({ ...callsOf(given) });
    tell({}, endOf(given), { usage });
    response.end('data: [DONE]\n\n');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error), type: 'invalid_request_error' } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Offered {
  readonly function: { readonly name: string };
}

const ENVELOPE = { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted' };

function askedIn({
  messages,
  tools = [],
}: {
  messages: readonly Message[];
  tools?: readonly Offered[];
}): ChatModelAsked {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return {
    system: messages
      .filter(({ role }) => role === 'system')
      .map(textOf)
      .join('\n'),
    user: textOf(messages[last]),
    results: messages.slice(last + 1).filter(({ role }) => role === 'tool').length,
    tools: tools.map((each) => each.function.name),
  };
}

function textOf(message: Message | undefined): string {
  const content = message?.content;
  if (typeof content === 'string') return content;
  return Array.isArray(content)
    ? content.map((part: { readonly text?: string }) => part.text ?? '').join('')
    : '';
}

let calls = 0;

function callsOf({ call }: ChatModelAnswer): object {
  if (!call) return {};
  calls += 1;
  const { tool, input } = call;
  return {
    tool_calls: [
      {
        index: 0,
        id: `call_${calls}`,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(input) },
      },
    ],
  };
}

const endOf = ({ call }: ChatModelAnswer): string => (call ? 'tool_calls' : 'stop');

/** Four characters are a token, as people reckon. */
function usageOf(body: unknown, answer: ChatModelAnswer): object {
  const prompt = Math.ceil(JSON.stringify(body).length / 4);
  const completion = Math.ceil(JSON.stringify(answer).length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
