import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '@symphony/domain';
import type { Heard } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionRecord } from '../../src/agent/rehearsal/journal.ts';
import { ConductorLine } from '../../src/agent/rehearsal/line.ts';
import type { Plays } from '../../src/agent/rehearsal/script/step.ts';
import { turnFor } from '../../src/agent/rehearsal/turn-request.ts';
import { identify } from '../../src/process/index.ts';
import { RehearsalHall } from './hall.ts';

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

/** Nothing shows that a wait has begun; an interruption before it would leave it to the next turn. */
const INSIDE_MS = 400;

async function interrupt(heard: Heard): Promise<void> {
  const turns = heard.of('turn-ended').length;
  await heard.session.interrupt?.();
  await heard.until('turn-ended', turns + 1);
}

async function prompt(heard: Heard, text: string): Promise<void> {
  const turns = heard.of('turn-ended').length;
  await heard.session.prompt(text);
  await heard.until('turn-ended', turns + 1);
}

const statuses = (heard: Heard): string[] => heard.of('turn-ended').map(({ status }) => status);

/** A child in the group, one that left it, and one of the group that nobody would know by its environment. */
const CROWD = 'sleep 1000 & setsid sleep 1000 & env -i /bin/sleep 60 & echo $! > unmarked.txt; sleep 1000';
const PLAYS: Plays = {
  main: [{ label: 'step 1', action: { kind: 'append', path: 'a', text: 'x' } }],
  conflict: [],
  failedChecks: null,
  review: null,
};
const RECORD: SessionRecord = {
  version: 1,
  session: 's',
  attempt: 1,
  digest: '',
  usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
  answer: null,
  result: null,
  at: { main: 0, conflict: 0, failedChecks: 0, review: 0, prompted: 0 },
  part: 'main',
  open: false,
  turns: 1,
  played: null,
  prompted: [],
  target: null,
  begun: null,
};
const STUBBORN = { hang: { ignore_term: true, leave_group: true } };

describe('a turn that is interrupted', () => {
  test.each<[string, Json, number, boolean]>([
    ['a command', { run: CROWD }, 5, false],
    ['a command of a player that was warm', { run: CROWD }, 5, true],
    ['a wait', { sleep: '1h' }, 1, false],
    ['a hang', { hang: true }, 1, false],
    ['a hang with bad manners', STUBBORN, 2, false],
    ['a question', { ask: { text: 'Which?' } }, 1, false],
  ])('ends inside %s, which counts as done; the session goes on', async (_, step, processes, isWarm) => {
    const warm = isWarm ? { warm: await hall.warm() } : {};
    const heard = await hall.play([{ say: 'up' }, step, { say: 'after' }], warm);
    await heard.until('message');
    await expect.poll(() => hall.living()).toBe(processes);
    await sleep(INSIDE_MS);
    await interrupt(heard);
    expect(heard.end()).toMatchObject({ status: 'interrupted' });
    expect(await hall.living()).toBe(1);
    if (processes === 5) expect(await identify(Number(hall.read('unmarked.txt')))).toBeNull();
    await prompt(heard, 'Go on.');
    expect(heard.messages()).toEqual(['up', 'after']);
    expect(statuses(heard)).toEqual(['interrupted', 'completed']);
    await heard.session.stop(0);
  });

  test('leaves a tool that did not succeed, and none of the locks its git held', async () => {
    const script = [
      { write: { path: 'a.txt', text: 'a' } },
      { run: 'touch .git/index.lock; sleep 1000' },
      { commit: 'add a' },
    ];
    const heard = await hall.play(script);
    await expect.poll(() => existsSync(join(hall.chamber, '.git/index.lock'))).toBe(true);
    await interrupt(heard);
    expect(heard.of('tool-ended').at(-1)).toMatchObject({ ok: false, summary: 'was interrupted' });
    await prompt(heard, 'Go on.');
    expect(statuses(heard)).toEqual(['interrupted', 'completed']);
    expect(hall.git('log', '-1', '--format=%s')).toBe('add a');
    await heard.session.stop(0);
  });

  test('takes back what was asked; an answer that comes later is for nobody', async () => {
    const heard = await hall.play([
      { ask: { text: 'One?' } },
      { ask: { text: 'Two?' } },
      { say: '{{answer}}' },
    ]);
    await heard.until('question');
    const [first = ''] = heard.of('question').map(({ question }) => question.id);
    await interrupt(heard);
    expect(heard.events.slice(-2)).toMatchObject([
      { type: 'withdrawn', id: first },
      { type: 'turn-ended', status: 'interrupted' },
    ]);
    await heard.session.answer?.(first, 'late');
    await heard.session.prompt('Go on.');
    await heard.until('question', 2);
    await heard.session.answer?.(heard.of('question')[1]?.question.id ?? '', 'in time');
    await heard.until('turn-ended', 2);
    expect(heard.end()?.message).toBe('in time');
    await heard.session.stop(0);
  });

  test('does without the leave it had asked for', async () => {
    const heard = await hall.play([{ permission: 'git push' }, { say: 'pushed' }, { say: 'the rest' }]);
    await heard.until('permission');
    await interrupt(heard);
    expect(heard.of('withdrawn')).toEqual([{ type: 'withdrawn', id: heard.of('permission')[0]?.request.id }]);
    await prompt(heard, 'Go on.');
    expect(heard.messages()).toEqual(['the rest']);
    await heard.session.stop(0);
  });

  test('leaves a step that a killed player had half done to the next turn', () => {
    const begun = { kind: 'append', size: 4 } as const;
    const record = { ...RECORD, begun };
    expect(turnFor({ kind: 'work' }, record, PLAYS)).toMatchObject({ open: true, begun });
    expect(turnFor({ kind: 'conflict', target: 'main' }, record, PLAYS)).toMatchObject({ begun: null });
  });

  test('is gone on with by another process, after its step', async () => {
    const script = [
      { say: 'up' },
      { hang: true },
      { append: { path: 'a.txt', text: 'once' } },
      { say: 'after' },
    ];
    const first = await hall.play(script);
    await first.until('message');
    await sleep(INSIDE_MS);
    await interrupt(first);
    await first.session.stop(0);
    const second = await hall.playTurn(script, { resume: first.sessionId() });
    expect(second.messages()).toEqual(['after']);
    expect(hall.read('a.txt')).toBe('once');
  });

  test('twice ends once; between turns and before the first step it does no harm', async () => {
    const heard = await hall.play([{ hang: true }, { hang: true }, { say: 'after' }]);
    await Promise.all([heard.session.interrupt?.(), heard.session.interrupt?.()]);
    await heard.until('turn-ended');
    await heard.session.interrupt?.();
    await heard.session.prompt('Go on.');
    await sleep(INSIDE_MS);
    expect(statuses(heard)).toEqual(['interrupted']);
    await interrupt(heard);
    expect(statuses(heard)).toEqual(['interrupted', 'interrupted']);
    await heard.session.stop(0);
    await expect(heard.session.interrupt?.()).rejects.toMatchObject({ failure: { code: 'unavailable' } });
  });
});

describe("an interruption on the player's end of the line", () => {
  function open() {
    const input = new PassThrough();
    const line = new ConductorLine(input);
    const say = (message: object): boolean => input.write(`${JSON.stringify(message)}\n`);
    return { line, say, close: () => input.end() };
  }

  test('is for the turn that was sent last, begun or not', async () => {
    const { line, say, close } = open();
    say({ type: 'turn', prompt: 'one' });
    const first = await line.nextTurn();
    say({ type: 'turn', prompt: 'two' });
    say({ type: 'interrupt' });
    const second = await line.nextTurn();
    expect(second?.prompt).toBe('two');
    await expect.poll(() => second?.interruption.aborted).toBe(true);
    expect(first?.interruption.aborted).toBe(false);
    close();
  });

  test('that comes when its turn is over spares the next one', async () => {
    const { line, say, close } = open();
    say({ type: 'turn', prompt: 'one' });
    await line.nextTurn();
    say({ type: 'interrupt' });
    say({ type: 'turn', prompt: 'two' });
    expect((await line.nextTurn())?.interruption.aborted).toBe(false);
    close();
  });

  test('a step that waits on, unheeded, takes no news away from the next one', async () => {
    const { line, say, close } = open();
    const unheeded = line.answerTo('old');
    const heeded = line.answerTo('new');
    const later = line.nextTurn();
    say({ type: 'answer', question: 'new', text: 'yes' });
    expect(await heeded).toBe('yes');
    say({ type: 'turn', prompt: 'go' });
    expect((await later)?.prompt).toBe('go');
    close();
    expect(await unheeded).toBeNull();
  });
});
