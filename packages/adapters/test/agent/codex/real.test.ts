import { join } from 'node:path';
import type { AgentStart } from '@symphony/domain';
import { Heard, openStage, realAgent, type Stage, type Step } from '@symphony/testkit';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCodex } from '../../../src/agent/codex/index.ts';
import { CodexSchema } from './codex-schema.ts';
import { CodexHall } from './hall.ts';
import { noRecordings, type Recorded, readRecording, recordingNames } from './recordings.ts';
import { readTap, tapOn } from './tap.ts';
import { openToolServer } from './tool-server.ts';

const real = realAgent('codex');
const absent = 'reason' in real ? real.reason : null;
const program = 'path' in real ? real.path : '';

/** What the scenarios do not ask for, with the real program; every line of it both ways is kept. */
describe.skipIf(absent !== null)(`codex itself${absent ? `: ${absent}` : ''}`, { timeout: 60_000 }, () => {
  const said: Recorded[] = [];
  const schema = absent === null ? new CodexSchema(program) : null;
  afterAll(() => schema?.close());

  let stage: Stage;
  let hall: CodexHall;
  let log: string;
  const playing: Heard[] = [];

  async function openHall(confined: boolean): Promise<void> {
    const tap = await stage.program('tapped-codex', tapOn(program, log));
    hall = new CodexHall(stage, { program: tap, confined });
  }
  beforeEach(async () => {
    stage = await openStage();
    log = join(stage.tmp, 'said.jsonl');
    await openHall(false);
  });
  afterEach(async () => {
    for (const heard of playing.splice(0)) await heard.session.stop(2_000);
    said.push(...readTap(log));
    const touched = hall.settingsTouched;
    await hall.close();
    await stage.close();
    expect(touched, 'the settings of the person are as they were').toBe(false);
  });

  async function play(
    steps: readonly Step[],
    change: Partial<AgentStart> = {},
    port = hall.port,
  ): Promise<Heard> {
    const heard = new Heard();
    heard.session = await port.start(hall.request(steps, change), (event) => heard.take(event));
    playing.push(heard);
    return heard;
  }

  /** Plays the turn to its end and answers everything that is asked for in the same way. */
  async function playTurn(
    steps: readonly Step[],
    answer: 'allow' | 'deny',
    change: Partial<AgentStart> = {},
  ): Promise<Heard> {
    const heard = await play(steps, change);
    let answered = 0;
    await expect
      .poll(
        async () => {
          const asked = heard.of('permission');
          for (; answered < asked.length; answered++)
            await heard.session.answer?.(asked[answered]?.request.id ?? '', answer);
          return heard.of('turn-ended').length;
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(1);
    return heard;
  }

  const PATCH = "apply_patch <<'END'\n*** Begin Patch\n*** Add File: new.txt\n+hi\n*** End Patch\nEND";
  const patch: Step = { tool: { name: 'exec_command', input: { cmd: PATCH } } };

  test('confined, it asks before every command and every change of files', async () => {
    await openHall(true);
    const heard = await playTurn([{ run: 'ls' }, { run: "echo 'it is' > a.txt | cat" }, patch], 'allow');
    expect(
      heard.of('permission').map(({ request: { tool, command, paths } }) => [tool, command, paths]),
    ).toEqual([
      ['commandExecution', 'ls', []],
      ['commandExecution', "echo 'it is' > a.txt | cat", []],
      ['fileChange', null, ['new.txt']],
    ]);
    expect(await stage.repository.git('status', '--porcelain')).toBe('?? a.txt\n?? new.txt');
  });

  test('what is denied is not done, and the turn goes on', async () => {
    await openHall(true);
    const heard = await playTurn([{ run: 'echo a > a.txt' }, patch, { say: 'I tried' }], 'deny');
    expect(heard.of('tool-ended').map(({ ok }) => ok)).toEqual([false, false]);
    expect(heard.messages()).toEqual(['I tried']);
    expect(await stage.repository.git('status', '--porcelain')).toBe('');
  });

  test('unconfined, it commits in a worktree without being asked for leave', async () => {
    const worktree = join(stage.tmp, '..', 'worktree');
    await stage.repository.git('worktree', 'add', '--quiet', '-b', 'work', worktree);
    const steps: Step[] = [{ run: 'echo a > a.txt && git add -A && git commit -q -m "Add a"' }];
    const heard = await playTurn(steps, 'deny', { cwd: worktree });
    expect(heard.of('permission')).toEqual([]);
    expect(await stage.repository.git('log', '-1', '--format=%s', 'work')).toBe('Add a');
  });

  test('C22 svc-A1 started by a command line of somebody else’s, it commits in a worktree and has the tools of the run', async () => {
    const own = await openToolServer('comment');
    const worktree = join(stage.tmp, '..', 'worktree');
    await stage.repository.git('worktree', 'add', '--quiet', '-b', 'work', worktree);
    const steps: Step[] = [
      { tool: { name: 'comment', input: { text: 'hi' } } },
      { run: 'env > env.txt; git add -A && git commit -q -m "Add all"' },
    ];
    const player = {
      ...hall.player,
      shell: `${hall.player.command} app-server`,
      codex: { readTimeoutMs: 30_000 },
    };
    const tools = { name: 'symphony', url: own.url, token: 'a-token' };
    const heard = await playTurn(steps, 'deny', { cwd: worktree, player, tools });
    await own.close();
    expect(heard.of('permission')).toEqual([]);
    expect(own.calls).toEqual([{ authorization: 'Bearer a-token', arguments: { text: 'hi' } }]);
    expect(await stage.repository.git('log', '-1', '--format=%s', 'work')).toBe('Add all');
    expect(await stage.repository.git('show', 'work:env.txt')).toContain('SYMPHONY_');
  });

  test('the tools of the run are called with the token and without leave, others with leave', async () => {
    const [own, foreign] = [await openToolServer('comment'), await openToolServer('remark')];
    hall.configure('[mcp_servers.other]\nurl = '.concat(JSON.stringify(foreign.url)));
    const tools = { name: 'symphony', url: own.url, token: 'a-token' };
    const call = (name: string): Step => ({ tool: { name, input: { text: 'hi' } } });
    const heard = await playTurn([call('comment'), call('remark')], 'allow', {
      tools,
    });
    await Promise.all([own.close(), foreign.close()]);
    expect(own.calls).toEqual([{ authorization: 'Bearer a-token', arguments: { text: 'hi' } }]);
    expect(foreign.calls).toEqual([{ authorization: undefined, arguments: { text: 'hi' } }]);
    expect(heard.of('permission').map(({ request }) => request.tool)).toEqual(['mcp__other__remark']);
    expect(heard.of('tool-ended').map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('a question of the model is put and its answer reaches the model', async () => {
    const questions = [
      {
        id: 'q',
        header: 'Colour',
        question: 'Which?',
        options: [
          { label: 'red', description: 'r' },
          { label: 'blue', description: 'b' },
        ],
      },
    ];
    const steps: Step[] = [{ tool: { name: 'request_user_input', input: { questions } } }];
    const args = ['-c', 'features.default_mode_request_user_input=true'];
    const heard = await play(steps, { player: { ...hall.player, args } });
    await heard.until('question');
    const [asked] = heard.of('question');
    expect(asked?.question).toMatchObject({ text: 'Which?', choices: ['red', 'blue'] });
    await heard.session.answer?.(asked?.question.id ?? '', 'blue');
    await heard.until('turn-ended');
    const answer = said.concat(readTap(log)).findLast(({ dir, msg }) => dir === '>' && 'result' in msg);
    expect(answer?.msg.result).toEqual({ answers: { q: { answers: ['blue'] } } });
  });

  test('what is asked for is withdrawn when the turn is interrupted, and the session goes on', async () => {
    await openHall(true);
    const heard = await play([{ run: 'echo a > a.txt' }]);
    await heard.until('permission');
    await heard.session.interrupt?.();
    await heard.until('turn-ended');
    expect(heard.of('withdrawn').map(({ id }) => id)).toEqual(
      heard.of('permission').map(({ request }) => request.id),
    );
    expect(heard.events.slice(-2).map(({ type }) => type)).toEqual(['withdrawn', 'turn-ended']);
    expect(heard.end()).toMatchObject({ status: 'interrupted' });
    await heard.session.prompt('SAY: still here');
    await heard.until('turn-ended', 2);
    expect(heard.messages()).toEqual(['still here']);
  });

  test('interrupted before it has begun, it does not begin', async () => {
    const heard = await play([{ say: 'too late' }]);
    await heard.session.interrupt?.();
    await heard.until('turn-ended');
    expect(heard.end()).toMatchObject({ status: 'interrupted' });
    expect(heard.messages()).toEqual([]);
  });

  test('a session it does not know is a failed turn', async () => {
    const heard = await play([{ say: 'one' }], { resume: '01a1e4c5-5cb3-77c0-960c-23da0a4ca52a' });
    await heard.until('exited');
    expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'agent' }]);
    expect(heard.end()?.message).toContain('no rollout found');
  });

  test('a provider that is waited for too long is given up', async () => {
    hall.configure();
    const slow = ['stream_max_retries=100', 'stream_idle_timeout_ms=300'];
    const args = slow.flatMap((each) => ['-c', `model_providers.lab.${each}`]);
    const port = openCodex({ instance: stage.instance, retryPatienceMs: 1_500 });
    const heard = await play([{ fault: 'silent' }], { player: { ...hall.player, args } }, port);
    await heard.until('turn-ended');
    expect(heard.of('retrying').length).toBeGreaterThan(0);
    expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'provider' }]);
  });

  test('its commands carry the marker although the person hides the environment from them', async () => {
    hall.configure('[shell_environment_policy]\ninherit = "core"\n');
    await playTurn([{ run: 'echo "$SYMPHONY_RUN" > run.txt' }], 'allow', { run: 'run-marked' });
    await stage.repository.git('add', '--all');
    expect(await stage.repository.git('show', ':run.txt')).toBe('run-marked');
  });

  test('it plays with the model of the player', async () => {
    const heard = await playTurn([{ say: 'hi' }], 'allow', {
      player: { ...hall.player, model: 'gpt-5.4-mini' },
    });
    expect(heard.of('started')).toMatchObject([{ version: '0.166.0', model: 'gpt-5.4-mini' }]);
  });

  test('it is found, and whether it is logged in', async () => {
    const before = Date.now();
    const player = { ...hall.player, command: program };
    expect(await hall.port.detect?.({ player, env: hall.env })).toMatchObject({
      version: '0.166.0',
      known: true,
      login: 'unknown',
      fix: null,
    });
    const env = { ...hall.env, HOME: stage.repository.path };
    expect(await hall.port.detect?.({ player, env })).toMatchObject({
      login: 'no',
      fix: 'Run `codex login`.',
    });
    expect(Date.now() - before).toBeLessThan(20_000);
    expect(stage.server.requests).toEqual([]);
  });

  test('all that was said above is as its schema says', () => {
    const methods = new Set(said.map(({ msg }) => msg.method));
    for (const method of ['turn/interrupt', 'item/fileChange/requestApproval', 'item/tool/requestUserInput'])
      expect(methods).toContain(method);
    expect(schema?.faults(said)).toEqual([]);
  });

  test.skipIf(noRecordings !== null)('the recordings are as its schema says', () => {
    for (const name of recordingNames()) expect(schema?.faults(readRecording(name)), name).toEqual([]);
  });
});
