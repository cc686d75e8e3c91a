import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant, ItemId } from '@symphony/domain';
import { isOurComment } from './comment-id.ts';

/**
 * What Linear tells by itself, read: who sent it is proved by the signature over the raw bytes, that
 * it is fresh by the time within them. Nothing of the body is looked at before the signature holds.
 * What is heard is a hint: the conductor reads the tracker again and believes only that.
 */
export type LinearHearing =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'heard';
      /** Unique to one delivery; the same when Linear sends it again. */
      readonly delivery: string;
      /** Ids of the items that changed, as the tracker knows them. */
      readonly items: readonly ItemId[];
      readonly comment?: LinearComment;
    }
  | { readonly kind: 'ignored' };

/** A comment that was written or changed. */
export interface LinearComment {
  readonly item: ItemId;
  readonly id: string;
  readonly text: string;
  /** Null: an integration or an application said it, nobody who could be allowed anything. */
  readonly author: { readonly id: string; readonly name: string } | null;
  /** True: it was there before and its text was changed. */
  readonly edited: boolean;
}

/** Names in lower case, as Node gives them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const FRESH_MS = 60_000;

/** `secret` is that of the webhook's settings page; `now` is what this machine's clock says. */
export function hearLinear(
  body: Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  now: Instant,
): LinearHearing {
  if (secret === '') return refused('No secret is set for the webhooks of Linear.');
  const signature = single(headers['linear-signature']);
  if (signature === null) return refused('The request carries no Linear-Signature.');
  if (!isSigned(body, signature, secret)) return refused('The signature does not belong to this body.');
  const told = readObject(body);
  if (told === null) return refused('The body is not a JSON object.');
  const sent = told.webhookTimestamp;
  if (typeof sent !== 'number' || !Number.isFinite(sent)) return refused('The body has no webhookTimestamp.');
  if (Math.abs(now - sent) > FRESH_MS)
    return refused('The request was not sent within the last minute; check the clock of this machine.');
  return hear(told, single(headers['linear-delivery']) ?? deliveryOf(body));
}

function hear(told: Loose, delivery: string): LinearHearing {
  const data = objectOf(told.data);
  const action = told.action;
  if (data === null || !isAction(action)) return { kind: 'ignored' };
  const heard = (item: string | null): LinearHearing =>
    item === null ? { kind: 'ignored' } : { kind: 'heard', delivery, items: [item] };
  switch (told.type) {
    case 'Issue':
      return heard(textOf(data.id));
    case 'Attachment':
      return heard(textOf(data.issueId));
    case 'Comment': {
      const hearing = heard(issueOf(data));
      const comment = action === 'remove' ? null : commentOf(data, told.actor, action === 'update');
      return hearing.kind === 'heard' && comment ? { ...hearing, comment } : hearing;
    }
    default:
      return { kind: 'ignored' };
  }
}

function commentOf(data: Loose, actor: unknown, edited: boolean): LinearComment | null {
  const [item, id, text] = [issueOf(data), textOf(data.id), data.body];
  // What Symphony wrote itself is nobody's word, whoever's key it wrote with.
  if (item === null || id === null || typeof text !== 'string' || isOurComment(id)) return null;
  return { item, id, text, author: authorOf(data, objectOf(actor)), edited };
}

/**
 * Whoever did it, not whom the comment belongs to: a text that somebody else changed is theirs. A
 * person's id alone is trusted, names are for reading.
 */
function authorOf(data: Loose, actor: Loose | null): LinearComment['author'] {
  const user = objectOf(data.user);
  const owner = textOf(data.userId) ?? textOf(user?.id);
  if (actor !== null && actor.type !== 'user') return null;
  const id = actor === null ? owner : textOf(actor.id);
  if (id === null) return null;
  return { id, name: textOf(actor?.name) ?? textOf(user?.name) ?? id };
}

const issueOf = (data: Loose): string | null => textOf(data.issueId) ?? textOf(objectOf(data.issue)?.id);

const isAction = (value: unknown): value is 'create' | 'update' | 'remove' =>
  value === 'create' || value === 'update' || value === 'remove';

function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(32);
  // Compared also when the form is wrong: how long it takes tells nothing.
  return timingSafeEqual(expected, given);
}

/** Without a header the body stands for itself: the same delivery twice has the same bytes. */
const deliveryOf = (body: Uint8Array): string => createHmac('sha256', 'delivery').update(body).digest('hex');

type Loose = Readonly<Record<string, unknown>>;

function readObject(body: Uint8Array): Loose | null {
  try {
    return objectOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}

const objectOf = (value: unknown): Loose | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const single = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const refused = (reason: string): LinearHearing => ({ kind: 'refused', reason });
