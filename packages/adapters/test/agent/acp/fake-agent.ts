import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * An agent of the Agent Client Protocol that asks no model: it plays the script in its prompt. Its
 * first argument makes it go wrong (`huge-line`, `garbage-line`, `no-result`, …). What goes over its
 * line is kept in $FAKE_ACP_LOG, where it is set, so that a test can hold it against the schema.
 */

type Fields = Record<string, unknown>;
interface Turn {
  readonly id: number;
  cancelled: boolean;
  command: ChildProcess | null;
}

const kind = process.argv[2] ?? '';
const home = join(process.env.HOME ?? '', '.fake-acp');
const answers = new Map<number, (result: Fields) => void>();
let nextRequest = 0; // as real ones do: falsy, and the same numbers as the client's
let session = '';
let history: string[] = [];
let turn: Turn | null = null;

const log = (dir: '<' | '>', msg: unknown): void => {
  if (process.env.FAKE_ACP_LOG) appendFileSync(process.env.FAKE_ACP_LOG, `${JSON.stringify({ dir, msg })}\n`);
};

function send(message: Fields): void {
  const whole = { jsonrpc: '2.0', ...message };
  log('<', whole);
  process.stdout.write(`${JSON.stringify(whole)}\n`);
}

const update = (fields: Fields): void =>
  send({ method: 'session/update', params: { sessionId: session, update: fields } });

function request(method: string, params: Fields): Promise<Fields> {
  const id = nextRequest++;
  send({ id, method, params });
  return new Promise((resolve) => answers.set(id, resolve));
}

const say = (text: string, messageId: string): void => {
  // In two pieces, as models write.
  for (const part of [text.slice(0, 2), text.slice(2)])
    update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text: part } });
};

async function tool(
  id: string,
  fields: Fields,
  act: () => Promise<{ ok: boolean; text: string }>,
): Promise<void> {
  update({ sessionUpdate: 'tool_call', toolCallId: id, status: 'pending', ...fields });
  const { outcome } = await request('session/request_permission', {
    sessionId: session,
    toolCall: { toolCallId: id, ...fields },
    options: [
      { optionId: 'for-good', name: 'Always', kind: 'allow_always' },
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  });
  const { optionId } = outcome as { optionId?: string };
  if (optionId === 'for-good') throw new Error('a permission for good was given');
  if (optionId !== 'yes')
    return update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'failed' });
  update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress' });
  const { ok, text } = await act();
  const content = [{ type: 'content', content: { type: 'text', text } }];
  update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: ok ? 'completed' : 'failed', content });
}

const run = (command: string): Promise<{ ok: boolean; text: string }> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    if (turn) turn.command = child;
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('close', (code) => resolve({ ok: code === 0, text }));
  });

const FAULTS: Record<string, Fields> = {
  err500: { code: -32603, message: 'Internal error: it failed', data: { errorKind: 'server_error' } },
  err429: { code: 429, message: '{"error":{"code":429,"message":"slow down"}}' },
  limit: { code: 429, message: '{"error":{"code":429,"message":"Please retry in 1h0m0s."}}' },
  err401: { code: -32000, message: 'Authentication required' },
};

async function play(mine: Turn, prompt: string): Promise<Fields | null> {
  let calls = 1;
  for (const [step, [, word, rest = '']] of [
    ...prompt.matchAll(/^(SAY|RUN|ASK|WRITE|FAULT): (.*)$/gm),
  ].entries()) {
    if (mine.cancelled) break;
    const id = `call-${mine.id}-${step}`;
    if (word === 'SAY') say(rest, `message-${mine.id}-${step}`);
    if (word === 'FAULT') return rest === 'silent' ? null : { error: FAULTS[rest] };
    if (word === 'RUN' || word === 'ASK')
      await tool(id, { title: rest, kind: 'execute', rawInput: { command: rest } }, () => run(rest));
    if (word === 'WRITE') {
      const [, name = '', text = '""'] = /^(\S+) (.*)$/.exec(rest) ?? [];
      const path = join(process.cwd(), name);
      await tool(id, { title: 'write', kind: 'edit', locations: [{ path }] }, async () => {
        writeFileSync(path, JSON.parse(text) as string);
        return { ok: true, text: 'written' };
      });
    }
    if (word !== 'SAY') calls += 1;
  }
  const usage = {
    inputTokens: 700 * calls,
    cachedReadTokens: 300 * calls,
    outputTokens: 50 * calls,
    totalTokens: 1050 * calls,
  };
  return { result: { stopReason: mine.cancelled ? 'cancelled' : 'end_turn', usage } };
}

async function prompted(id: number, params: Fields): Promise<void> {
  const [{ text }] = params.prompt as [{ text: string }];
  history.push(text);
  writeFileSync(join(home, session), JSON.stringify(history));
  turn = { id, cancelled: false, command: null };
  if (kind === 'no-result') {
    say('I am about to go', 'message-1');
    return void setTimeout(() => process.exit(3), 50);
  }
  if (kind === 'huge-line') say('x'.repeat(10_000_000), 'message-1');
  if (kind === 'garbage-line') process.stdout.write('this is { no message\n[]\n');
  if (kind === 'unknown-request') {
    const refused = await request('terminal/create', { sessionId: session, command: 'true' });
    say(`refused with ${(refused.error as Fields | undefined)?.code}`, 'message-1');
  }
  const answer = await play(turn, text);
  if (answer !== null && !(kind === 'runs-on' && turn.cancelled)) send({ id, ...answer });
}

function begin(id: number, params: Fields, name: string): void {
  session = name;
  mkdirSync(home, { recursive: true });
  if (process.env.FAKE_ACP_SEEN) writeFileSync(process.env.FAKE_ACP_SEEN, JSON.stringify(params));
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
  send({ id, result: { ...(params.sessionId ? {} : { sessionId: session }), modes } });
}

function load(id: number, params: Fields): void {
  const name = String(params.sessionId);
  if (!existsSync(join(home, name)))
    return send({
      id,
      error: { code: -32603, message: 'Internal error', data: { details: 'No such session.' } },
    });
  session = name;
  history = JSON.parse(readFileSync(join(home, name), 'utf8')) as string[];
  for (const text of history)
    for (const sessionUpdate of ['user_message_chunk', 'agent_message_chunk'])
      update({ sessionUpdate, content: { type: 'text', text } });
  begin(id, params, name);
}

const HANDLERS: Record<string, (id: number, params: Fields) => unknown> = {
  initialize: (id) =>
    send({
      id,
      result: {
        protocolVersion: 1,
        agentInfo: { name: 'fake', version: '1.2.3' },
        agentCapabilities: {
          loadSession: true,
          mcpCapabilities: { http: kind !== 'without-mcp', sse: false },
        },
      },
    }),
  'session/new': (id, params) =>
    kind === 'no-login'
      ? send({ id, error: { code: -32000, message: 'Authentication required' } })
      : begin(id, params, `session-${process.pid}`),
  'session/load': load,
  'session/prompt': (id, params) => void prompted(id, params),
  'session/cancel': () => {
    if (turn === null) return;
    turn.cancelled = true;
    if (kind === 'runs-on') return send({ id: turn.id, result: { stopReason: 'cancelled', usage: null } });
    if (turn.command?.pid) process.kill(-turn.command.pid, 'SIGKILL');
  },
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line) as Fields;
    log('>', message);
    if (typeof message.method === 'string')
      return HANDLERS[message.method]?.(message.id as number, (message.params ?? {}) as Fields);
    const settle = answers.get(message.id as number);
    answers.delete(message.id as number);
    settle?.((message.result as Fields | undefined) ?? { error: message.error });
  })
  .on('close', () => process.exit(0));
