import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, openModelServer, scriptText } from '../../src/model-server/index.ts';
import { ASKINGS, type Asking, ask } from './asking.ts';
import { SCHEMAS } from './schemas.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());

const SHELLS = { anthropic: 'Bash', responses: 'exec_command', chat: 'bash', gemini: 'run_shell_command' };
const SCRIPT = scriptText([
  { say: 'first' },
  { run: 'echo one' },
  { tool: { name: 'report', input: { done: true } } },
  { say: 'last' },
]);

describe.each(ASKINGS)('the $wire wire', (asking) => {
  const shell = SHELLS[asking.wire];
  const tools = [shell, ...(asking.wire === 'responses' ? [] : ['mcp__host__report'])];
  const at = async (turns: (string | number)[], stream = true) => {
    const { events } = await ask(server.base(), asking, { turns, tools, stream });
    const fits = SCHEMAS[asking.wire];
    for (const event of events)
      expect(fits(event), `${JSON.stringify(event)}\n${JSON.stringify(fits.errors)}`).toBe(true);
    return asking.read(events);
  };

  test.each([true, false])('plays a script step by step (stream: %s)', async (stream) => {
    const command = { command: 'echo one', cmd: 'echo one' }[asking.wire === 'responses' ? 'cmd' : 'command'];
    const first = await at([`Please.\n${SCRIPT}`], stream);
    expect(first).toMatchObject({ texts: 'first', call: { name: shell } });
    expect(Object.values((first.call as { input: object }).input)).toContain(command);
    const name = asking.wire === 'responses' ? 'report' : 'mcp__host__report';
    expect(await at([SCRIPT, 1], stream)).toMatchObject({ texts: '', call: { name, input: { done: true } } });
    expect(await at([SCRIPT, 2], stream)).toMatchObject({ texts: 'last', call: null });
    expect(await at([SCRIPT, 2, 'SAY: again', 'SAY: newest'], stream)).toMatchObject({ texts: 'newest' });
    expect(await at([SCRIPT, 2, 'Go on.'], stream)).toMatchObject({ texts: 'done', call: null });
  });

  test('has no memory: the same request is answered the same', async () => {
    const [one, two] = [await at([SCRIPT, 1]), await at([SCRIPT, 1])];
    expect(two).toEqual(one);
  });

  test('says what was used, in its own words', async () => {
    const { usage } = await at([SCRIPT, 2]);
    expect(usage).toMatchObject(
      {
        anthropic: { input_tokens: 702, cache_read_input_tokens: 300, output_tokens: 50 },
        responses: { input_tokens: 1002, input_tokens_details: { cached_tokens: 300 }, output_tokens: 50 },
        chat: { prompt_tokens: 1002, completion_tokens: 50, total_tokens: 1052 },
        gemini: { promptTokenCount: 1002, candidatesTokenCount: 40, thoughtsTokenCount: 10 },
      }[asking.wire],
    );
  });

  test('answers a call without tools with something harmless that costs nothing', async () => {
    const from = server.requests.length;
    const { events } = await ask(server.base(), asking, { turns: [SCRIPT], tools: [], stream: false });
    expect(asking.read(events)).toMatchObject({ texts: 'A scripted session', call: null });
    expect(server.requests.at(-1)).toMatchObject({ side: true, answer: 'side' });
    expect(server.spent(from)).toEqual({ inputTokens: 0, cachedTokens: 0, outputTokens: 0 });
  });

  test('says so when the script wants a tool that is not offered', async () => {
    const { texts, call } = await at(['TOOL: nowhere {}']);
    expect(call).toBeNull();
    expect(texts).toContain('no tool');
  });
});

describe('what is chosen by the tools on offer', () => {
  const [anthropic, responses] = ASKINGS as [Asking, Asking];
  const callOf = async (asking: Asking, script: string, tools: string[]) =>
    asking.read((await ask(server.base(), asking, { turns: [script], tools })).events).call;

  test('a file is written by the tool for it, with a whole path, and else by the shell', async () => {
    const script = `WRITE: a.txt "it's\\n"`;
    expect(await callOf(anthropic, script, ['Bash', 'Write'])).toEqual({
      name: 'Write',
      input: { file_path: '/the/chamber/a.txt', content: "it's\n" },
    });
    expect(await callOf(responses, script, ['exec_command'])).toMatchObject({
      input: { cmd: `printf '%s' 'it'\\''s\n' > 'a.txt'` },
    });
  });

  test('a command to be asked for is escalated where the shell knows that', async () => {
    expect(await callOf(responses, 'ASK: touch x', ['exec_command'])).toMatchObject({
      input: { cmd: 'touch x', sandbox_permissions: 'require_escalated' },
    });
    expect(await callOf(anthropic, 'ASK: touch x', ['Bash'])).toMatchObject({
      input: { command: 'touch x' },
    });
  });
});

describe('the request log', () => {
  test('shows the history and keeps no secret', async () => {
    const from = server.requests.length;
    for (const asking of ASKINGS)
      await ask(server.base(), asking, { turns: ['SAY: one', 'SAY: two'], tools: ['bash'] });
    const seen = server.requests.slice(from);
    expect(seen.map(({ wire }) => wire)).toEqual(['anthropic', 'responses', 'chat', 'gemini']);
    for (const each of seen)
      expect(each).toMatchObject({
        method: 'POST',
        scenario: 'ok',
        userTexts: ['SAY: one', 'SAY: two'],
        lastUserText: 'SAY: two',
        answer: 'text',
        step: 0,
      });
    expect(JSON.stringify(seen)).not.toContain('secret-key');
    expect(server.spent(from)).toEqual({ inputTokens: 4_000, cachedTokens: 1_200, outputTokens: 200 });
  });

  test('shows what nobody can answer', async () => {
    const response = await fetch(`${server.base()}/v1/models`);
    expect(response.status).toBe(404);
    expect(server.requests.at(-1)).toMatchObject({ method: 'GET', wire: null, answer: 'unknown' });
  });
});

test('a packed request is read, and a broken one is refused', async () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(`${server.base()}/v1/messages`, { method: 'POST', body, headers });
  const packed = gzipSync(
    JSON.stringify({ messages: [{ role: 'user', content: 'SAY: hi' }], tools: [{ name: 'Bash' }] }),
  );
  const answer = await post(new Uint8Array(packed), { 'content-encoding': 'gzip' });
  expect(await answer.text()).toContain('"hi"');
  expect((await post('{', {})).status).toBe(400);
});
