import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { connect as openSocket } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ToolServer } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { toolHostOnDemand } from '../../src/mcp/index.ts';
import { call, connect, openHost, post, runTools } from './stage.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** Everything a refused caller gets to see, and that it never tells the token. */
async function refusal(server: ToolServer, response: Response | Promise<Response>) {
  const { status, headers, text } = await (async (answer) => ({
    status: answer.status,
    headers: JSON.stringify([...answer.headers]),
    text: await answer.text(),
  }))(await response);
  expect(text + headers).not.toContain(server.token);
  return { status, text };
}

/** As `fetch`, with headers that `fetch` does not let one set. */
const withHeaders = (server: ToolServer, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const all = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json', ...headers };
    const sent = plainRequest(server.url, { method: 'POST', headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(LIST);
  });

test('M4 who has no token, or another one, is refused and learns nothing', async () => {
  const { host, warnings } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const other = host.admit(runTools('B-2')).server;
  const attempts = [
    { Authorization: '' },
    { Authorization: 'Basic abc' },
    { Authorization: `Bearer ${other.token}` },
    { Authorization: `Bearer ${server.token}x` },
    { Authorization: `Bearer ${server.token.slice(0, -1)}` },
    { Authorization: `Bearer ${server.token.toLowerCase()}` },
  ];
  for (const headers of attempts) {
    const { status } = await refusal(server, post(server, LIST, headers));
    expect([headers, status]).toEqual([headers, headers.Authorization.startsWith('Basic') ? 400 : 401]);
  }
  const nowhere = { ...server, url: server.url.replace(/[^/]+$/, 'nobody') };
  const unknown = await refusal(server, post(nowhere, LIST));
  const wrong = await refusal(server, post(server, LIST, { Authorization: 'Bearer wrong' }));
  expect(unknown).toEqual(wrong);
  await expect(connect({ ...server, token: 'wrong' })).rejects.toThrow();
  expect(server.url).not.toContain(server.token);
  expect(Buffer.from(server.token, 'base64url')).toHaveLength(32);
  expect(warnings.join()).not.toContain(server.token);
});

test('M4 a run that has ended is refused, on its open sessions too', async () => {
  const { host } = await openHost();
  const tools = runTools('A-1');
  const admission = host.admit(tools);
  const client = await connect(admission.server);
  expect((await call(client, 'report_progress', { text: 'one' })).isError).toBe(false);
  admission.close();
  admission.close();
  await expect(call(client, 'report_progress', { text: 'two' })).rejects.toThrow();
  expect((await refusal(admission.server, post(admission.server, LIST))).status).toBe(401);
  expect(tools.asked).toHaveLength(1);
});

test('M4 a page in a browser gets nowhere, even with the token', async () => {
  const { host } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const statuses = await Promise.all([
    withHeaders(server, { Host: 'evil.example' }),
    withHeaders(server, { Host: `evil.example:${new URL(server.url).port}` }),
    withHeaders(server, { Origin: 'https://evil.example' }),
    withHeaders(server, { Origin: 'null' }),
    withHeaders(server, { Host: 'localhost', Accept: 'application/json, text/event-stream' }),
  ]);
  expect(statuses).toEqual([403, 403, 403, 403, 400]);
});

/** Sends a body in chunks, so that its length is not known beforehand; answers the head of the answer. */
async function inChunks({ url, token }: ToolServer, chunks: readonly string[]): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    'Accept: application/json, text/event-stream',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const socket = openSocket(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const answer = once(socket, 'data');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (const chunk of [...chunks, '']) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return String((await answer)[0]);
}

test('M4 a body that is too large is refused, whether it says so or not', async () => {
  const { host } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const params = { x: 'x'.repeat(1_100_000) };
  const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
  expect((await refusal(server, post(server, large))).status).toBe(413);
  expect(await inChunks(server, [large])).toMatch(/^HTTP\/1\.1 413/);
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: client });
  expect(await inChunks(server, [hello.slice(0, 30), hello.slice(30)])).toMatch(/^HTTP\/1\.1 200/);
});

test('M4 a program that says goodbye ends its session', async () => {
  const { host, warnings } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${server.token}` };
  const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } });
  await client.connect(transport);
  const session = { 'Mcp-Session-Id': transport.sessionId ?? '' };
  expect((await post(server, LIST, session)).status).toBe(200);
  await transport.terminateSession();
  await client.close();
  expect((await refusal(server, post(server, LIST, session))).status).toBe(404);
  expect(warnings).toEqual([]);
});

test('M4 garbage is answered at once and does no harm', async () => {
  const { host, warnings } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const client = await connect(server);
  for (const garbage of [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"jsonrpc":"1.0"}',
    '{"jsonrpc":"2.0","id":1}',
    '\u0000',
  ])
    expect([garbage, (await refusal(server, post(server, garbage))).status]).toEqual([garbage, 400]);
  expect((await refusal(server, post(server, LIST, { 'Content-Type': 'text/plain' }))).status).toBe(415);
  expect((await refusal(server, post(server, LIST, { 'Mcp-Session-Id': 'made-up' }))).status).toBe(404);
  expect((await call(client, 'get_context')).isError).toBe(false);
  expect(warnings).toEqual([]);
});

test('M4 sessions that are left behind make room for new ones', async () => {
  const { host } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const first = await connect(server);
  const second = await connect(server);
  for (let each = 0; each < 64; each += 1) {
    if (each % 20 === 0) await call(second, 'get_context');
    await connect(server);
  }
  await expect(call(first, 'get_context')).rejects.toThrow(/no such session/);
  expect((await call(second, 'get_context')).isError).toBe(false);
});

test('M4 nothing listens before the first run, and nothing after the end', async () => {
  const onDemand = toolHostOnDemand({ clock: new ManualClock(), version: '1', warn: () => undefined });
  await onDemand.close();
  const [a, b] = await Promise.all([onDemand.admit(runTools('A-1')), onDemand.admit(runTools('B-2'))]);
  expect(new URL(a.server.url).host).toBe(new URL(b.server.url).host);
  expect((await post(a.server, '{')).status).toBe(400);
  await onDemand.close();
  await expect(post(a.server, '{')).rejects.toThrow();
});
