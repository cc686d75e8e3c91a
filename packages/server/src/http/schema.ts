import { type Hook, z } from '@hono/zod-openapi';
import { tell } from './failure.ts';
import type { Env } from './guards.ts';

/** What the routes say of themselves in the OpenAPI document. */

const problem = z
  .object({
    error: z.object({ code: z.string(), message: z.string(), next_step: z.string().optional() }),
  })
  .openapi('Problem');

const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/**
 * A view of `@symphony/domain`, by its name. Views only grow within a version, so the document names
 * them and leaves their fields to the types.
 */
export const view = (name: string): z.ZodType => {
  const named = z.looseObject({}).openapi(name.replace('[]', ''));
  return name.endsWith('[]') ? z.array(named) : named;
};

export const answers = (schema: z.ZodType, description: string) => ({
  200: json(schema, description),
  default: json(problem, 'Why it was not met.'),
});

export const body = <S extends z.ZodType>(schema: S) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

/** Says in one sentence which part of a request cannot be read. */
export const refuseUnread: Hook<unknown, Env, string, Response | undefined> = (result, c) => {
  if (result.success) return undefined;
  const issue = result.error.issues[0];
  const where = issue && issue.path.length > 0 ? issue.path.join('.') : 'The request';
  return tell(c, {
    status: 400,
    code: 'invalid',
    message: `${where} is wrong: ${issue?.message ?? 'it cannot be read'}.`,
    nextStep: 'Correct the request and send it again.',
  });
};
