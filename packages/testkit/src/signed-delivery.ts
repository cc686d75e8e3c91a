import { createHmac, randomUUID } from 'node:crypto';

/** A webhook as GitHub sends it: the body, and headers that say what it is and prove who sent it. */
export function signedDelivery(
  secret: string,
  event: string,
  payload: object,
  delivery: string = randomUUID(),
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const body = JSON.stringify(payload);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': delivery,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  };
}

/** The same as Linear sends it; the body says when. */
export function signedLinearDelivery(
  secret: string,
  payload: object,
  delivery: string = randomUUID(),
): ReturnType<typeof signedDelivery> {
  const body = JSON.stringify({ ...payload, webhookTimestamp: Date.now(), webhookId: randomUUID() });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'linear-delivery': delivery,
      'linear-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
  };
}
