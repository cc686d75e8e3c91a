import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ConductorClient } from '@symphony/protocol';
import { readParams } from '../control/schemas.ts';
import type { Env } from './guards.ts';
import { answers, body, view } from './schema.ts';

/** Asked with POST because what they are about is long; they change nothing either. */
export function checkRoutes(api: OpenAPIHono<Env>, client: ConductorClient): void {
  const check = (
    query: 'check-settings' | 'check-melody' | 'check-mission',
    path: string,
    summary: string,
    answered: string,
  ) =>
    api.openapi(
      createRoute({
        method: 'post',
        path,
        summary,
        request: body(z.looseObject({})),
        responses: answers(view(answered), summary),
      }),
      async (c) => c.json((await client.ask(query, readParams(query, c.req.valid('json')))) as object, 200),
    );
  check('check-settings', '/settings/check', 'What would be wrong with this `text`.', 'SettingProblem[]');
  check(
    'check-melody',
    '/melodies/check',
    'Whether this `melody` or `text` could be played.',
    'MelodyVerdict',
  );
  check(
    'check-mission',
    '/missions/check',
    'Whether this `text` is a mission that could be played.',
    'MissionJudgement',
  );
}
