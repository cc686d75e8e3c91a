import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ChatBatch } from '@symphony/domain';
import { streamSSE } from 'hono/streaming';
import { answerTo, giving, said } from './commands.ts';
import { problemOf } from './failure.ts';
import type { Env } from './guards.ts';
import type { HttpOptions } from './options.ts';
import { answers, body, view } from './schema.ts';
import { speak } from './stream.ts';

/** Chats: what was said in them, what is being said, and what can be told to them. */

const id = z.string().min(1).max(100);
const byId = z.object({ id });
const file = z.object({ name: z.string().min(1), text: z.string() });
const request = z.object({
  text: z.string().min(1),
  files: z.array(file).optional(),
  permit: z.enum(['ask', 'yes', 'no']).optional(),
});
const answer = z.object({
  question: z.string().nullable().default(null),
  verdict: z.enum(['once', 'always', 'no']),
});
const item = z.object({
  session: z.string().nullable().default(null),
  title: z.string().nullable().default(null),
});

export function chatRoutes(
  api: OpenAPIHono<Env>,
  options: Pick<HttpOptions, 'client' | 'clock' | 'warn'>,
  closing: AbortSignal,
): void {
  const { client } = options;
  const give = giving(client);
  const asked = <P extends string, R extends object>(path: P, summary: string, answered: string, given: R) =>
    createRoute({
      method: 'get',
      path,
      summary,
      request: given,
      responses: answers(view(answered), summary),
    });
  const told = <P extends string, R extends object>(path: P, summary: string, given: R) =>
    createRoute({ method: 'post', path, summary, request: given, responses: said });

  const limit = z.object({ limit: z.coerce.number().int().min(1).max(1_000).default(100) });
  api.openapi(
    asked('/chats', 'The chats there are, newest first.', 'ChatHead[]', { query: limit }),
    async (c) => c.json((await client.ask('chats', c.req.valid('query'))) as unknown as object, 200),
  );
  api.openapi(asked('/chats/{id}', 'All of one chat.', 'ChatView', { params: byId }), async (c) =>
    c.json(await client.ask('chat', c.req.valid('param')), 200),
  );
  api.openapi(
    asked('/chats/{id}/export', 'A conversation for each request.', 'ConversationRecord[]', { params: byId }),
    async (c) => c.json((await client.ask('chat-export', c.req.valid('param'))) as unknown as object, 200),
  );
  api.openapi(asked('/runtime', 'What chats are played with.', 'RuntimeView', {}), async (c) =>
    c.json(await client.ask('runtime', {}), 200),
  );
  followRoute(api, options, closing);

  api.openapi(told('/chats', 'Begins a chat; `chat` of the answer names it.', body(request)), async (c) =>
    answerTo(c, await give('chat-send', { ...c.req.valid('json'), chat: null })),
  );
  const onChat = { params: byId };
  api.openapi(told('/chats/{id}/send', 'A further request.', { ...onChat, ...body(request) }), async (c) =>
    answerTo(c, await give('chat-send', { ...c.req.valid('json'), chat: c.req.valid('param').id })),
  );
  api.openapi(told('/chats/{id}/stop', 'Calls off what is being answered.', onChat), async (c) =>
    answerTo(c, await give('chat-stop', { chat: c.req.valid('param').id })),
  );
  api.openapi(
    told('/chats/{id}/answer', 'Says whether a tool may do what it wants.', { ...onChat, ...body(answer) }),
    async (c) =>
      answerTo(c, await give('chat-answer', { ...c.req.valid('json'), chat: c.req.valid('param').id })),
  );
  const title = z.object({ title: z.string().min(1) });
  api.openapi(
    told('/chats/{id}/rename', 'Gives it another title.', { ...onChat, ...body(title) }),
    async (c) =>
      answerTo(c, await give('chat-rename', { ...c.req.valid('json'), chat: c.req.valid('param').id })),
  );
  api.openapi(
    told('/chats/{id}/item', 'Makes a work item of it, or of one request.', { ...onChat, ...body(item) }),
    async (c) =>
      answerTo(c, await give('chat-item', { ...c.req.valid('json'), chat: c.req.valid('param').id })),
  );
  const mission = z.object({ mission: z.string().min(1) });
  api.openapi(
    told('/chats/{id}/mission', 'Has a player plan a mission from it.', { ...onChat, ...body(mission) }),
    async (c) =>
      answerTo(c, await give('chat-mission', { ...c.req.valid('json'), chat: c.req.valid('param').id })),
  );
}

/** Each event is one batch; its id is the number of the last entry, so that a reader that was cut off goes on there. */
function followRoute(
  api: OpenAPIHono<Env>,
  { client, clock, warn }: Pick<HttpOptions, 'client' | 'clock' | 'warn'>,
  closing: AbortSignal,
): void {
  const route = createRoute({
    method: 'get',
    path: '/chats/{id}/stream',
    summary:
      'What is recorded in a chat after `after` or Last-Event-ID, and what is being said, as it comes.',
    request: { params: byId, query: z.object({ after: z.coerce.number().int().min(0).optional() }) },
    responses: {
      200: {
        description: 'Each event is a ChatBatch; its id is the number of the last entry.',
        content: { 'text/event-stream': { schema: z.string() } },
      },
    },
  });
  api.openapi(route, async (c) => {
    c.header('X-Accel-Buffering', 'no');
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const chat = c.req.valid('param').id;
    const heard = Number.parseInt(c.req.header('Last-Event-ID') ?? '', 10);
    const from = heard >= 0 ? heard : (c.req.valid('query').after ?? 0);
    await client.ask('chat', { id: chat }); // one that is not there is told as such, not by a stream that ends
    return streamSSE(c, async (stream) => {
      const batches = client.chat(chat, from)[Symbol.asyncIterator]();
      try {
        await speak(stream, batches, clock, closing, textOf);
      } catch (error) {
        const { code, message } = problemOf(error, (fault) => warn(`A stream of a chat failed: ${fault}`));
        await stream.writeSSE({ event: 'failed', data: JSON.stringify({ code, message }) });
      } finally {
        batches.return?.().catch((error: unknown) => warn(`A stream of a chat did not end: ${error}`));
      }
    });
  });
}

const textOf = (batch: ChatBatch): string => `id: ${batch.seq}\ndata: ${JSON.stringify(batch)}\n\n`;
