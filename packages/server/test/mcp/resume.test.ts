import type { Client } from '@modelcontextprotocol/client';
import { ManualClock } from '@symphony/testkit';
import { expect, test, vi } from 'vitest';
import { breakableLine } from './breakable-line.ts';
import { person } from './person.ts';
import { call, connect, openHost, post, runTools } from './stage.ts';

const ask = (client: Client) => call(client, 'ask_human', { question: 'Go on?' });

test('M4 a program whose connection broke gets the answer that was given while it was away', async () => {
  const clock = new ManualClock();
  const { host } = await openHost({ clock });
  const { askHuman, asked, withdrawn, answer } = person();
  const line = await breakableLine(host.admit(runTools('A-1', { askHuman })).server);
  const client = await connect(line.server);
  const before = line.begun();
  const waiting = ask(client);
  await vi.waitFor(() => expect([asked.length, line.begun() > before]).toEqual([1, true]));
  line.cut();
  await vi.waitFor(() => expect(clock.due).toEqual([60_000])); // the host has noticed
  answer('Yes.');
  expect(await waiting).toEqual({ isError: false, text: 'Yes.' });
  expect([asked.length, withdrawn.length]).toEqual([1, 0]);
});

test('M4 a program that is back is told after a while to ask again, and the question goes on', async () => {
  const clock = new ManualClock();
  const { host } = await openHost({ clock });
  const { askHuman, asked, withdrawn, answer } = person();
  const line = await breakableLine(host.admit(runTools('A-1', { askHuman })).server);
  const client = await connect(line.server);
  const before = line.begun();
  const waiting = ask(client);
  await vi.waitFor(() => expect([asked.length, line.begun() > before]).toEqual([1, true]));
  line.cut();
  await vi.waitFor(() => expect(clock.due).toEqual([60_000]));
  await clock.advance(60_000);
  expect(await waiting).toEqual({
    isError: true,
    text: 'Nobody has answered yet. Ask the same question again to go on waiting.',
  });
  const again = ask(client);
  await vi.waitFor(() => expect(clock.due).toEqual([]));
  answer('Yes.');
  expect(await again).toEqual({ isError: false, text: 'Yes.' });
  expect([asked.length, withdrawn.length]).toEqual([1, 0]);
});

/** One session by hand, in the words of the wire. */
async function openSession(server: Parameters<typeof post>[0], protocolVersion = '2025-11-25') {
  const client = { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const hello = await post(
    server,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: client }),
  );
  await hello.text();
  return { 'Mcp-Session-Id': hello.headers.get('mcp-session-id') ?? '' };
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });

test('M4 streams say how they are resumed to programs that understand it, whatever later headers name', async () => {
  const { host } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const firstEvent = async (revision: string, named: Record<string, string>) => {
    const session = await openSession(server, revision);
    const answer = await post(server, LIST, { ...session, ...named });
    return (await answer.text()).split('\n\n')[0]?.replace(/id: .*/, 'id: ID');
  };
  const begun = 'id: ID\nretry: 1000\ndata: ';
  expect(await firstEvent('2025-11-25', {})).toBe(begun);
  expect(await firstEvent('2025-11-25', { 'MCP-Protocol-Version': '2025-11-25' })).toBe(begun);
  expect(await firstEvent('2025-11-25', { 'MCP-Protocol-Version': '2025-03-26' })).toBe(begun);
  expect(await firstEvent('2025-06-18', {})).toMatch(/^event: message\n/);
  const session = await openSession(server);
  const unknown = await post(server, LIST, { ...session, 'MCP-Protocol-Version': '1999-01-01' });
  expect(unknown.status).toBe(400);
});

test('M4 nobody comes back to what is not known any more, or was never theirs', async () => {
  const { host, warnings } = await openHost();
  const { server } = host.admit(runTools('A-1'));
  const [mine, other] = [await openSession(server), await openSession(server)];
  const listed = await (await post(server, LIST, mine)).text();
  const lastEvent = listed.match(/id: (\S+)/)?.[1] ?? '';
  const comeBack = (session: Record<string, string>, id: string, token = server.token) =>
    fetch(server.url, {
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'text/event-stream',
        'Last-Event-ID': id,
        ...session,
      },
    });
  const resumed = await comeBack(mine, lastEvent);
  expect([resumed.status, (await resumed.text()).includes('get_context')]).toEqual([200, true]);
  const statuses = await Promise.all([
    comeBack(other, lastEvent),
    comeBack(mine, 'made-up'),
    comeBack(mine, `${lastEvent}9`),
    comeBack(mine, lastEvent, 'wrong'),
    comeBack({ 'Mcp-Session-Id': 'made-up' }, lastEvent),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 401, 404]);
  expect(warnings).toEqual([]);
});
