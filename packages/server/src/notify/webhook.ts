import { Webhook } from 'standardwebhooks';
import { type Channel, NotTold } from './channel.ts';
import type { Notice } from './notice.ts';
import { postJson } from './post.ts';

export interface WebhookTarget {
  readonly url: string;
  /** `whsec_…` as the specification writes it, or any other text, taken as it is. Null: nothing is signed. */
  readonly secret: string | null;
  /** Names this repository in ids, so that two of them never send the same. */
  readonly instance: string;
  readonly now: () => number;
}

/** Told as the Standard Webhooks specification asks for: the id is the entry's own, however often it is sent. */
export function webhookTeller({ url, secret, instance, now }: WebhookTarget): Channel['tell'] {
  return async (notice, signal) => {
    const id = `symphony_${instance}_${notice.seq}`;
    const at = new Date(now());
    const body = JSON.stringify(payloadOf(notice));
    await postJson(
      url,
      body,
      {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        ...(secret === null ? {} : { 'webhook-signature': signer(secret).sign(id, at, body) }),
      },
      signal,
    );
  };
}

const payloadOf = ({ at, kind, ...rest }: Notice) => ({
  type: `symphony.${kind}`,
  timestamp: new Date(at).toISOString(),
  data: { kind, ...rest },
});

function signer(secret: string): Webhook {
  try {
    return secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  } catch {
    // The library's own words may repeat a part of the secret.
    throw new NotTold('its secret cannot be used to sign: after `whsec_` there must be base64', false);
  }
}
