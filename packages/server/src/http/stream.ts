import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Clock, EntryBatch } from '@symphony/domain';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { entryFilter, readFilter } from './entry-filter.ts';
import { problemOf } from './failure.ts';
import type { Env } from './guards.ts';
import type { HttpOptions } from './options.ts';

/**
 * What is recorded, as server-sent events. The number of each entry is its id, so that a reader that
 * was cut off goes on where it was. Never faster than it is read.
 */

const SIGN_OF_LIFE_MS = 15_000;
const RETRY_MS = 2_000;

const given = z.object({ after: z.coerce.number().int().min(0).optional(), ...entryFilter });

export function streamRoute(
  api: OpenAPIHono<Env>,
  { client, clock, warn }: Pick<HttpOptions, 'client' | 'clock' | 'warn'>,
  closing: AbortSignal,
): void {
  const route = createRoute({
    method: 'get',
    path: '/stream',
    summary: 'What is recorded after `after` or Last-Event-ID, as it comes.',
    request: { query: given },
    responses: {
      200: {
        description: 'Each event is one entry; its id is the number of the entry.',
        content: { 'text/event-stream': { schema: z.string() } },
      },
    },
  });
  api.openapi(route, (c) => {
    c.header('X-Accel-Buffering', 'no'); // a proxy that collects would defeat it
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const { after, ...filter } = c.req.valid('query');
    const heard = Number.parseInt(c.req.header('Last-Event-ID') ?? '', 10);
    const from = heard >= 0 ? heard : (after ?? 0);
    return streamSSE(c, async (stream) => {
      const batches = client.entries(from, readFilter(filter))[Symbol.asyncIterator]();
      try {
        await speak(stream, batches, clock, closing, textOf);
      } catch (error) {
        const { code, message } = problemOf(error, (fault) => warn(`A stream of entries failed: ${fault}`));
        await stream.writeSSE({ event: 'failed', data: JSON.stringify({ code, message }) });
      } finally {
        // Not waited for: one that waits for the next entry would leave only when that comes.
        batches.return?.().catch((error: unknown) => warn(`A stream of entries did not end: ${error}`));
      }
    });
  });
}

/** Says what comes, one batch after the other, until the reader leaves or everything ends. */
export async function speak<T>(
  stream: SSEStreamingApi,
  batches: AsyncIterator<T>,
  clock: Pick<Clock, 'after'>,
  closing: AbortSignal,
  textOf: (batch: T) => string,
): Promise<void> {
  let over = closing.aborted;
  let wake = (_why: 'over'): void => undefined;
  const end = () => {
    over = true;
    wake('over');
  };
  stream.onAbort(end);
  closing.addEventListener('abort', end, { once: true });
  try {
    await stream.write(`retry: ${RETRY_MS}\n\n`);
    let next: Promise<IteratorResult<T>> | null = null;
    while (!over) {
      next ??= batches.next(); // only now: the reader has taken what was there
      // A promise for each turn: one for the whole stream would keep every batch that ever came.
      const turn = Promise.withResolvers<'over' | 'quiet'>();
      wake = turn.resolve;
      const callOff = clock.after(SIGN_OF_LIFE_MS, () => turn.resolve('quiet'));
      const came = await Promise.race([turn.promise, next]);
      callOff();
      if (came === 'over') return;
      if (came === 'quiet') await stream.write(': still here\n\n');
      else if (came.done === true) return;
      else {
        await stream.write(textOf(came.value));
        next = null;
      }
    }
  } finally {
    closing.removeEventListener('abort', end);
  }
}

/** One write for all that came together: JSON has no line breaks, so each entry is one line of data. */
function textOf({ seq, entries }: EntryBatch): string {
  const events = entries.map((entry) => `id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`);
  // All up to here was looked at. An id without data is no event, but a reader remembers it.
  if (entries.at(-1)?.seq !== seq) events.push(`id: ${seq}\n\n`);
  return events.join('');
}
