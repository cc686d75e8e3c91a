import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentStart } from '@symphony/domain';
import { Heard, openStage, type Stage } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSession } from '../../../src/agent/claude/session.ts';
import { ClaudeHall } from './hall.ts';

/** What the real program does not do on demand: a program in its place does it. */

let stage: Stage;
let hall: ClaudeHall;
beforeEach(async () => {
  stage = await openStage();
  hall = new ClaudeHall(stage, 'claude');
});
afterEach(async () => {
  await hall.close();
  await stage.close();
});

async function start(request: AgentStart, now: () => number = Date.now): Promise<Heard> {
  const heard = new Heard();
  heard.session = await startSession(request, (event) => heard.take(event), {
    instance: stage.instance,
    now,
  });
  return heard;
}

async function playTurn(play: string, now?: () => number): Promise<Heard> {
  const heard = await start(await hall.withProgram(play), now);
  await heard.until('turn-ended');
  await heard.session.stop(2_000);
  return heard;
}

test('a request that is not known is answered, and the turn goes on', async () => {
  const heard = await playTurn(`
    function turn() { open(); say({ type: 'control_request', request_id: 'r1', request: { subtype: 'hypnosis' } }); }
    answered = ({ subtype, request_id }) => { speak(subtype + ' for ' + request_id); finish(); };
  `);
  expect(heard.messages()).toEqual(['error for r1']);
  expect(heard.of('unrecognised')).toHaveLength(1);
});

test('a request too long to be read is denied, and the turn goes on', async () => {
  const heard = await playTurn(`
    function turn() {
      open();
      const input = { content: 'x'.repeat(11_000_000) };
      say({ type: 'control_request', request_id: 'r1', request: { subtype: 'can_use_tool', tool_name: 'Write', input } });
    }
    answered = ({ response }) => { speak(response.behavior); finish(); };
  `);
  expect(heard.messages()).toEqual(['deny']);
  expect(heard.of('permission')).toEqual([]);
});

test('an answer is given once, and only to what was asked', async () => {
  const request = await hall.withProgram(`
    let answers = 0;
    function turn() { open(); say({ type: 'control_request', request_id: 'r1', request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } } }); }
    answered = ({ response }) => { answers += 1; speak(response.behavior + ' ' + answers); setTimeout(finish, 200); };
  `);
  const heard = await start(request);
  await heard.until('permission');
  for (const id of ['nobody', 'r1', 'r1']) await heard.session.answer?.(id, 'allow');
  await heard.until('turn-ended');
  expect(heard.messages()).toEqual(['allow 1']);
  await heard.session.stop(2_000);
});

test('a turn that nobody asked for does not end the one that somebody did', async () => {
  const request = await hall.withProgram(`
    function turn({ message }) {
      open(); finish();
      if (message.content[0].text === 'again') return;
      setTimeout(() => { open(); speak('I woke up'); finish(); }, 50);
    }
  `);
  const heard = await start(request);
  await heard.until('message');
  await heard.session.prompt('again');
  await heard.until('turn-ended', 2);
  expect(heard.of('turn-ended')).toHaveLength(2);
  expect(heard.of('started')).toHaveLength(1);
  await heard.session.stop(2_000);
});

test('while the model writes something long, it is told that it does', async () => {
  let at = 0;
  const write = `
    function turn() {
      open();
      for (let i = 0; i < 4; i += 1) say({ type: 'stream_event', event: { type: 'content_block_delta', delta: {} } });
      finish();
    }`;
  const hurried = await playTurn(write, () => 0);
  expect(hurried.of('usage')).toEqual([]);
  const slow = await playTurn(write, () => {
    at += 10_000;
    return at;
  });
  expect(slow.of('usage').length).toBeGreaterThan(0);
});

test('the token of the host tools is in the environment and not on the command line', async () => {
  const request = await hall.withProgram(
    `function turn() { open(); speak(JSON.stringify({ args: process.argv.slice(2), token: process.env.SYMPHONY_TOOLS_TOKEN })); finish(); }`,
    { tools: { name: 'symphony', url: 'http://127.0.0.1:1/mcp', token: 'secret-token' } },
  );
  const heard = await start(request);
  await heard.until('turn-ended');
  const said = JSON.parse(heard.messages()[0] as string) as { args: string[]; token: string };
  expect(said.token).toBe('secret-token');
  expect(said.args.join(' ')).not.toContain('secret-token');
  const config = JSON.parse(said.args[said.args.indexOf('--mcp-config') + 1] as string);
  expect(config.mcpServers.symphony).toMatchObject({ type: 'http', url: 'http://127.0.0.1:1/mcp' });
  await heard.session.stop(2_000);
});

test('a program that is not there is told as missing', async () => {
  const request = hall.request([]);
  const lost = { ...request, player: { ...request.player, command: join(stage.tmp, 'nowhere') } };
  await expect(start(lost)).rejects.toMatchObject({ failure: { code: 'missing' } });
});

test('a session that cannot be resumed is told by its exit', async () => {
  const request = await hall.withProgram(
    `process.stderr.write('No conversation found with session ID: gone\\n'); process.exit(1);`,
    { resume: 'gone' },
  );
  const heard = await start(request);
  await heard.until('exited');
  expect(heard.of('started')).toMatchObject([{ sessionId: null }]);
  expect(heard.of('exited')).toMatchObject([
    { code: 1, message: expect.stringContaining('No conversation found') },
  ]);
});

test("what is asked of the program: mode, model, session, and the player's own arguments last", async () => {
  const echo = `require('node:fs').writeFileSync('args.json', JSON.stringify(process.argv.slice(2))); function turn() { open(); finish(); }`;
  const request = await hall.withProgram(echo, { resume: 'a-session' });
  const player = { ...request.player, model: 'opus', args: ['--effort', 'high'] };
  const heard = await start({ ...request, player });
  await heard.until('turn-ended');
  await heard.session.stop(2_000);
  const args = JSON.parse(readFileSync(join(stage.repository.path, 'args.json'), 'utf8')) as string[];
  expect(args.slice(-2)).toEqual(['--effort', 'high']);
  const after = (flag: string) => args[args.indexOf(flag) + 1];
  expect(after('--resume')).toBe('a-session');
  expect(after('--model')).toBe('opus');
  expect(after('--permission-mode')).toBe('default');
  expect(args).not.toContain('--session-id');
  expect(args).not.toContain('--mcp-config');
});
