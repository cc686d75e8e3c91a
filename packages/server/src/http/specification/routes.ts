import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Clock } from '@symphony/domain';
import { type ConductorClient, MAX_ENTRIES, RequestError } from '@symphony/protocol';
import { envelope, refuseMethod, tell } from '../failure.ts';
import type { Env } from '../guards.ts';
import type { HttpOptions } from '../options.ts';
import { answers } from '../schema.ts';
import { findIssue, issueOf } from './issue.ts';
import { RunningTime } from './running-time.ts';
import { issueShape, type Refresh, refreshShape, stateShape } from './shapes.ts';
import { iso, stateOf } from './state.ts';

/** The endpoints of the public specification, for programs that were written against it. */

const SNAPSHOT_MS = 15_000;
const RECENT = 20;

export function specificationRoutes(
  api: OpenAPIHono<Env>,
  { client, clock }: Pick<HttpOptions, 'client' | 'clock'>,
): void {
  const time = new RunningTime(client);
  const refresh = refreshing(client, clock);

  const state = answers(stateShape, 'What runs and what waits.');
  api.openapi(
    createRoute({ method: 'get', path: '/state', summary: 'State.', responses: state }),
    async (c) => {
      try {
        const status = await inTime(client.status(), clock);
        return c.json(stateOf(status, await time.secondsAt(status)), 200);
      } catch (error) {
        return c.json({ generated_at: iso(clock.now()), error: snapshotError(error) }, 200);
      }
    },
  );

  const refreshed = { 202: answers(refreshShape, 'The next look at the tracker is brought forward.')[200] };
  api.openapi(
    createRoute({ method: 'post', path: '/refresh', summary: 'Refresh.', responses: refreshed }),
    async (c) => {
      const done = await refresh();
      if (done !== null) return c.json(done, 202);
      const message = 'The conductor cannot be reached.';
      return c.json(envelope({ status: 503, code: 'orchestrator_unavailable', message }), 503) as never;
    },
  );

  const posted = new Set(api.routes.filter(({ method }) => method === 'POST').map(({ path }) => path));
  const params = z.object({ identifier: z.string().min(1).max(500) });
  const issue = answers(issueShape, 'One issue.');
  api.openapi(
    createRoute({
      method: 'get',
      path: '/{identifier}',
      summary: 'One issue.',
      request: { params },
      responses: issue,
    }),
    async (c) => {
      const { identifier } = c.req.valid('param');
      if (posted.has(`/${identifier}`)) return refuseMethod(c, ['POST']) as never; // no issue, but a route
      const status = await client.status();
      const item = findIssue(status.items, identifier);
      if (item === null) return tell(c, { ...UNKNOWN, message: `There is no issue ${identifier}.` }) as never;
      const since = Math.max(0, status.seq - MAX_ENTRIES);
      const entries = await client.events(since, MAX_ENTRIES, { item: item.id });
      const names = new Map(status.items.map((each) => [each.id, each.identifier]));
      return c.json(
        issueOf(item, entries.slice(-RECENT), (id) => names.get(id) ?? id),
        200,
      );
    },
  );
}

const UNKNOWN = { status: 404, code: 'issue_not_found' } as const;

/** A wish that comes while one is under way is met by that one. */
function refreshing(client: ConductorClient, clock: Pick<Clock, 'now'>): () => Promise<Refresh | null> {
  let underWay: Promise<boolean> | null = null;
  return async () => {
    const coalesced = underWay !== null;
    underWay ??= client
      .command({ name: 'refresh', by: 'http' })
      .then(
        ({ accepted }) => accepted,
        () => false,
      )
      .finally(() => {
        underWay = null;
      });
    const queued = await underWay;
    if (!queued) return null;
    return { queued, coalesced, requested_at: iso(clock.now()), operations: ['poll', 'reconcile'] };
  };
}

function inTime<T>(answer: Promise<T>, clock: Pick<Clock, 'after'>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const callOff = clock.after(SNAPSHOT_MS, () =>
    late.reject(new RequestError('timeout', 'It took too long.')),
  );
  return Promise.race([answer, late.promise]).finally(callOff);
}

/** The specification answers 200 and says in the body that there is no snapshot. */
const snapshotError = (error: unknown) =>
  error instanceof RequestError && error.code === 'timeout'
    ? ({ code: 'snapshot_timeout', message: 'The snapshot was not ready in time.' } as const)
    : ({ code: 'snapshot_unavailable', message: 'There is no snapshot to be had.' } as const);
