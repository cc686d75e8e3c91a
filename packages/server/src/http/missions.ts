import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { PHASES } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { MISSION_ACTS, missionPlan } from '../control/mission-schema.ts';
import { answerTo, giving, optionalBody, said } from './commands.ts';
import type { Env } from './guards.ts';
import { body } from './schema.ts';

/** What can be told to missions. */

const name = z.string().min(1).max(200);
const start = z.object({ plan: missionPlan, approved: z.boolean().default(false) });
const plan = z.object({
  mission: name,
  request: z.string().min(1),
  phases: z.array(z.enum(PHASES)).nullable().default(null),
  player: name.nullable().default(null),
});

type ActName = keyof typeof MISSION_ACTS;

const SUMMARIES: Readonly<Record<ActName, string>> = {
  approve: 'Lets a mission that is planned begin.',
  pause: 'Lets it start nothing more; what is at work finishes.',
  abort: 'Ends it; its branch and chambers stay.',
  resume: 'Lets it go on, with `usd` more to spend.',
  decide: 'Decides on one of its deviations.',
  tell: 'Records a deviation that a person found.',
  discover: 'Shares what a person found out; a critical discovery reaches those at work.',
  understand: 'Changes what it is understood to be, adds a requirement or a rule.',
  answer: 'Answers what it asks; with several open questions `question` tells which.',
};

/** What need not be said. */
const USUAL: { readonly [K in ActName]?: object } = {
  pause: { reason: '' },
  abort: { reason: '' },
  resume: { usd: 0 },
  decide: { instruction: '', rationale: '' },
  understand: { why: '' },
  answer: { question: null },
};

export function missionRoutes(api: OpenAPIHono<Env>, client: ConductorClient): void {
  const give = giving(client);
  const route = <P extends string, R extends object>(path: P, summary: string, request: R) =>
    createRoute({ method: 'post', path, summary, request, responses: said });
  api.openapi(
    route('/missions', 'Plays a mission; `approved`: without being asked about it first.', body(start)),
    async (c) => answerTo(c, await give('mission-start', c.req.valid('json'))),
  );
  api.openapi(
    route('/missions/plan', 'Has a player plan a mission from one sentence.', body(plan)),
    async (c) => answerTo(c, await give('mission-plan', c.req.valid('json'))),
  );
  for (const act of Object.keys(MISSION_ACTS) as ActName[]) {
    const wanted = bodyOf(act);
    const request = { params: z.object({ id: name }), ...(wanted ? optionalBody(wanted) : {}) };
    api.openapi(route(`/missions/{id}/${act}`, SUMMARIES[act], request), async (c) => {
      const { id } = c.req.valid('param');
      const given = wanted?.parse(c.req.valid('json' as never) ?? {}) ?? {};
      return answerTo(c, await give('mission', { mission: id, act: { ...given, kind: act } }));
    });
  }
}

/** The act as the control socket takes it, without its kind, which the path says. Null: there is nothing more to say. */
function bodyOf(act: ActName): z.ZodObject | null {
  const { kind: _kind, ...shape }: z.core.$ZodShape = MISSION_ACTS[act].shape;
  const usual = Object.entries(USUAL[act] ?? {});
  const filled = usual.map(([key, value]) => [key, (shape[key] as z.ZodType).default(value)]);
  const whole = { ...shape, ...Object.fromEntries(filled) };
  return Object.keys(whole).length === 0 ? null : z.strictObject(whole);
}
