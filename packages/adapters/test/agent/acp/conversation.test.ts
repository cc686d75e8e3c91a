import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentStart } from '@symphony/domain';
import { Heard, openStage, type Stage, type Step, scriptText } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AcpAgentName, openAcp } from '../../../src/agent/acp/index.ts';
import { fakeArgs, start } from './hall.ts';
import { readRecording, recordingsAbsent } from './recording.ts';
import { faultsIn, type Spoken } from './schema.ts';

let stage: Stage;
let playing: Heard[];

beforeEach(async () => {
  stage = await openStage();
  playing = [];
});

afterEach(async () => {
  for (const { session } of playing) await session.stop(0);
  await stage.close();
});

async function play(
  steps: readonly Step[],
  change: Partial<AgentStart> & { readonly kind?: string; readonly agent?: AcpAgentName } = {},
): Promise<Heard> {
  const { kind = '', agent = 'acp', ...rest } = change;
  const program = { command: process.execPath, args: fakeArgs(kind) };
  const request = start(stage, agent, program, { run: 'run-1', prompt: scriptText(steps), ...rest });
  const logged = { ...request.env, FAKE_ACP_LOG: log(), FAKE_ACP_SEEN: seen() };
  const heard = new Heard();
  const port = openAcp({ instance: stage.instance, agent });
  heard.session = await port.start({ ...request, env: logged }, (event) => heard.take(event));
  playing.push(heard);
  return heard;
}

const log = (): string => join(stage.tmp, 'wire.jsonl');
const seen = (): string => join(stage.tmp, 'session.json');
const sessionParams = (): unknown => JSON.parse(readFileSync(seen(), 'utf8'));
const conversation = (): readonly Spoken[] =>
  readFileSync(log(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Spoken);

async function allow(heard: Heard, answer = 'allow'): Promise<void> {
  await heard.until('permission');
  await heard.session.answer?.(heard.of('permission').at(-1)?.request.id ?? '', answer);
}

test('everything that is sent and received keeps to the published schema', async () => {
  const heard = await play([{ run: 'true' }, { say: 'first' }], { tools: TOOLS });
  await allow(heard);
  await heard.until('turn-ended');
  await heard.session.prompt(scriptText([{ write: { path: 'a.txt', text: 'a' } }]));
  await heard.until('permission', 2);
  await heard.session.answer?.(heard.of('permission').at(-1)?.request.id ?? '', 'deny');
  await heard.until('turn-ended', 2);
  await heard.session.prompt(scriptText([{ run: 'sleep 60' }]));
  await heard.until('permission', 3);
  await heard.session.interrupt?.();
  await heard.until('turn-ended', 3);
  await heard.session.stop(1_000);
  const again = await play([{ fault: 'err500' }], { resume: heard.sessionId(), run: 'run-2' });
  await again.until('turn-ended');
  expect(faultsIn(conversation())).toEqual([]);
  const methods = conversation().map(({ msg }) => msg.method);
  for (const method of ['initialize', 'session/new', 'session/load', 'session/prompt', 'session/cancel'])
    expect(methods).toContain(method);
});

test('a message that breaks the schema is found', () => {
  const broken = { jsonrpc: '2.0', id: 1, method: 'session/new', params: { mcpServers: [] } };
  expect(faultsIn([{ dir: '>', msg: broken }])).toHaveLength(1);
});

test('what we are recorded to have sent to real agents keeps to the schema', ({ skip }) => {
  const absent = recordingsAbsent();
  if (absent) skip(absent);
  const sent = readRecording('acp-gemini/ok').map(({ ours, text }) => ({
    dir: ours ? '>' : '<',
    msg: JSON.parse(text),
  }));
  expect(faultsIn(sent as Spoken[]).filter((fault) => fault.startsWith('>'))).toEqual([]);
});

const TOOLS = { name: 'symphony', url: 'http://127.0.0.1:1/mcp', token: 'secret' };

test('the host tools are offered over HTTP, with the token', async () => {
  const heard = await play([{ say: 'hello' }], { tools: TOOLS });
  await heard.until('turn-ended');
  const headers = [{ name: 'Authorization', value: 'Bearer secret' }];
  expect(sessionParams()).toEqual({
    cwd: stage.repository.path,
    mcpServers: [{ type: 'http', name: 'symphony', url: TOOLS.url, headers }],
  });
});

test('an agent that reaches no server over HTTP is offered none', async () => {
  const heard = await play([{ say: 'hello' }], { tools: TOOLS, kind: 'without-mcp' });
  await heard.until('turn-ended');
  expect(sessionParams()).toMatchObject({ mcpServers: [] });
});

test('a request nobody knows is refused, and the turn goes on', async () => {
  const heard = await play([{ say: 'and on' }], { kind: 'unknown-request' });
  await heard.until('turn-ended');
  expect(heard.messages()).toEqual(['refused with -32601', 'and on']);
  expect(heard.end()).toMatchObject({ status: 'completed' });
});

test('a session that cannot be loaded is begun anew, and that is said', async () => {
  const spent = { inputTokens: 5_000, outputTokens: 500, usd: null };
  const heard = await play([{ say: 'hello' }], { resume: 'lost', spent });
  await heard.until('turn-ended');
  expect(heard.end()).toMatchObject({ status: 'completed' });
  expect(heard.sessionId()).not.toBe('lost');
  expect(heard.of('unrecognised').map(({ text }) => text)).toEqual([
    'acp could not go on with session lost (No such session.): a new session was begun.',
  ]);
  expect(heard.of('usage').at(-1)?.usage.inputTokens).toBe(1_000);
});

test('usage goes on over turns and processes', async () => {
  const first = await play([{ say: 'one' }]);
  await first.until('turn-ended');
  await first.session.prompt(scriptText([{ say: 'two' }]));
  await first.until('turn-ended', 2);
  const spent = first.of('usage').at(-1)?.usage;
  expect(spent).toEqual({ inputTokens: 2_000, cachedTokens: 600, outputTokens: 100, usd: null });
  await first.session.stop(1_000);
  const second = await play([{ say: 'three' }], {
    resume: first.sessionId(),
    spent: spent ?? null,
    run: 'run-2',
  });
  await second.until('turn-ended');
  expect(second.of('usage').map(({ usage }) => usage.inputTokens)).toEqual([3_000]);
});

test('the version and the session are told when it starts', async () => {
  const heard = await play([{ say: 'hello' }]);
  await heard.until('turn-ended');
  expect(heard.of('started')).toMatchObject([
    { version: '1.2.3', sessionId: expect.stringMatching(/^session-/) },
  ]);
});

test('an interrupt takes open questions back', async () => {
  const heard = await play([{ run: 'touch ran' }]);
  await heard.until('permission');
  await heard.session.interrupt?.();
  await heard.until('turn-ended');
  const asked = heard.of('permission').map(({ request }) => request.id);
  expect(heard.of('withdrawn').map(({ id }) => id)).toEqual(asked);
  expect(heard.end()).toMatchObject({ status: 'interrupted' });
  expect(existsSync(join(stage.repository.path, 'ran'))).toBe(false);
  await heard.session.answer?.(asked[0] ?? '', 'allow'); // too late, and harmless
});

test('an interrupt before the session is open ends the turn before it begins', async () => {
  const heard = await play([{ say: 'hello' }]);
  await heard.session.interrupt?.();
  await heard.until('turn-ended');
  expect(heard.end()).toMatchObject({ status: 'interrupted' });
  expect(heard.messages()).toEqual([]);
  await heard.session.prompt(scriptText([{ say: 'now' }]));
  await heard.until('turn-ended', 2);
  expect(heard.messages()).toEqual(['now']);
});

test('what an agent lets run on after a cancel is ended from here', async () => {
  const heard = await play([{ run: 'while :; do echo tick >> ticks; sleep 0.05; done' }], {
    agent: 'codex-acp',
    kind: 'runs-on',
  });
  await allow(heard);
  const ticks = join(stage.repository.path, 'ticks');
  const size = (): number => (existsSync(ticks) ? readFileSync(ticks).length : 0);
  await expect.poll(size).toBeGreaterThan(0);
  await heard.session.interrupt?.();
  await heard.until('turn-ended');
  expect(heard.end()).toMatchObject({ status: 'interrupted' });
  const before = size();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(size()).toBe(before);
  expect(heard.of('exited')).toEqual([]);
});

test('a program that refuses to begin fails the turn and says why', async () => {
  const heard = await play([{ say: 'hello' }], { kind: 'no-login' });
  await heard.until('turn-ended');
  expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'auth' }]);
  expect(heard.of('started')).toMatchObject([{ sessionId: null }]);
});

test('a player without a program cannot start', async () => {
  const { command: _none, ...player } = start(stage, 'acp', { command: '' }, { run: 'r', prompt: '' }).player;
  const request = { ...start(stage, 'acp', { command: '' }, { run: 'r', prompt: '' }), player };
  const port = openAcp({ instance: stage.instance, agent: 'acp' });
  await expect(port.start(request, () => undefined)).rejects.toMatchObject({ failure: { code: 'missing' } });
});

test('a program that takes too long is not said to be missing', { timeout: 30_000 }, async () => {
  const command = await stage.program('slow', '#!/bin/sh\nexec sleep 60\n');
  const player = { agent: 'opencode', slots: null, stallTimeoutMs: null, model: null, command };
  const found = await openAcp({ instance: stage.instance, agent: 'opencode' }).detect?.({
    player,
    env: stage.env,
  });
  expect(found).toMatchObject({ version: null, known: null, login: 'unknown' });
  expect(found?.detail).toContain('did not answer in time');
});

test('a program is detected by its greeting, and one that is not there is missed', async () => {
  const port = openAcp({ instance: stage.instance, agent: 'acp' });
  const player = { agent: 'acp', slots: null, stallTimeoutMs: null, model: null };
  const there = { ...player, command: process.execPath, args: fakeArgs() };
  expect(await port.detect?.({ player: there, env: stage.env })).toMatchObject({
    version: '1.2.3',
    known: true,
  });
  const absent = { ...player, command: '/nowhere/agent' };
  expect(await port.detect?.({ player: absent, env: stage.env })).toMatchObject({
    version: null,
    login: 'unknown',
  });
});
