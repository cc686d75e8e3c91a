import { createHmac } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, Melody } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openGate } from '../../../src/melody/triggers/gate.ts';
import type { Fired } from '../../../src/melody/triggers/source.ts';
import { webhookSource } from '../../../src/melody/triggers/webhook/webhook.ts';
import { running } from './disk-stage.ts';
import { melody } from './trigger-stage.ts';

const hooked = (name: string, hook: string, parameters?: Readonly<Record<string, Json>>): Melody =>
  melody(name, { on: 'webhook', hook, ...(parameters ? { parameters } : {}) });

async function stage(melodies: () => readonly Melody[], port = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-hooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tokenFile = join(folder, 'run', 'token');
  const clock = new ManualClock(Date.parse('2026-11-16T08:00:00Z'));
  const fired: Fired[] = [];
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const occur = openGate({ lastKeys: new Set(), fire: (each) => void fired.push(each), warn });
  let url: string | null = null;
  const onListening = (where: string | null) => {
    url = where;
  };
  const open = () =>
    running(webhookSource({ melodies, port, tokenFile, clock, onListening, warn }).start(occur));
  const source = await open();
  const token = () => readFileSync(tokenFile, 'utf8').trim();
  const call = async (hook: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/hooks/${hook}`, { method: 'POST', ...init });
    return {
      status: response.status,
      answer: (await response.json()) as { accepted?: string[]; message?: string },
    };
  };
  const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    headers: { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { url: () => url, source, open, fired, warnings, tokenFile, token, call, json, clock };
}

test('P7 nothing listens and no token is made until a melody waits for a hook, and again when none does', async () => {
  let melodies: Melody[] = [melody('plain')];
  const { url, source, tokenFile } = await stage(() => melodies);
  expect([url(), existsSync(tokenFile)]).toEqual([null, false]);
  melodies = [hooked('a', 'push')];
  await source.update();
  expect(url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  const port = Number(new URL(url() ?? '').port);
  melodies = [];
  await source.update();
  expect(url()).toBeNull();
  const refused = await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() && 'heard'));
    socket.once('error', () => resolve('refused'));
  });
  expect(refused).toBe('refused');
});

test('P7 a call with the token starts the melodies of its hook, with what its body says', async () => {
  const { call, json, fired } = await stage(() => [
    hooked('a', 'push', { branch: '{{ body.ref }}', hook: '{{ hook }}' }),
    hooked('b', 'push'),
    hooked('c', 'other'),
  ]);
  expect(await call('push', json({ ref: 'main' }))).toEqual({
    status: 202,
    answer: { accepted: ['a', 'b'] },
  });
  expect(fired).toEqual([
    {
      melody: 'a',
      parameters: { branch: 'main', hook: 'push' },
      trigger: { kind: 'webhook', detail: 'the hook push was called', key: null },
    },
    expect.objectContaining({ melody: 'b', parameters: {} }),
  ]);
  const { headers } = json({});
  expect((await call('other', { headers: headers as Record<string, string> })).answer).toEqual({
    accepted: ['c'],
  });
});

test('P7 a signature over the body made with the token is as good, over another body it is not', async () => {
  const { call, token, fired } = await stage(() => [hooked('a', 'push')]);
  const body = JSON.stringify({ zen: 'Ünïcode' });
  const sign = (text: string) => `sha256=${createHmac('sha256', token()).update(text).digest('hex')}`;
  const signed = (signature: string): RequestInit => ({
    headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signature },
    body,
  });
  expect((await call('push', signed(sign(body)))).status).toBe(202);
  for (const signature of [
    sign(`${body} `),
    'sha256=',
    '',
    sign(body).replace('sha256', 'sha1'),
    sign(body).toUpperCase(),
  ])
    expect([signature, (await call('push', signed(signature))).status]).toEqual([signature, 401]);
  expect(fired).toHaveLength(1);
});

test('P7 a call told again under the same delivery starts nothing again, and is no failure', async () => {
  const { call, json, fired } = await stage(() => [hooked('a', 'push')]);
  for (const header of ['X-GitHub-Delivery', 'Idempotency-Key']) {
    const init = json({}, { [header]: `d-${header}` });
    expect(await call('push', init)).toEqual({ status: 202, answer: { accepted: ['a'] } });
    expect(await call('push', init)).toEqual({ status: 202, answer: { accepted: [] } });
  }
  expect(fired.map(({ trigger }) => trigger.key)).toEqual([
    'webhook:a:d-X-GitHub-Delivery',
    'webhook:a:d-Idempotency-Key',
  ]);
});

test('P7 what is not right is refused with a status and a plain sentence', async () => {
  const { call, json, url, fired, token } = await stage(() => [hooked('a', 'push')]);
  const big = JSON.stringify('x'.repeat(1024 * 1024));
  const typed = (type: string) => json('{}', { 'Content-Type': type });
  const cases: readonly (readonly [string, RequestInit, number])[] = [
    ['push', {}, 401],
    ['push', json({}, { Authorization: 'Bearer wrong' }), 401],
    ['push', json({}, { Authorization: `Bearer ${token()}x` }), 401],
    ['push', json({}, { Authorization: `Basic ${token()}` }), 401],
    ['unknown', json({}, { Authorization: '' }), 401],
    ['unknown', json({}), 404],
    ['push/deeper', json({}), 404],
    ['push', json(big), 413],
    ['push', typed('application/x-www-form-urlencoded'), 415],
    ['push', typed('application/jsonp'), 415],
    ['push', json('{"a":'), 400],
    ['push', { ...json('x'), body: Buffer.from([0x22, 0xff, 0x22]) }, 400],
  ];
  for (const [hook, init, status] of cases) {
    const { status: got, answer } = await call(hook, init);
    expect([hook, got]).toEqual([hook, status]);
    expect(answer.message).toMatch(/^[A-Z].*\.$/);
  }
  expect((await fetch(`${url()}/hooks/push`)).status).toBe(404);
  expect((await call('push', typed('application/vnd.github+json; charset=utf-8'))).status).toBe(202);
  expect(fired).toHaveLength(1);
});

test('P7 a body that is sent in pieces without saying its length is bounded too', async () => {
  const { url, json, fired } = await stage(() => [hooked('a', 'push')]);
  const piece = new TextEncoder().encode(`"${'x'.repeat(64 * 1024)}`);
  let left = 40;
  const body = new ReadableStream({
    pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close()),
  });
  const init = { ...json(''), method: 'POST', body, duplex: 'half' };
  const status = await fetch(`${url()}/hooks/push`, init as RequestInit).then(
    (response) => response.status,
    () => 'cut off',
  );
  expect([413, 'cut off']).toContain(status);
  expect(fired).toEqual([]);
});

test('P7 more than sixty calls a minute are put off, wrong ones included, and then heard again', async () => {
  const { call, json, clock } = await stage(() => [hooked('a', 'push')]);
  for (let n = 0; n < 60; n++) await call('push', n % 2 ? {} : json({}));
  expect((await call('push', json({}))).status).toBe(429);
  await clock.advanceTo(Date.parse('2026-11-16T08:01:00Z'));
  expect((await call('push', json({}))).status).toBe(202);
});

test('P7 the token stays the same; one that others may read, or that is none, is not used', async () => {
  const { source, open, token, tokenFile, warnings, url } = await stage(() => [hooked('a', 'push')]);
  const first = token();
  await source.stop();
  await (await open()).stop();
  expect([token(), warnings]).toEqual([first, []]);
  chmodSync(tokenFile, 0o640);
  await open();
  expect(warnings[0]).toMatch(
    /^No webhook is heard: .*token holds the token of this installation, and others may read it/,
  );
  chmodSync(tokenFile, 0o600);
  writeFileSync(tokenFile, 'short');
  await open();
  expect(warnings[1]).toContain('does not hold a token');
  expect([warnings.length, url()]).toEqual([2, null]);
  writeFileSync(tokenFile, '');
  await open();
  expect(token()).not.toBe(first);
  expect(url()).not.toBeNull();
});

test('P7 a port another program uses is told of, and stops nothing', async () => {
  const first = await stage(() => [hooked('a', 'push')]);
  const port = Number(new URL(first.url() ?? '').port);
  const second = await stage(() => [hooked('a', 'push')], port);
  expect(second.url()).toBeNull();
  expect(second.warnings).toEqual([
    `No webhook is heard: Webhooks cannot be heard on port ${port}: another program uses it. End the other program, or configure another port.`,
  ]);
});
