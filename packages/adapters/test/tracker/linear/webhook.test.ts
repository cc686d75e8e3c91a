import { createHmac } from 'node:crypto';
import { LinearWebhookClient } from '@linear/sdk/webhooks';
import { describe, expect, test } from 'vitest';
import { hearLinear, type WebhookHeaders } from '../../../src/tracker/linear/webhook.ts';

/** Bodies as Linear's webhooks page and the SDK's types describe them; the SDK itself is the judge of signatures. */
const SECRET = 'lin_wh_not_a_secret';
const NOW = 1_763_433_600_000;
const ISSUE = '2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9';
const COMMENT = 'e2bd6f1c-9b7d-4a35-8e0f-5a0e7a0c5f11';
const ADA = 'b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba';

const commented = {
  action: 'create',
  type: 'Comment',
  actor: { id: ADA, name: 'Ada', type: 'user', email: 'ada@example.com', url: 'https://linear.app/x' },
  createdAt: '2026-11-18T02:00:00.000Z',
  data: { id: COMMENT, body: '/symphony retry', issueId: ISSUE, userId: ADA, user: { id: ADA, name: 'Ada' } },
  organizationId: '0',
  webhookTimestamp: NOW,
  webhookId: '1',
};
const moved = { ...commented, action: 'update', type: 'Issue', data: { id: ISSUE, identifier: 'ENG-1' } };
const author = { id: ADA, name: 'Ada' };
const comment = { item: ISSUE, id: COMMENT, text: '/symphony retry', author, edited: false };

const sign = (body: string | Uint8Array, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex');

function hear(told: unknown, headers: WebhookHeaders = {}, now = NOW) {
  const body = new TextEncoder().encode(typeof told === 'string' ? told : JSON.stringify(told));
  const usual = { 'linear-signature': sign(body), 'linear-delivery': 'd-1' };
  return hearLinear(body, { ...usual, ...headers }, SECRET, now);
}

describe('C17 what Linear tells is heard', () => {
  const heard = (more = {}) => ({ kind: 'heard', delivery: 'd-1', items: [ISSUE], ...more });
  const table: readonly (readonly [string, unknown, object])[] = [
    ['an issue that was changed', moved, heard()],
    ['an issue that was made', { ...moved, action: 'create' }, heard()],
    ['an issue that was removed', { ...moved, action: 'remove' }, heard()],
    ['a comment, with who said what', commented, heard({ comment })],
    [
      'a comment that was changed',
      { ...commented, action: 'update' },
      heard({ comment: { ...comment, edited: true } }),
    ],
    ['a comment that was removed, without its words', { ...commented, action: 'remove' }, heard()],
    [
      'the one who changed a comment, not the one who wrote it',
      { ...commented, action: 'update', actor: { id: 'ben', name: 'Ben', type: 'user' } },
      heard({ comment: { ...comment, edited: true, author: { id: 'ben', name: 'Ben' } } }),
    ],
    [
      'a comment of an application, which nobody is',
      { ...commented, actor: { id: 'x', name: 'Bot', type: 'oauthClient' } },
      heard({ comment: { ...comment, author: null } }),
    ],
    ['a comment without an actor, by its owner', { ...commented, actor: null }, heard({ comment })],
    [
      'a comment on a project: not ours',
      { ...commented, data: { id: COMMENT, body: 'x' } },
      { kind: 'ignored' },
    ],
    ['an event nobody knows', { ...commented, type: 'Meteor' }, { kind: 'ignored' }],
    ['an action nobody knows', { ...moved, action: 'explode' }, { kind: 'ignored' }],
    ['an event without data', { ...moved, data: null }, { kind: 'ignored' }],
  ];
  test.each(table)('%s', (_, told, expected) => expect(hear(told)).toEqual(expected));

  test('without a delivery id the body stands for itself', () => {
    const headers = { 'linear-delivery': undefined };
    const [first, again, other] = [hear(moved, headers), hear(moved, headers), hear(commented, headers)];
    expect(first).toEqual(again);
    expect(first).not.toEqual(
      expect.objectContaining({ delivery: (other as { delivery: string }).delivery }),
    );
  });
});

describe('C17 what anybody could have sent is refused', () => {
  const body = JSON.stringify(moved);
  const late = (by: number) => JSON.stringify({ ...moved, webhookTimestamp: NOW + by });
  const table: readonly (readonly [string, string, WebhookHeaders, RegExp])[] = [
    ['no signature', body, { 'linear-signature': undefined }, /no Linear-Signature/],
    ['two signatures', body, { 'linear-signature': [sign(body), sign(body)] }, /no Linear-Signature/],
    ['the signature of another secret', body, { 'linear-signature': sign(body, 'other') }, /does not belong/],
    ['the signature of another body', body, { 'linear-signature': sign('{}') }, /does not belong/],
    ['a signature that is cut', body, { 'linear-signature': sign(body).slice(0, 62) }, /does not belong/],
    ['a signature of zeros', body, { 'linear-signature': '0'.repeat(64) }, /does not belong/],
    ['a signature that is no number', body, { 'linear-signature': 'ü'.repeat(64) }, /does not belong/],
    ['more than a minute old', late(-60_001), {}, /within the last minute/],
    ['more than a minute ahead', late(60_001), {}, /within the last minute/],
    ['no time', JSON.stringify({ ...moved, webhookTimestamp: undefined }), {}, /no webhookTimestamp/],
    [
      'a time that is no number',
      JSON.stringify({ ...moved, webhookTimestamp: `${NOW}` }),
      {},
      /no webhookTimestamp/,
    ],
    ['no JSON', '{"action":', {}, /not a JSON object/],
    ['a list', '[]', {}, /not a JSON object/],
  ];
  test.each(table)('%s', (_, told, headers, reason) =>
    expect(hear(told, headers)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) }),
  );

  test('a minute is still fresh, and no secret refuses everything', () => {
    expect(hear(late(-60_000)).kind).toBe('heard');
    expect(hear(late(60_000)).kind).toBe('heard');
    const bytes = Buffer.from(body);
    expect(hearLinear(bytes, { 'linear-signature': sign(bytes, '') }, '', NOW).kind).toBe('refused');
  });

  test('no reason repeats the secret, and the SDK judges signatures alike', () => {
    const judge = new LinearWebhookClient(SECRET);
    const fresh = Buffer.from(JSON.stringify({ ...moved, webhookTimestamp: Date.now() }));
    const agrees = (signature: string): boolean => {
      try {
        return judge.verify(fresh, signature);
      } catch {
        return false;
      }
    };
    for (const signature of [sign(fresh), sign(fresh, 'other'), sign('{}'), 'x', '0'.repeat(64)]) {
      const ours = hearLinear(fresh, { 'linear-signature': signature }, SECRET, Date.now());
      expect(ours.kind === 'heard').toBe(agrees(signature));
      expect(JSON.stringify(ours)).not.toContain(SECRET);
    }
  });
});
