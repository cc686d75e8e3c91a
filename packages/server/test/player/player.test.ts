import { join } from 'node:path';
import type { AgentStart } from '@symphony/domain';
import { Heard, openStage, type Stage, type Step } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PlayerHall } from './hall.ts';

let stage: Stage;
let hall: PlayerHall;
beforeEach(async () => {
  stage = await openStage();
  hall = new PlayerHall(stage);
});
afterEach(async () => {
  await hall.close();
  await stage.close();
});

async function start(request: AgentStart): Promise<Heard> {
  const heard = new Heard();
  heard.session = await hall.reopen().start(request, (event) => {
    heard.take(event);
    if (event.type === 'permission')
      setImmediate(() => void heard.session.answer?.(event.request.id, 'allow'));
  });
  return heard;
}

async function play(steps: readonly Step[], change: Partial<AgentStart> = {}): Promise<Heard> {
  const heard = await start(hall.request(steps, change));
  await heard.until('turn-ended');
  await heard.session.stop(2_000);
  return heard;
}

describe('the built-in player', () => {
  test('keeps its keys from every command, from the environment of its own process too', async () => {
    const look = 'env > env.txt; cat /proc/*/environ >> env.txt 2>/dev/null; cat env.txt';
    const heard = await play([{ run: look }]);
    expect(heard.end()).toMatchObject({ status: 'completed' });
    const own = (await stage.repository.read('env.txt')).split('\0').join('\n');
    expect(own).toContain('SYMPHONY_RUN=run-1');
    expect(own).not.toContain('planted-key-19f3');
    expect(JSON.stringify(heard.events)).not.toContain('planted-key-19f3');
  });

  test('says what it cost, and which model it is', async () => {
    const heard = await play([{ say: 'hello' }]);
    expect(heard.events[0]).toMatchObject({ type: 'started', model: 'anthropic/claude-sonnet-4-5' });
    expect(heard.of('usage').at(-1)?.usage.usd).toBeGreaterThan(0);
  });

  test('a killed turn is gone on with, by the journal of its own run', async () => {
    const first = await start(
      hall.request([{ run: 'echo begun > begun.txt; sleep 600' }, { say: 'never' }], { turn: 1 }),
    );
    await expect
      .poll(() => stage.repository.read('begun.txt').catch(() => null), { timeout: 30_000 })
      .toBe('begun\n');
    process.kill(first.session.process?.pid ?? 0, 'SIGKILL');
    await first.until('exited');
    // The conductor died with it and never heard the name of the session.
    const again = await play([{ say: 'I go on' }], { turn: 1 });
    expect(again.sessionId()).toBe(first.sessionId());
    expect(again.messages()).toEqual(['I go on']);
    const last = stage.server.requests.at(-1);
    expect(last?.userTexts.join('\n')).toContain('echo begun');
    expect(last?.lastUserText).toContain('You were interrupted');
    // The model was told that the command has no result, or the provider would refuse the history.
    expect(last?.answer).toBe('text');
  });

  test('a turn that has ended is told again and not played again', async () => {
    const first = await play([{ run: 'echo x >> often.txt' }, { say: 'done it' }], { turn: 3 });
    const asked = stage.server.requests.length;
    const again = await play([{ run: 'echo x >> often.txt' }, { say: 'done it' }], {
      turn: 3,
      resume: first.sessionId(),
    });
    expect(again.end()).toEqual({ status: 'completed', message: 'done it' });
    expect(stage.server.requests).toHaveLength(asked);
    expect(await stage.repository.read('often.txt')).toBe('x\n');
    const next = await play([{ say: 'and on' }], { turn: 4, resume: first.sessionId() });
    expect(next.messages()).toEqual(['and on']);
  });

  test('a session that is not known is begun anew, and that is said', async () => {
    const heard = await play([{ say: 'hello' }], { resume: '../elsewhere' });
    expect(heard.sessionId()).toBe('symphony-run-1');
    expect(heard.messages()[0]).toContain('I begin anew');
  });

  test('another model takes over when the first cannot', async () => {
    const request = hall.request([{ say: 'hello' }], {
      env: {
        ANTHROPIC_BASE_URL: stage.server.base('err529'),
        OPENAI_API_KEY: 'planted-key-19f3',
        OPENAI_BASE_URL: `${stage.server.base()}/v1`,
      },
    });
    const player = { ...request.player, args: ['--fallback', 'openai/gpt-5.4'] };
    const heard = await start({ ...request, player });
    await heard.until('turn-ended');
    expect(heard.messages()).toEqual(['hello']);
    expect(heard.of('retrying').length).toBeGreaterThan(0);
    await heard.session.stop(2_000);
  });

  test('without a key it fails every turn and says what to set', async () => {
    const request = hall.request([]);
    const { ANTHROPIC_API_KEY: _, ...env } = request.env;
    const heard = await start({ ...request, env });
    await heard.until('turn-ended');
    expect(heard.of('turn-ended')).toMatchObject([
      { status: 'failed', fault: 'auth', message: expect.stringContaining('ANTHROPIC_API_KEY is not set') },
    ]);
    await heard.session.prompt('Again.');
    await heard.until('turn-ended', 2);
    await heard.session.stop(2_000);
  });

  test('a permission nobody answered is withdrawn when the turn is interrupted', async () => {
    const heard = new Heard();
    heard.session = await hall.port.start(hall.request([{ run: 'echo x > x.txt' }]), (event) =>
      heard.take(event),
    );
    await heard.until('permission');
    await heard.session.interrupt?.();
    await heard.until('turn-ended');
    expect(heard.of('withdrawn')).toEqual([{ type: 'withdrawn', id: heard.of('permission')[0]?.request.id }]);
    expect(heard.of('turn-ended')).toMatchObject([{ status: 'interrupted' }]);
    await heard.session.stop(2_000);
  });

  test('speaks with OpenAI as well', async () => {
    hall = new PlayerHall(stage, 'openai');
    const heard = await play([
      { write: { path: 'a.txt', text: 'a\n' } },
      { tool: { name: 'git__commit', input: { message: 'Add a' } } },
      { say: 'committed' },
    ]);
    expect(heard.messages()).toEqual(['committed']);
    expect(await stage.repository.read('a.txt', 'HEAD')).toBe('a');
    expect(stage.server.requests.at(-1)?.wire).toBe('responses');
  });

  test('its journals lie where it was told, one for each session', async () => {
    await play([{ say: 'hello' }]);
    expect(await stage.repository.at(join(stage.tmp, 'sessions')).read('symphony-run-1.db')).toContain(
      'SQLite',
    );
  });
});
