import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Outward } from '../../src/config/index.ts';
import { ALL, type DeskOptions, type NoticeDesk, needsYou, openDesk } from './desk.ts';
import { openReceiver } from './receiver.ts';

type Target = Outward['notify'][number];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'symphony-notice-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function desk(notify: readonly Target[], more: Partial<DeskOptions> = {}): NoticeDesk {
  const opened = openDesk({ folder: folder(), notify: [...notify], ...more });
  onTestFinished(() => opened.close().catch(() => undefined)); // closed by the test already
  return opened;
}

const webhook = (url: string, secret: string | null = null): Target => ({
  kind: 'webhook',
  url,
  secret,
  on: [...ALL],
});

/** An address at which nothing listens any more. */
async function nobodyAt(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/secret-path`;
}

const settled = (opened: NoticeDesk, count: number) =>
  expect.poll(() => opened.sent().length, { timeout: 10_000 }).toBe(count);

describe('a webhook', () => {
  test.each([
    [
      'in the form of the specification',
      `whsec_${Buffer.from('a secret of some length').toString('base64')}`,
    ],
    ['of any other form', 'plain words as a secret'],
  ])('is signed so that the library believes it, with a secret %s', async (_name, secret) => {
    const receiver = await openReceiver();
    const opened = desk([webhook(receiver.url, secret)]);
    const { seq } = opened.happens(needsYou('S-1'));
    await settled(opened, 1);
    const [call] = receiver.received;
    const verifier = secret.startsWith('whsec_')
      ? new Webhook(secret)
      : new Webhook(secret, { format: 'raw' });
    const headers = call?.headers as Record<string, string>;
    expect(verifier.verify(call?.body ?? '', headers)).toEqual({
      type: 'symphony.needs_human',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        seq,
        kind: 'needs_human',
        item: 'S-1',
        title: 'S-1 needs you',
        text: 'it is stuck',
        link: 'http://127.0.0.1:4780/item/S-1',
      },
    });
    expect(() => verifier.verify(`${call?.body} `, headers)).toThrow();
    expect(headers['webhook-id']).toBe(`symphony_abc_${seq}`);
    expect(opened.sent()).toEqual([{ channel: 'webhook', about: seq, ok: true, message: 'S-1 needs you' }]);
  });

  test('is told again after a 500, under the same id, until it is taken', async () => {
    const receiver = await openReceiver((place) => (place < 3 ? 500 : 204));
    const opened = desk([webhook(receiver.url)]);
    opened.happens(needsYou('S-1'));
    await settled(opened, 1);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(3).fill('symphony_abc_1'),
    );
    expect(opened.sent()[0]?.ok).toBe(true);
    expect(opened.warnings).toEqual([]);
  });

  test('is given up after five further tries, and the log says so without the address', async () => {
    const receiver = await openReceiver(() => 503);
    const opened = desk([webhook(receiver.url, 'a secret')]);
    opened.happens(needsYou('S-1'));
    opened.happens(needsYou('S-2'));
    await settled(opened, 2);
    expect(receiver.received).toHaveLength(12);
    expect(opened.sent()[0]).toEqual({ channel: 'webhook', about: 1, ok: false, message: 'it answered 503' });
    expect(opened.warnings).toEqual(['A notice could not be given by webhook: it answered 503.']);
    const told = JSON.stringify([opened.sent(), opened.warnings]);
    expect(told).not.toMatch(/secret|127\.0\.0\.1/);
  });

  test.each([
    ['refused for good', 404, 'it answered 404'],
    ['sent elsewhere', 302, 'it answered 302; redirects are not followed'],
  ])('%s: asked once', async (_name, status, message) => {
    const elsewhere = await openReceiver();
    const receiver = await openReceiver(() => ({ status, headers: { location: elsewhere.url } }));
    const opened = desk([webhook(receiver.url)]);
    opened.happens(needsYou('S-1'));
    await settled(opened, 1);
    expect(opened.sent()[0]).toMatchObject({ ok: false, message });
    expect([receiver.received.length, elsewhere.received.length]).toEqual([1, 0]);
  });

  test('that is not there is said to be so, without its address', async () => {
    const opened = desk([webhook(await nobodyAt())], { waits: [1] });
    opened.happens(needsYou('S-1'));
    await settled(opened, 1);
    expect(opened.sent()[0]?.message).toBe('it could not be reached (ECONNREFUSED)');
  });

  test('waits as long as it is asked to', async () => {
    const receiver = await openReceiver((place) =>
      place === 1 ? { status: 429, headers: { 'retry-after': '1' } } : 200,
    );
    const opened = desk([webhook(receiver.url)]);
    const began = Date.now();
    opened.happens(needsYou('S-1'));
    await settled(opened, 1);
    expect(Date.now() - began).toBeGreaterThanOrEqual(950);
  });
});

describe('at least once', () => {
  const child = (path: string, url: string, item = '') => {
    const module = fileURLToPath(new URL('./telling-child.ts', import.meta.url));
    const started = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', module, path, url, item],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    onTestFinished(async () => {
      if (started.exitCode === null && started.signalCode === null) {
        started.kill('SIGKILL');
        await once(started, 'close');
      }
    });
    return started;
  };

  test('killed between telling and recording: told once more under the same id, and never again after that', async () => {
    const path = folder();
    const receiver = await openReceiver((place) => (place === 1 ? null : 200));
    const first = child(path, receiver.url, 'S-1');
    await receiver.heard(1);
    first.kill('SIGKILL');
    await once(first, 'close');
    const second = desk([webhook(receiver.url)], { folder: path });
    await settled(second, 1);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual(['symphony_abc_1', 'symphony_abc_1']);
    await second.close();
    const third = desk([webhook(receiver.url)], { folder: path });
    await third.close();
    expect(receiver.received).toHaveLength(2);
  });

  test('a stop waits for what is on its way, and leaves the rest for the next start', async () => {
    const path = folder();
    const receiver = await openReceiver((place) => (place === 1 ? 200 : 500));
    const opened = desk([webhook(receiver.url)], { folder: path, waits: [60_000] });
    opened.happens(needsYou('S-1'));
    opened.happens(needsYou('S-2'));
    await receiver.heard(2);
    await new Promise((resolve) => setTimeout(resolve, 200)); // by now it waits for its next try
    const began = Date.now();
    await opened.notifier.stop();
    expect(Date.now() - began).toBeLessThan(1_000);
    expect(opened.sent().map(({ about }) => about)).toEqual([1]);
    opened.happens(needsYou('S-3'));
    opened.store.close();
    const well = await openReceiver();
    const next = desk([webhook(well.url)], { folder: path });
    await settled(next, 3);
    // The third entry is the record of the first notice.
    expect(next.sent().map(({ about }) => about)).toEqual([1, 2, 4]);
  });

  test('what is older than an hour is no news', async () => {
    const path = folder();
    const receiver = await openReceiver();
    const hour = 3_600_000;
    const before = desk([], { folder: path, now: () => Date.now() - 1.1 * hour });
    before.happens(needsYou('S-1'));
    await before.close();
    const lately = desk([], { folder: path, now: () => Date.now() - 0.5 * hour });
    lately.happens(needsYou('S-2'));
    await lately.close();
    const opened = desk([webhook(receiver.url)], { folder: path });
    await settled(opened, 1);
    expect(opened.sent()[0]?.about).toBe(2);
  });

  test('one that does not answer holds up no other', async () => {
    const mute = await openReceiver(() => null);
    const well = await openReceiver();
    const opened = desk([webhook(mute.url), webhook(well.url)]);
    opened.happens(needsYou('S-1'));
    opened.happens(needsYou('S-2'));
    await settled(opened, 2);
    expect(opened.sent().map(({ channel }) => channel)).toEqual(['webhook-2', 'webhook-2']);
    expect(mute.received).toHaveLength(1);
  });
});

describe('who is told what', () => {
  test('only what was asked for', async () => {
    const receiver = await openReceiver();
    const opened = desk([{ ...webhook(receiver.url), on: ['question'] }]);
    opened.happens(needsYou('S-1'));
    opened.happens({
      type: 'question-asked',
      item: 'S-1',
      run: 'r',
      question: { id: 'q', text: 'Why?', choices: [], defaultAnswer: null, defaultAfterMs: null },
    });
    await settled(opened, 1);
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['symphony.question']);
  });

  test("Slack's form, in which nobody's text becomes a mention or a link", async () => {
    const receiver = await openReceiver();
    const opened = desk([{ kind: 'slack', url: receiver.url, secret: null, on: [...ALL] }]);
    opened.happens(needsYou('S-1', '<!channel> see <https://evil.example|this> & *that*'));
    await settled(opened, 1);
    const message = JSON.parse(receiver.received[0]?.body ?? '');
    expect(message.text).toBe('S-1 needs you');
    expect(message.blocks).toEqual([
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: ':raised_hand: *S-1 needs you*\n&lt;!channel&gt; see &lt;https://evil.example|this&gt; &amp; \u200b*that\u200b*',
        },
      },
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: '<http://127.0.0.1:4780/item/S-1|Open in the workbench>' }],
      },
    ]);
  });

  test('the desktop: every text is an argument of its own', async () => {
    const bin = folder();
    const said = join(bin, 'said');
    writeFileSync(join(bin, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" > "${said}"\n`);
    chmodSync(join(bin, 'notify-send'), 0o755);
    const opened = desk([{ kind: 'desktop', url: null, secret: null, on: [...ALL] }], {
      env: { PATH: `${bin}:/usr/bin:/bin` },
    });
    opened.happens(needsYou('S-1', '"; touch /tmp/owned; $(id) <b>bold</b>'));
    await settled(opened, 1);
    expect(opened.sent()[0]).toMatchObject({ channel: 'desktop', ok: true });
    expect(existsSync(said)).toBe(true);
    expect(readFileSync(said, 'utf8').split('\n').slice(2)).toEqual([
      '--',
      'S-1 needs you',
      '"; touch /tmp/owned; $(id) &lt;b&gt;bold&lt;/b&gt;',
      'http://127.0.0.1:4780/item/S-1',
      '',
    ]);
  });

  test('a desktop without the program is complained of once', async () => {
    const opened = desk([{ kind: 'desktop', url: null, secret: null, on: [...ALL] }], {
      env: { PATH: folder() },
    });
    opened.happens(needsYou('S-1'));
    opened.happens(needsYou('S-2'));
    await settled(opened, 2);
    expect(opened.warnings).toEqual([
      'A notice could not be given by desktop: the program notify-send is not installed.',
    ]);
  });
});
