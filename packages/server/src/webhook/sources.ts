import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { verify } from '@octokit/webhooks-methods';
import { githubWebhook } from '@symphony/adapters/github/webhook';
import { hearLinear, type LinearComment } from '@symphony/adapters/tracker/linear';
import type { Instant, TrackerComment, WebhookReading } from '@symphony/domain';

/** Reads one delivery. Never rejects for what it says. */
export type ReadWebhook = (
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  secret: string,
  now: Instant,
) => Promise<WebhookReading>;

export interface WebhookSource {
  /** What a person calls it. */
  readonly title: string;
  readonly read: ReadWebhook;
  /** Where the signature stands, and what is before its hex digits. */
  readonly signature: { readonly header: string; readonly prefix: string };
}

/** The trackers that tell by themselves, by the last part of the address. */
export const WEBHOOK_SOURCES = {
  github: {
    title: 'GitHub',
    read: githubWebhook(verify),
    signature: { header: 'x-hub-signature-256', prefix: 'sha256=' },
  },
  linear: {
    title: 'Linear',
    read: readLinear,
    signature: { header: 'linear-signature', prefix: '' },
  },
} as const satisfies Readonly<Record<string, WebhookSource>>;

export type WebhookSourceName = keyof typeof WEBHOOK_SOURCES;

async function readLinear(...[body, headers, secret, now]: Parameters<ReadWebhook>): Promise<WebhookReading> {
  const hearing = hearLinear(body, headers, secret, now);
  if (hearing.kind === 'refused') return { ...hearing, malformed: !isJson(body) };
  if (hearing.kind === 'ignored') return hearing;
  const { kind, delivery, items, comment: said } = hearing;
  const comment = said === undefined ? null : linearComment(said);
  return { kind, delivery, about: 'items', names: items, ...(comment ? { comment } : {}) };
}

/** A member of the workspace need not be one of the team: Linear is asked, and nobody is taken on trust. */
function linearComment({ id, item, text, author, edited }: LinearComment): TrackerComment | null {
  if (author === null || edited) return null;
  return { id: `linear-comment-${id}`, item: [item], text, author, standing: 'stranger' };
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
}

/**
 * One that is not signed, where a person allowed it: signed here, so that everything else about it is still
 * checked. What it says is never taken for a person's word.
 */
export async function readUnsigned(
  { read, signature }: WebhookSource,
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  now: Instant,
): Promise<WebhookReading> {
  const secret = randomBytes(32).toString('hex');
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const signed = { ...headers, [signature.header]: `${signature.prefix}${digest}` };
  const reading = await read(body, signed, secret, now);
  if (reading.kind !== 'heard') return reading;
  const { comment: _unproved, ...hint } = reading;
  return hint;
}
