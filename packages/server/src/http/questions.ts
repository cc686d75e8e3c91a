import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { type ConductorClient, MAX_ENTRIES } from '@symphony/protocol';
import { entryFilter, list, readFilter, split } from './entry-filter.ts';
import type { Env } from './guards.ts';
import { answers, view } from './schema.ts';

/** All that can be asked. Nothing here changes anything. */

interface Question {
  readonly path: string;
  readonly summary: string;
  /** The name of what is answered. */
  readonly view: string;
  readonly given: z.ZodObject;
  readonly ask: (client: ConductorClient, given: never) => Promise<unknown>;
}

/** Held to its own parameters by the compiler, then one of many. */
const question = <S extends z.ZodObject>(
  path: string,
  summary: string,
  view: string,
  given: S,
  ask: (client: ConductorClient, given: z.output<S>) => Promise<unknown>,
): Question => ({ path, summary, view, given, ask });

const name = z.string().min(1).max(500);
const seq = z.coerce.number().int().min(0);
const limit = z.coerce.number().int().min(1).max(MAX_ENTRIES).default(100);
const instant = z.coerce.number().int().optional();
const nothing = z.object({});
const byId = z.object({ id: name });

const artifactQuery = z.object({
  text: z.string().max(1_000).optional(),
  idPrefix: name.optional(),
  name: name.optional(),
  type: name.optional(),
  item: name.optional(),
  run: name.optional(),
  hash: name.optional(),
  tags: list,
  after: instant,
  before: instant,
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});

const QUESTIONS: readonly Question[] = [
  question('/status', 'The whole board.', 'StatusView', nothing, (client) => client.status()),
  question('/items/{id}', 'One item with its runs and proof.', 'ItemDetail', byId, (client, { id }) =>
    client.ask('item', { id }),
  ),
  question('/items/{id}/explain', 'Why it is where it is.', 'ExplainView', byId, (client, { id }) =>
    client.explain(id),
  ),
  question('/items/{id}/changes', 'The files it changes.', 'ChangesView', byId, (client, { id }) =>
    client.ask('changes', { id }),
  ),
  question(
    '/items/{id}/patch',
    'What it changes in one file.',
    'PatchView',
    z.object({ id: name, path: z.string().min(1).max(4_096) }),
    (client, { id, path }) => client.ask('patch', { id, path }),
  ),
  question(
    '/events',
    'What was recorded after `after`, oldest first.',
    'Entry[]',
    z.object({ after: seq.default(0), limit, ...entryFilter }),
    (client, { after, limit: most, ...filter }) => client.events(after, most, readFilter(filter)),
  ),
  question(
    '/search',
    'What was recorded with these words, newest first.',
    'Entry[]',
    z.object({ words: z.string().min(1).max(1_000), limit }),
    (client, { words, limit: most }) => client.search(words, most),
  ),
  question('/artifacts', 'What was kept.', 'ArtifactFindings', artifactQuery, (client, { tags, ...rest }) =>
    client.ask('artifacts', { ...present(rest), ...(tags === undefined ? {} : { tags: split(tags) }) }),
  ),
  question('/artifacts/{id}', 'One artifact with its text.', 'ArtifactView', byId, (client, { id }) =>
    client.ask('artifact', { id }),
  ),
  question('/artifacts/{id}/lineage', 'What it comes from.', 'Lineage', byId, (client, { id }) =>
    client.ask('lineage', { id }),
  ),
  question(
    '/stats',
    'How it went; without `from`, of the last thirty days.',
    'StatsView',
    z.object({ from: instant, to: instant }),
    (client, given) => client.ask('stats', present(given)),
  ),
  question(
    '/runtime/stats',
    'How the runtime did; without `from`, in the last thirty days.',
    'RuntimeStatsView',
    z.object({ from: instant, to: instant }),
    (client, given) => client.ask('runtime-stats', present(given)),
  ),
  question(
    '/replay',
    'The board as it was when entry `seq` had just been recorded.',
    'StatusView',
    z.object({ seq }),
    (client, given) => client.ask('replay', given),
  ),
  question(
    '/timeline',
    'At most `marks` of what happened.',
    'TimelineView',
    z.object({ marks: z.coerce.number().int().min(0).max(10_000).default(200) }),
    (client, given) => client.ask('timeline', given),
  ),
  question('/settings', 'The configuration.', 'SettingsView', nothing, (client) =>
    client.ask('settings', {}),
  ),
  question('/doctor', 'What the doctor finds.', 'FindingView[]', nothing, (client) =>
    client.ask('doctor', {}),
  ),
  question('/melodies', 'The melodies there are.', 'MelodyShelfView', nothing, (client) =>
    client.ask('melodies', {}),
  ),
  question(
    '/melodies/runs/{run}',
    'One run of a melody with its nodes.',
    'MelodyView',
    z.object({ run: name }),
    (client, { run }) => client.melody(run),
  ),
  question(
    '/melodies/{name}',
    'One melody as it is written.',
    'MelodySourceView',
    z.object({ name }),
    (client, given) => client.ask('melody-source', given),
  ),
  question('/missions', 'The missions there are.', 'MissionRunView[]', nothing, async (client) => {
    const { missions } = await client.status();
    return missions;
  }),
  question('/missions/{id}', 'All of one mission, by its name.', 'MissionView', byId, (client, { id }) =>
    client.ask('mission', { id }),
  ),
];

/** What was left out is not there at all, which is not the same as being undefined. */
const present = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export function questionRoutes(api: OpenAPIHono<Env>, client: ConductorClient): void {
  for (const { path, summary, view: answered, given, ask } of QUESTIONS) {
    const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each));
    const part = (isIn: boolean) =>
      z.object(Object.fromEntries(Object.entries(given.shape).filter(([key]) => inPath.has(key) === isIn)));
    const route = createRoute({
      method: 'get',
      path,
      summary,
      request: { params: part(true), query: part(false) },
      responses: answers(view(answered), summary),
    });
    api.openapi(route, async (c) => {
      const read = { ...c.req.valid('query'), ...c.req.valid('param') };
      return c.json((await ask(client, read as never)) as object, 200);
    });
  }
}
