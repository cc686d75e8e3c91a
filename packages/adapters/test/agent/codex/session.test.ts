import { Heard, openStage, type Stage } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CodexHall } from './hall.ts';

/** With a program in the place of codex. */

let stage: Stage;
let hall: CodexHall;
beforeEach(async () => {
  stage = await openStage();
  hall = new CodexHall(stage);
});
afterEach(async () => {
  await hall.close();
  await stage.close();
});

async function play(kind: Parameters<CodexHall['fake']>[0]): Promise<Heard> {
  const heard = new Heard();
  const request = await hall.fake(kind, { run: 'run-1' });
  heard.session = await hall.port.start(request, (event) => heard.take(event));
  return heard;
}

test('svc-A6 svc-A7 every request of codex is answered, known or not', async () => {
  const heard = await play('curious');
  await heard.until('turn-ended');
  expect(JSON.parse(heard.messages().at(-1) ?? '')).toEqual({
    'bogus/request': -32601,
    'text-id': -32601,
    'attestation/generate': -32601,
    'account/chatgptAuthTokens/refresh': -32601,
    'item/tool/call': {
      contentItems: [{ type: 'inputText', text: 'Unsupported dynamic tool: paint' }],
      success: false,
    },
    'mcpServer/elicitation/request': { action: 'decline' },
  });
  expect(heard.of('turn-ended')).toMatchObject([{ status: 'completed' }]);
  expect(heard.of('unrecognised').filter(({ as }) => as === 'unsupported_tool_call')).toHaveLength(1);
  await heard.session.stop(1_000);
});

test('svc-A9 a thread that is refused is a failed turn, and codex is let go', async () => {
  const heard = await play('refusing');
  await heard.until('exited');
  expect(heard.events.map(({ type }) => type)).toEqual(['started', 'turn-ended', 'exited']);
  expect(heard.of('started')).toMatchObject([{ sessionId: null }]);
  expect(heard.of('turn-ended')).toMatchObject([
    {
      status: 'failed',
      fault: 'agent',
      family: 'response_error',
      message: 'codex refused thread/start: no room here',
    },
  ]);
  expect(await hall.living('run-1')).toEqual([]);
});

test.each([
  ['program', 'codex_not_found', { command: '/nowhere/codex' }, {}],
  ['folder', 'invalid_workspace_cwd', { shell: 'true' }, { cwd: '/nowhere/at-all' }],
] as const)('svc-A9 a %s that is not there is %s', async (what, family, player, more) => {
  const request = hall.request([], { player: { ...hall.player, ...player }, ...more });
  await expect(hall.port.start(request, () => undefined)).rejects.toMatchObject({
    failure: { code: 'missing', family, message: expect.stringContaining(`the ${what} is missing`) },
  });
});

test('svc-A9 a program that ends before it answers is a port that exited', async () => {
  const heard = new Heard();
  const player = { ...hall.player, shell: 'head -n 1 > /dev/null; exit 3' };
  heard.session = await hall.port.start(hall.request([], { player }), (event) => heard.take(event));
  await heard.until('exited');
  const [ended] = heard.of('turn-ended');
  expect(ended ?? { family: 'port_exit' }).toMatchObject({ family: 'port_exit' });
  expect(heard.of('exited')).toMatchObject([{ code: 3 }]);
});

test('svc-A5 svc-A10 a broken message is malformed, other text is not, and the turn goes on', async () => {
  const heard = await play('garbage-line');
  await heard.until('turn-ended');
  expect(heard.of('unrecognised').map(({ text, as }) => [text, as])).toEqual([
    ['{"method": broken', 'malformed'],
    ['this is no JSON at all', undefined],
    ['"neither is this"', undefined],
  ]);
  expect(heard.of('turn-ended')).toMatchObject([{ status: 'completed' }]);
  await heard.session.stop(1_000);
});

test('an answer nobody waits for is harmless, also after the end', async () => {
  const heard = await play('no-result');
  await heard.until('exited');
  await heard.session.answer?.('turn:0', 'allow');
  await expect(heard.session.prompt('more')).rejects.toMatchObject({ failure: { code: 'unavailable' } });
});

test('a program that is not codex is not found to be one', async () => {
  const command = await stage.program('not-codex', '#!/bin/sh\nexit 1\n');
  const found = await hall.port.detect?.({ player: { ...hall.player, command }, env: hall.env });
  expect(found).toMatchObject({ version: null, known: null, login: 'unknown' });
  expect(found?.fix).toContain('npm install');
});

test('one that takes too long is not said to be missing', async () => {
  const command = await stage.program('slow-codex', '#!/bin/sh\nexec sleep 60\n');
  const found = await hall.port.detect?.({ player: { ...hall.player, command }, env: hall.env });
  expect(found).toMatchObject({ version: null, known: null, login: 'unknown' });
  expect(found?.detail).toContain('did not answer in time');
  expect(found?.fix).not.toContain('npm install');
});

test.each([
  ['0.159.9', false],
  ['0.160.0', true],
  ['0.166.0', true],
  ['1.0.0', false],
])('version %s is known: %s', async (version, known) => {
  const source = `#!/bin/sh\n[ "$1" = --version ] && echo "codex-cli ${version}" || exit 1\n`;
  const command = await stage.program('old-codex', source);
  const found = await hall.port.detect?.({ player: { ...hall.player, command }, env: hall.env });
  expect(found).toMatchObject({ version, known, login: 'unknown' });
  expect(found?.fix === null).toBe(known);
});

test('a person gets the session in codex itself, no freer than the run was', () => {
  const launch = hall.port.interactive?.({
    player: { ...hall.player, model: 'gpt-5.4' },
    cwd: stage.repository.path,
    env: hall.env,
    session: 'thread-1',
    tools: { name: 'symphony', url: 'http://127.0.0.1:1/mcp', token: 'secret' },
  });
  expect(launch?.command).toBe('codex');
  expect(launch?.args.slice(0, 2)).toEqual(['resume', '--no-daemon']);
  expect(launch?.args.join(' ')).toContain('--sandbox workspace-write --ask-for-approval on-request');
  expect(launch?.args.at(-1)).toBe('thread-1');
  expect(launch?.args.join(' ')).not.toContain('secret');
  expect(launch?.env.SYMPHONY_TOOLS_TOKEN).toBe('secret');
});

test('svc-A1 a whole command line is given to a login shell as it is, and what is ours goes with the thread', async () => {
  const heard = new Heard();
  const program = await stage.program('codex-that-tells', TELLS);
  const shell = `test "$(shopt -p login_shell)" = "shopt -s login_shell" && exec ${program} "a b"`;
  const codex = {
    approvalPolicy: 'never',
    threadSandbox: 'read-only',
    turnSandboxPolicy: { type: 'readOnly' },
  };
  const request = hall.request([], { player: { ...hall.player, shell, codex } });
  heard.session = await hall.port.start(request, (event) => heard.take(event));
  await heard.until('turn-ended');
  const said = JSON.parse(heard.messages().at(-1) ?? '');
  expect(said.args).toEqual(['a b']);
  expect(said.thread).toMatchObject({ cwd: request.cwd, approvalPolicy: 'never', sandbox: 'read-only' });
  expect(said.thread.config).toHaveProperty(['sandbox_workspace_write.writable_roots']);
  expect(said.turn).toMatchObject({
    cwd: request.cwd,
    approvalPolicy: 'never',
    sandboxPolicy: { type: 'readOnly' },
  });
  await heard.session.stop(1_000);
});

test('svc-A2 svc-A4 the handshake comes first, turns go on with one thread, and what is said on stderr is no message', async () => {
  const heard = new Heard();
  const command = await stage.program('codex-that-counts', COUNTS);
  const player = { ...hall.player, shell: command };
  heard.session = await hall.port.start(hall.request([], { player }), (event) => heard.take(event));
  await heard.until('turn-ended');
  await heard.session.prompt('go on');
  await vi.waitFor(() => expect(heard.of('turn-ended')).toHaveLength(2), 10_000);
  expect(heard.of('turn-ended').map(({ status }) => status)).toEqual(['completed', 'completed']);
  const [first, second] = heard.messages().map((text) => JSON.parse(text));
  expect(first.methods).toEqual(['initialize', 'initialized', 'thread/start', 'turn/start']);
  expect(first.client).toMatchObject({ name: expect.stringMatching(/\S/), version: expect.any(String) });
  expect(second).toMatchObject({ methods: [...first.methods, 'turn/start'], pid: first.pid, thread: 't' });
  expect(second.text).toBe('go on');
  await heard.session.stop(1_000);
});

test('svc-A9 an answer that does not come in time is a failed turn, and codex is let go', async () => {
  const heard = new Heard();
  const player = { ...hall.player, shell: 'cat > /dev/null', codex: { readTimeoutMs: 200 } };
  heard.session = await hall.port.start(hall.request([], { player }), (event) => heard.take(event));
  await heard.until('exited');
  expect(heard.of('turn-ended')).toMatchObject([
    {
      status: 'failed',
      family: 'response_timeout',
      message: 'codex did not answer initialize within 200 ms.',
    },
  ]);
});

test('C22 a whole command line is looked at by starting it', async () => {
  const program = await stage.program('codex-that-tells', TELLS);
  const look = (shell: string) => hall.port.detect?.({ player: { ...hall.player, shell }, env: hall.env });
  expect(await look(`${program} x`)).toMatchObject({ version: '0.166.0', known: true, login: 'unknown' });
  const why = async (shell: string) => (await look(shell))?.detail;
  expect(await why('exit 3')).toBe(
    '`exit 3` does not answer as `codex app-server` does: codex refused initialize: it ended.',
  );
  expect(await why('no-such-codex app-server')).toMatch(/does: .*no-such-codex: command not found\.$/);
});

/** Says as its message what it heard so far, and on stderr what would end the turn if it were believed. */
const COUNTS = `#!${process.execPath}
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
const turn = (status) => ({ threadId: 't', turn: { id: 'u', items: [], status, error: null } });
const methods = [];
let client;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  methods.push(method);
  if (method === 'initialize') {
    client = params.clientInfo;
    say({ id, result: { userAgent: 'symphony/0.166.0' } });
  }
  if (method === 'thread/start') say({ id, result: { thread: { id: 't' }, model: 'fake' } });
  if (method !== 'turn/start') return;
  say({ id, result: turn('inProgress') });
  process.stderr.write(JSON.stringify({ method: 'turn/completed', params: turn('failed') }) + '\\n');
  const text = JSON.stringify({ methods, client, pid: process.pid, thread: params.threadId, text: params.input[0].text });
  setTimeout(() => {
    say({ method: 'item/completed', params: { threadId: 't', turnId: 'u', item: { type: 'agentMessage', id: 'm', text } } });
    say({ method: 'turn/completed', params: turn('completed') });
  }, 200);
});
process.stdin.on('end', () => process.exit(0));
`;

/** Says as its message what it was started and asked with. */
const TELLS = `#!${process.execPath}
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
let thread;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say({ id, result: { userAgent: 'symphony/0.166.0' } });
  if (method === 'account/read') say({ id, result: { account: null, requiresOpenaiAuth: false } });
  if (method === 'thread/start') {
    thread = params;
    say({ id, result: { thread: { id: 't' }, model: 'fake' } });
  }
  if (method !== 'turn/start') return;
  say({ id, result: { turn: { id: 'u', items: [], status: 'inProgress', error: null } } });
  const text = JSON.stringify({ args: process.argv.slice(2), thread, turn: params });
  say({ method: 'item/completed', params: { threadId: 't', turnId: 'u', item: { type: 'agentMessage', id: 'm', text } } });
  say({ method: 'turn/completed', params: { threadId: 't', turn: { id: 'u', items: [], status: 'completed', error: null } } });
});
process.stdin.on('end', () => process.exit(0));
`;
