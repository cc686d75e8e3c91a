import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer as Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { type McpServer, type McpTools, mcpNameOf, mcpTools, toolNameOf } from '@symphony/adapters/tool';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boxOf, folderOfItsOwn } from './stage.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);
let folder: ReturnType<typeof folderOfItsOwn>;
let opened: McpTools[] = [];
beforeEach(() => {
  folder = folderOfItsOwn();
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
  folder.remove();
});

const notes = (): string => readFileSync(join(folder.path, 'notes'), 'utf8');
const sample = (more: Partial<McpServer> = {}): McpServer =>
  ({
    name: 'sample',
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'mcp-server.ts'),
      join(folder.path, 'notes'),
    ],
    env: { PATH: process.env.PATH ?? '', GIVEN: 'yes' },
    cwd: import.meta.dirname,
    ...more,
  }) as McpServer;
const open = async (...given: Parameters<typeof mcpTools>) => {
  const found = await mcpTools(...given);
  opened.push(found);
  return { ...found, box: boxOf(found.tools) };
};
const pids = (): number[] => [...notes().matchAll(/started (\d+)/g)].map(([, pid]) => Number(pid));
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test(`R5 names: any name of theirs becomes one of ours and back, no two the same (seed ${SEED})`, () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, unit: 'binary' }).filter((each) => each.isWellFormed()),
    fc.stringMatching(/^[x_a-f0-9.-]{1,8}$/),
  );
  fc.assert(
    fc.property(name, name, (server, tool) => {
      const ours = toolNameOf(server, tool);
      expect(ours).toMatch(/^[A-Za-z][\w-]*\.[A-Za-z][\w-]*$/);
      expect(mcpNameOf(ours)).toEqual({ server, tool });
    }),
    { seed: SEED, numRuns: 300 },
  );
  expect(toolNameOf('github', 'create_issue')).toBe('github.create_issue');
  expect(mcpNameOf('no-dot')).toBeNull();
});

describe('R5 tools of an MCP server that is a program', () => {
  test('they are named, described, and answer in words or fields; failures are failures', async () => {
    const { box, tools, problems } = await open([sample()]);
    expect(problems).toEqual([]);
    expect(tools.map(({ name }) => name)).toEqual([
      'sample.math_x2f_add_x2e_two',
      'sample.structured',
      'sample.fail',
      'sample.crash',
      'sample.env',
      'sample.wait',
    ]);
    expect(tools[0]).toMatchObject({ description: 'Adds.', input: { type: 'object', required: ['a', 'b'] } });
    expect(await box.use('sample.math_x2f_add_x2e_two', { a: 2, b: 3 })).toBe('5');
    expect(await box.use('sample.structured')).toEqual({ city: 'Oslo' });
    expect(await box.failure('sample.fail')).toMatchObject({
      code: 'E5001',
      message: 'The disk is on fire.',
    });
    expect((await box.failure('sample.math_x2f_add_x2e_two', { a: 'x' })).code).toBe('E5001');
  }, 20_000);

  test('it sees only the environment it is given, with the marker, and may be put into a sandbox', async () => {
    process.env.SECRET_OF_OURS = 'secret';
    const { box } = await open([sample({ tools: ['env'] })], {
      marker: { instance: 'here', role: 'agent', run: 'r1' },
      confine: (launch) => ({ ...launch, env: { ...launch.env, CONFINED: '1' } }),
    });
    expect(box.tools).toHaveLength(1);
    const env = JSON.parse(await box.use('sample.env'));
    expect(env).toMatchObject({ GIVEN: 'yes', SYMPHONY_RUN: 'r1', CONFINED: '1' });
    expect(env.SECRET_OF_OURS).toBeUndefined();
  }, 20_000);

  test('one that ends in the middle is said, and started again with the next call; close ends it', async () => {
    const found = await open([sample()]);
    expect(await found.box.failure('sample.crash')).toMatchObject({ code: 'E7001', retryable: true });
    expect(await found.box.use('sample.structured')).toEqual({ city: 'Oslo' });
    const all = pids();
    expect(all).toHaveLength(2);
    await found.close();
    for (let look = 0; look < 200 && all.some(isAlive); look += 1) await sleep(10);
    expect(all.filter(isAlive)).toEqual([]);
    expect((await found.box.failure('sample.structured')).message).toContain('closed');
  }, 20_000);

  test('a call is called off at the server as well; one that takes too long is said', async () => {
    const { box } = await open([sample({ timeoutMs: 800 })]);
    const stop = new AbortController();
    const waiting = box.use('sample.wait', {}, stop.signal);
    setTimeout(() => stop.abort(), 150);
    await expect(waiting).rejects.toMatchObject({ failure: { code: 'E3001' } });
    for (let look = 0; look < 200 && !notes().includes('cancelled'); look += 1) await sleep(10);
    expect(notes()).toContain('cancelled');
    expect(await box.failure('sample.wait')).toMatchObject({ code: 'E5003', retryable: true });
  }, 20_000);

  test('one that is not there is told, and the others work', async () => {
    const { tools, problems } = await open([
      { name: 'gone', command: join(folder.path, 'nothing'), env: {}, cwd: folder.path },
      sample({ name: 'there', tools: ['fail'] }),
    ]);
    expect(problems).toEqual([{ server: 'gone', sentence: 'gone could not be reached.' }]);
    expect(tools.map(({ name }) => name)).toEqual(['there.fail']);
  }, 20_000);
});

/** A server over HTTP that remembers its sessions, and forgets them when it is told to. */
async function openHttpServer() {
  let sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const tokens: (string | null)[] = [];
  const made = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = new Server({ name: 'web', version: '1' });
    server.registerTool(
      'greet',
      { description: 'Greets.', inputSchema: z.object({ who: z.string() }) },
      ({ who }) => ({
        content: [{ type: 'text', text: `Hello ${who}` }],
      }),
    );
    await server.connect(transport);
    return transport;
  };
  const http = createServer(async (incoming, outgoing) => {
    const request = new Request(`http://here${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: incoming.headers as Record<string, string>,
      ...(incoming.method === 'POST'
        ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }
        : {}),
    } as RequestInit);
    tokens.push(request.headers.get('authorization'));
    const id = request.headers.get('mcp-session-id');
    const transport = id === null ? await made() : sessions.get(id);
    const answer = transport
      ? await transport.handleRequest(request)
      : new Response('no session', { status: 404 });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(outgoing);
    else outgoing.end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    tokens,
    forget: () => {
      sessions = new Map();
    },
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

test('R5 tools of an MCP server behind an address: with its headers, again after it was started anew', async () => {
  const server = await openHttpServer();
  try {
    const { box, problems } = await open([
      { name: 'web', url: server.url, headers: { authorization: 'Bearer key' } },
    ]);
    expect(problems).toEqual([]);
    expect(await box.use('web.greet', { who: 'Ada' })).toBe('Hello Ada');
    expect(new Set(server.tokens)).toEqual(new Set(['Bearer key']));
    server.forget();
    expect(await box.failure('web.greet', { who: 'Ada' })).toMatchObject({ code: 'E7001', retryable: true });
    expect(await box.use('web.greet', { who: 'again' })).toBe('Hello again');
  } finally {
    server.close();
  }
}, 20_000);
