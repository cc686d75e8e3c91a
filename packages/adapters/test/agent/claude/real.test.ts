import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentEvent, AgentStart } from '@symphony/domain';
import { Heard, openStage, realAgent, type Stage, type Step } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClaudeHall } from './hall.ts';
import { HostTools } from './host-tools.ts';

/** What the real program does beyond the stories that every agent plays. */

const real = realAgent('claude');

describe.skipIf('reason' in real)(`claude for real${'reason' in real ? ` (${real.reason})` : ''}`, () => {
  let stage: Stage;
  let hall: ClaudeHall;
  beforeEach(async () => {
    stage = await openStage();
    hall = new ClaudeHall(stage, 'path' in real ? real.path : '');
  });
  afterEach(async () => {
    await hall.close();
    await stage.close();
  });

  /** One turn; whatever is asked is answered with `allow`, unless it is a question. */
  async function playTurn(
    steps: readonly Step[],
    change: Partial<AgentStart> = {},
    answer = '',
  ): Promise<Heard> {
    const heard = new Heard();
    const hear = (event: AgentEvent): void => {
      heard.take(event);
      if (event.type === 'permission') void heard.session.answer?.(event.request.id, 'allow');
      if (event.type === 'question') void heard.session.answer?.(event.question.id, answer);
    };
    heard.session = await hall.port.start(hall.request(steps, change), hear);
    await heard.until('turn-ended');
    return heard;
  }

  test('the host tools are offered at once and used without asking', async () => {
    await using tools = await HostTools.open();
    const heard = await playTurn([{ tool: { name: 'report', input: {} } }], { tools: tools.server });
    const { pid } = heard.session.process ?? { pid: 0 };
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    await heard.session.stop(3_000);
    expect(stage.server.requests.find(({ side }) => !side)?.tools).toContain('mcp__symphony__report');
    expect(tools.calls).toBe(1);
    expect(heard.of('permission')).toEqual([]);
    expect(heard.of('tool-ended')).toMatchObject([{ ok: true, summary: 'It was noted.' }]);
    expect(commandLine).not.toContain(tools.server.token);
  });

  test('a question is heard, and its answer reaches the model', async () => {
    const options = [
      { label: 'Red', description: 'like fire' },
      { label: 'Blue', description: 'like the sea' },
    ];
    const questions = [{ question: 'Which colour?', header: 'Colour', multiSelect: false, options }];
    const heard = await playTurn(
      [{ tool: { name: 'AskUserQuestion', input: { questions } } }],
      {},
      'Neither: green',
    );
    await heard.session.stop(3_000);
    expect(heard.of('question')).toMatchObject([{ question: { choices: ['Red', 'Blue'] } }]);
    expect(heard.of('tool-ended')).toMatchObject([
      { ok: true, summary: expect.stringContaining('Neither: green') },
    ]);
    expect(heard.end()).toMatchObject({ status: 'completed' });
  });

  test("what the person's own settings allow is asked for all the same", async () => {
    await mkdir(join(stage.home, '.claude'));
    const settings = { permissions: { allow: ['Bash', 'Write', 'Edit'] } };
    await writeFile(join(stage.home, '.claude', 'settings.json'), JSON.stringify(settings));
    const steps: readonly Step[] = [
      { run: 'ls' },
      { run: 'touch made.txt' },
      { write: { path: 'a.txt', text: 'a' } },
    ];
    const heard = await playTurn(steps);
    await heard.session.stop(3_000);
    expect(
      heard.of('permission').map(({ request }) => [request.tool, request.command, ...request.paths]),
    ).toEqual([
      ['Bash', 'ls'],
      ['Bash', 'touch made.txt'],
      ['Write', null, 'a.txt'],
    ]);
  });

  test('a subscription that is used up says when it is to be had again', async () => {
    const env = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'test-token' };
    const heard = await playTurn([{ fault: 'limit' }], { env });
    await heard.session.stop(3_000);
    const [limited] = heard.of('limited');
    expect((limited?.until ?? 0) - Date.now()).toBeGreaterThan(50 * 60_000);
    expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'limit' }]);
  });

  test('an open question is withdrawn when the turn is interrupted, also before it has begun', async () => {
    const heard = new Heard();
    heard.session = await hall.port.start(hall.request([{ run: 'touch made.txt' }]), (event) =>
      heard.take(event),
    );
    await heard.until('permission');
    await heard.session.interrupt?.();
    await heard.until('turn-ended');
    expect(heard.of('withdrawn').map(({ id }) => id)).toEqual(
      heard.of('permission').map(({ request }) => request.id),
    );
    expect(heard.end()).toMatchObject({ status: 'interrupted' });
    await heard.session.stop(3_000);

    const early = new Heard();
    early.session = await hall.port.start(hall.request([{ run: 'touch made.txt' }]), (event) =>
      early.take(event),
    );
    await early.session.interrupt?.();
    await early.until('turn-ended');
    expect(early.end()).toMatchObject({ status: 'interrupted' });
    await early.session.stop(3_000);
  });

  test('an unknown session is told by the exit', async () => {
    const heard = new Heard();
    const request = hall.request([], { resume: '99999999-2222-4333-8444-555555555555' });
    heard.session = await hall.port.start(request, (event) => heard.take(event));
    await heard.until('exited');
    expect(heard.of('exited')).toMatchObject([
      { code: 1, message: expect.stringContaining('No conversation found') },
    ]);
  });
});
