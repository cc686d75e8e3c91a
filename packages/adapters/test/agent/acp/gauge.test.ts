import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Trouble } from '../../../src/agent/acp/fault.ts';
import type { Reading } from '../../../src/agent/acp/gauge.ts';
import { GaugeWatch } from '../../../src/agent/acp/gauge-watch.ts';
import { geminiGauge, retryIn, usageIn } from '../../../src/agent/acp/gemini-gauge.ts';
import { opencodeGauge } from '../../../src/agent/acp/opencode-gauge.ts';
import { hopeless, type Retry } from '../../../src/agent/acp/retry.ts';

let server: Server | null = null;
afterEach(() => server?.close());

/** As OpenCode's own server answers: totals of the session, and what it is doing. */
async function serve(session: object, status: object): Promise<number> {
  server = createServer((request, response) => {
    const known =
      request.headers.authorization === `Basic ${Buffer.from('opencode:secret').toString('base64')}`;
    response.statusCode = known ? 200 : 401;
    response.end(JSON.stringify(request.url === '/session/status' ? status : session));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const SESSION = {
  cost: 0.0016,
  tokens: { input: 1401, output: 80, reasoning: 20, cache: { read: 600, write: 0 } },
};

test("OpenCode's server tells what a session used and that it retries", async () => {
  const retry = { type: 'retry', attempt: 2, message: 'overloaded', next: 5 };
  const port = await serve(SESSION, { ses: retry });
  expect(await opencodeGauge(port, 'secret').read('ses')).toEqual({
    usage: { inputTokens: 2001, cachedTokens: 600, outputTokens: 100, usd: 0.0016 },
    retry: { attempt: 2, message: 'overloaded', nextAt: 5 },
  });
});

test("OpenCode's server tells the status of the model's last fault", async () => {
  const messages = [{ info: {} }, { info: { error: { name: 'APIError', data: { statusCode: 401 } } } }];
  const port = await serve(messages, {});
  expect(await opencodeGauge(port, 'secret').lastStatus?.('ses')).toBe(401);
  expect(await opencodeGauge(port, 'wrong').lastStatus?.('ses')).toBeNull();
});

test('a server that cannot be read or does not know us tells nothing', async () => {
  const port = await serve(SESSION, {});
  expect(await opencodeGauge(port, 'wrong').read('ses')).toEqual({ usage: null, retry: null });
  server?.close();
  server?.closeAllConnections();
  expect(await opencodeGauge(1, 'secret').read('ses')).toBeNull();
});

async function watch(
  readings: readonly (Reading | null)[],
): Promise<{ retries: string[]; given: Trouble[] }> {
  const left = [...readings];
  const heard = { retries: [] as string[], given: [] as Trouble[] };
  const { promise, resolve } = Promise.withResolvers<void>();
  const gauge = {
    read: async () => {
      if (left.length === 1) resolve();
      return left.length > 1 ? (left.shift() ?? null) : (left[0] ?? null);
    },
  };
  const hearer = {
    read: () => undefined,
    blind: () => undefined,
    retrying: (retry: Retry) => {
      heard.retries.push(retry.message);
      const trouble = hopeless(retry, Date.now());
      if (trouble) heard.given.push(trouble);
    },
  };
  const watching = new GaugeWatch(gauge, hearer, 1);
  watching.start('ses');
  await promise;
  await watching.stop();
  return heard;
}

const retry = (attempt: number, message: string, nextAt: number | null = null): Reading => ({
  usage: null,
  retry: { attempt, message, nextAt },
});
const QUIET: Reading = { usage: null, retry: null };

test('each retry is told once, and a fault that lasts ends the turn', async () => {
  const heard = await watch([retry(1, 'a'), retry(1, 'a'), retry(2, 'b'), null, retry(3, 'c'), QUIET]);
  expect(heard.retries).toEqual(['a', 'b', 'c']);
  expect(heard.given).toEqual([{ message: 'c', fault: 'provider', until: null }]);
});

test('a fault that passes is waited for', async () => {
  expect(await watch([retry(1, 'a'), retry(2, 'b'), QUIET])).toEqual({ retries: ['a', 'b'], given: [] });
});

test('what is tried again at once is let go on', () => {
  expect(hopeless({ attempt: 4, message: 'a', nextAt: 1_000 }, 0)).toBeNull();
  expect(hopeless({ attempt: 4, message: 'a', nextAt: 10_000 }, 0)).toMatchObject({ fault: 'provider' });
});

test('a wait of an hour is a limit, and its end is known', async () => {
  const nextAt = Date.now() + 3_600_000;
  const heard = await watch([retry(1, 'come back later', nextAt), QUIET]);
  expect(heard.given).toEqual([{ message: 'come back later', fault: 'limit', until: nextAt }]);
});

test("Gemini's log tells of its retries", () => {
  const line = (attempt: number): string =>
    `[2026-11-16] [WARN] Attempt ${attempt} failed with status 429. Retrying with backoff... _ApiError: {"error":{"code":429,"message":"slow down"}}`;
  const heard = retryIn(`${line(2)}\n    at somewhere\n${line(3)}\n`, 0);
  expect(heard).toEqual({ attempt: 3, message: '429 slow down', nextAt: null });
  expect(hopeless(heard as Retry, 0)).toMatchObject({ fault: 'limit' });
  const plain = retryIn('Attempt 1 failed. Retrying with backoff... Error: fetch failed', 0);
  expect(plain).toMatchObject({ attempt: 1, message: 'Error: fetch failed' });
  expect(hopeless(plain as Retry, 0)).toBeNull();
  expect(retryIn('Attempt 5 failed: lab: rate limited. Max attempts reached', 0)).toBeNull();
  const quota =
    'Attempt 3 failed: It was asked too much.\nSuggested retry after 1s.. Retrying after 5810ms...';
  expect(retryIn(`Attempt 2 failed: x. Retrying after 1ms...\n${quota}`, 1_000)).toEqual({
    attempt: 3,
    message: '429 It was asked too much.\nSuggested retry after 1s',
    nextAt: 6_810,
  });
});

test("a retry in Gemini's log is read once", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'symphony-gauge-'));
  try {
    const log = join(folder, 'gemini.log');
    await writeFile(log, 'Attempt 1 failed with status 500. Retrying with backoff...\n');
    const gauge = geminiGauge(folder, log);
    expect(await gauge.read('ses')).toEqual({
      usage: null,
      retry: { attempt: 1, message: '500', nextAt: null },
    });
    expect(await gauge.read('ses')).toEqual({ usage: null, retry: null });
    expect(await geminiGauge(folder, join(folder, 'absent')).read('ses')).toBeNull();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("Gemini's session file tells each model call once", () => {
  const tokens = { input: 1000, output: 40, cached: 300, thoughts: 10, tool: 0, total: 1050 };
  const lines = [
    { sessionId: 's', kind: 'main' },
    { id: 'a', type: 'gemini', tokens, model: 'm' },
    { id: 'a', type: 'gemini', tokens, model: 'm' },
    { id: 'b', type: 'gemini', toolCalls: [] },
    {
      $set: {
        messages: [
          { id: 'a', tokens, model: 'm' },
          { id: 'c', tokens, model: 'm' },
        ],
      },
    },
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"id":"d","tokens":{"inp`;
  expect(usageIn(text)).toEqual({ inputTokens: 2000, cachedTokens: 600, outputTokens: 100, usd: null });
  expect(usageIn('{"sessionId":"s"}')).toBeNull();
});
