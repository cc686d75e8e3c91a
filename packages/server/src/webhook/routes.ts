import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Clock, WebhookReading } from '@symphony/domain';
import { formatBytes } from '@symphony/domain';
import type { Context } from 'hono';
import { type Problem, refuseMethod, tell } from '../http/failure.ts';
import type { Env } from '../http/guards.ts';
import { answers } from '../http/schema.ts';
import type { WebhookDesk } from './desk.ts';
import { perMinute } from './per-minute.ts';
import { readUnsigned, WEBHOOK_SOURCES, type WebhookSource, type WebhookSourceName } from './sources.ts';

/**
 * `POST /webhooks/NAME`: a tracker tells that something changed. It has no token of ours, its signature is all it
 * has to show. It answers 202 as soon as what was said is on record, and never waits for the tracker to be read.
 */

export interface WebhookRouteOptions {
  readonly desk: WebhookDesk;
  readonly clock: Pick<Clock, 'now'>;
  readonly warn: (message: string) => void;
  readonly limits?: WebhookLimits;
}

export interface WebhookLimits {
  readonly perMinute: number;
  /** Bodies that are read at the same time. */
  readonly atOnce: number;
}

const LIMITS: WebhookLimits = { perMinute: 3_000, atOnce: 16 };

const heardShape = z.object({ result: z.enum(['heard', 'ignored', 'repeated']) }).openapi('WebhookAnswer');

export function webhookRoutes(api: OpenAPIHono<Env>, options: WebhookRouteOptions): void {
  const { perMinute: most, atOnce } = options.limits ?? LIMITS;
  const calls = perMinute(most, options.clock);
  const complaints = perMinute(1, options.clock);
  let reading = 0;
  for (const [name, source] of Object.entries(WEBHOOK_SOURCES) as [WebhookSourceName, WebhookSource][]) {
    const path = `/webhooks/${name}`;
    api.openAPIRegistry.registerPath(description(path, source));
    api.post(path, async (c) => {
      if (!calls.take()) return tell(c, TOO_MANY, { 'Retry-After': '60' });
      const { unsigned, max_bytes: maxSize, [name]: own } = options.desk.settings();
      if (own.secret === null && !unsigned) return tell(c, closed(name, source));
      if (reading >= atOnce) return tell(c, BUSY, { 'Retry-After': '5' });
      reading += 1;
      try {
        const body = await bodyOf(c, maxSize);
        if (body instanceof Response) return body;
        return await answer(c, options, name, body, complaints);
      } finally {
        reading -= 1;
      }
    });
    api.all(path, (c) => refuseMethod(c, ['POST']));
  }
}

/** The raw bytes, as they were signed; or the answer to one that is too long. */
async function bodyOf(c: Context<Env>, maxSize: number): Promise<Uint8Array | Response> {
  const tooMuch = () => tell(c, tooLarge(maxSize), CLOSE);
  if (Number(c.env.incoming.headers['content-length'] ?? 0) > maxSize) return tooMuch();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of c.req.raw.body ?? []) {
    size += part.length;
    if (size > maxSize) return tooMuch();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function answer(
  c: Context<Env>,
  { desk, clock, warn }: WebhookRouteOptions,
  name: WebhookSourceName,
  body: Uint8Array,
  complaints: ReturnType<typeof perMinute>,
): Promise<Response> {
  const source: WebhookSource = WEBHOOK_SOURCES[name];
  const { headers } = c.env.incoming;
  const { secret } = desk.settings()[name];
  const reading: WebhookReading =
    secret === null
      ? await readUnsigned(source, body, headers, clock.now())
      : await source.read(body, headers, secret, clock.now());
  if (reading.kind === 'refused') {
    if (complaints.take()) warn(`A webhook of ${source.title} was refused: ${reading.reason}`);
    return tell(c, refused(reading.reason, reading.malformed ?? false));
  }
  if (reading.kind === 'ignored') return c.json({ result: 'ignored' }, 202);
  const delivery = `${name}:${reading.delivery}`;
  if (desk.deliveries.has(delivery)) return c.json({ result: 'repeated' }, 202);
  if (reading.comment) await desk.hear(reading.comment);
  desk.deliveries.add(delivery); // only now: one whose comment was not recorded may come again
  desk.hint(reading);
  return c.json({ result: 'heard' }, 202);
}

const CLOSE = { Connection: 'close' }; // what is left of the body is not read

const TOO_MANY: Problem = {
  status: 429,
  code: 'too_many_webhooks',
  message: 'Too many webhooks came within a minute.',
  nextStep: 'Nothing is lost: the tracker is read anyway.',
};
const BUSY: Problem = { status: 503, code: 'busy', message: 'Too many webhooks are being read at once.' };

const tooLarge = (maxSize: number): Problem => ({
  status: 413,
  code: 'too_large',
  message: `The body is larger than ${formatBytes(maxSize)} (\`webhooks.max_bytes\`).`,
});

const closed = (name: string, { title }: WebhookSource): Problem => ({
  status: 403,
  code: 'no_secret',
  message: `Webhooks of ${title} are not heard: Symphony knows no secret for them.`,
  nextStep: `Set \`webhooks.${name}.secret\` to a \`$NAME\`.`,
});

const refused = (reason: string, malformed: boolean): Problem =>
  malformed
    ? { status: 400, code: 'invalid', message: reason }
    : {
        status: 401,
        code: 'wrong_signature',
        message: reason,
        nextStep: 'Give the webhook and Symphony the same secret.',
      };

const description = (path: string, { title, signature }: WebhookSource) =>
  createRoute({
    method: 'post',
    path,
    summary: `What ${title} tells by webhook, signed in ${signature.header}. No token is needed.`,
    security: [],
    request: { body: { required: true, content: { 'application/json': { schema: z.looseObject({}) } } } },
    responses: {
      202: answers(heardShape, 'Heard, of no interest, or heard before.')[200],
      default: answers(heardShape, '').default,
    },
  });
