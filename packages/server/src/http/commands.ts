import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { CommandAnswer, ConductorClient } from '@symphony/protocol';
import type { Context } from 'hono';
import { commandSchema } from '../control/command-schema.ts';
import { readParams } from '../control/schemas.ts';
import { envelope } from './failure.ts';
import type { Env } from './guards.ts';
import { answers, body, view } from './schema.ts';

/** All that can be commanded. What comes in is checked where the control socket checks it too. */

/** Recorded as who asked. */
const BY = 'http';

const name = z.string().min(1).max(500);
const remark = z.object({
  path: z.string().min(1),
  line: z.int().min(1),
  side: z.enum(['old', 'new']),
  text: z.string().min(1),
});
const newItem = z.object({
  title: z.string().min(1),
  description: z.string().optional(),
  labels: z.array(z.string()).optional(),
  priority: z.int().nullable().optional(),
  blockedBy: z.array(z.string()).optional(),
  player: z.string().nullable().optional(),
});

interface Act {
  readonly summary: string;
  /** What must be said with it; null when there is nothing to say. */
  readonly body: z.ZodObject | null;
}

const ACTS: Readonly<Record<string, Act>> = {
  pause: {
    summary: 'Pauses it when its turn ends, or `now`.',
    body: z.object({ now: z.boolean().default(false) }),
  },
  resume: { summary: 'Lets it go on.', body: null },
  kill: { summary: 'Ends its agent.', body: null },
  retry: { summary: 'Tries it again.', body: null },
  approve: { summary: 'Lets its work be merged.', body: null },
  answer: {
    summary: 'Answers what its agent asked; with several open questions `question` tells which.',
    body: z.object({ question: z.string().nullable().default(null), text: z.string() }),
  },
  steer: {
    summary: 'Words for its agent, given with the next turn.',
    body: z.object({ text: z.string().min(1) }),
  },
  review: {
    summary: 'Remarks on what its agent did; they become its next turn.',
    body: z.object({ comments: z.array(remark).default([]), text: z.string().default('') }),
  },
  takeover: { summary: 'Makes the session of its agent a person’s.', body: null },
};

/** Each as the control socket takes it, without who asks. Values of melodies are any JSON, which has no end to describe. */
const withoutBy = commandSchema.options.map((each) => {
  const { by: _by, parameters, ...shape }: z.core.$ZodShape = each.shape;
  return z.strictObject(parameters ? { ...shape, parameters: z.record(z.string(), z.unknown()) } : shape);
});
const anyCommand = z
  .discriminatedUnion('name', withoutBy as unknown as [Named, ...Named[]])
  .openapi('OperatorCommand');
type Named = z.ZodObject<{ name: z.ZodLiteral<string> }>;

const byId = z.object({ id: name });
export const said = answers(
  view('CommandAnswer'),
  'What happened. 409 when it was not accepted, with the reason.',
);

/** Has a command carried out that came in over HTTP. */
export type Give = (name: string, given: object) => Promise<CommandAnswer>;

/** `name` last: what a body says cannot make another command of it. */
export const giving =
  (client: ConductorClient): Give =>
  async (named, given) => {
    const { command } = readParams('command', { command: { ...given, by: BY, name: named } });
    return client.command(command);
  };

export function commandRoutes(api: OpenAPIHono<Env>, client: ConductorClient): void {
  const give = giving(client);

  const summary = 'Any command of an operator, as the control socket takes it, without `by`.';
  api.openapi(
    createRoute({ method: 'post', path: '/commands', summary, request: body(anyCommand), responses: said }),
    async (c) => {
      const command = c.req.valid('json');
      return answerTo(c, await give(command.name, command));
    },
  );
  api.openapi(
    createRoute({
      method: 'post',
      path: '/items',
      summary: 'Puts new work on the tracker; `item` of the answer names it.',
      request: body(newItem),
      responses: said,
    }),
    async (c) => answerTo(c, await give('add', c.req.valid('json'))),
  );
  for (const [act, { summary: does, body: wanted }] of Object.entries(ACTS))
    api.openapi(
      createRoute({
        method: 'post',
        path: `/items/{id}/${act}`,
        summary: does,
        request: { params: byId, ...(wanted === null ? {} : optionalBody(wanted)) },
        responses: said,
      }),
      async (c) => {
        const given = wanted === null ? {} : wanted.parse(c.req.valid('json' as never) ?? {});
        return answerTo(c, await give(act, { ...given, ...c.req.valid('param') }));
      },
    );
}

/** Where everything has a default, nothing need be sent. */
export const optionalBody = (schema: z.ZodObject) =>
  schema.safeParse({}).success ? { body: { content: { 'application/json': { schema } } } } : body(schema);

/** One that was not accepted is told in the form of every failure, and whole. */
export function answerTo(c: Context, answer: CommandAnswer) {
  if (answer.accepted) return c.json({ ...answer }, 200);
  const problem = { status: 409, code: 'not_accepted', message: answer.message } as const;
  return c.json({ ...answer, ...envelope(problem) }, 409);
}
