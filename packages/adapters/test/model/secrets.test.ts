import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { NEVER, partsOf, scriptedRequest } from '@symphony/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openModels, type ProviderName } from '../../src/model/index.ts';
import { KEY, OPTIONS } from './hall.ts';

/** A provider that repeats everything it was sent, headers first, in each of its refusals. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const said = `${Object.values(request.headers).join(' ')} ${encodeURIComponent(KEY)} ${Buffer.from(KEY).toString('base64')}`;
  const status = Number(request.url?.split('/')[1]);
  const type = status === 200 ? 'text/event-stream' : 'application/json';
  const body = JSON.stringify({ type: 'error', error: { type: 'odd', message: said, code: said } });
  response.writeHead(status, { 'content-type': type, 'x-said': 'x' });
  response.end(status === 200 ? `data: ${body}\n\ndata: ${said}\n\n` : body);
});
let base = '';
beforeAll(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Everything that can be seen of an error, its hidden fields and what it was caused by. */
const allOf = (error: unknown): string =>
  inspect(error, { depth: 20, showHidden: true, maxArrayLength: null, maxStringLength: null, getters: true });

const LOOKS = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), '8Xq27fJm', '0815'];

describe.each<ProviderName>(['anthropic', 'openai', 'openai-compatible'])(
  'R4 a key planted at %s',
  (provider) => {
    test.each([200, 400, 401, 429, 500])('is in nothing that comes out, with status %i', async (status) => {
      const choice = {
        provider,
        model: 'm',
        key: KEY,
        baseUrl: `${base}/${status}/v1`,
        headers: { 'x-other': 'Bearer other-0815' },
      };
      const heard: unknown[] = [];
      const error: unknown = await (async () => {
        for await (const part of openModels({ default: [choice] }, OPTIONS).call(scriptedRequest([]), NEVER))
          heard.push(part);
      })().catch((each: unknown) => each);
      expect(error).toBeInstanceOf(Error);
      const seen = allOf([error, heard]);
      for (const look of LOOKS) expect(seen).not.toContain(look);
      expect(seen).toContain(`${provider}/m`);
    });
  },
);

test('R4 a key in the address is a secret too, also when it cannot be asked', async () => {
  const choice = {
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: `http://u:pass-0815@127.0.0.1:1/v1?k=${KEY}`,
  } as const;
  const error = await partsOf(
    openModels({ default: [choice] }, OPTIONS).call(scriptedRequest([]), NEVER),
  ).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(Error);
  for (const look of LOOKS) expect(allOf(error)).not.toContain(look);
});

test('R4 without a key nobody is asked, and the environment is not looked at', async () => {
  process.env.ANTHROPIC_API_KEY = KEY;
  try {
    const choice = { provider: 'anthropic', model: 'm', baseUrl: `${base}/200` } as const;
    const call = partsOf(openModels({ default: [choice] }, OPTIONS).call(scriptedRequest([]), NEVER));
    await expect(call).rejects.toMatchObject({ trouble: 'key', failure: { code: 'refused' } });
  } finally {
    delete process.env.ANTHROPIC_API_KEY;
  }
});
