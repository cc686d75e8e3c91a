import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RehearsalHall } from './hall.ts';

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

const GOES_ON = /^I go on with the session/;
const ANEW = /does not fit this script and attempt: I begin anew/;

describe('C18 turns of one session', () => {
  test('each prompt plays to the next end of turn; after the last there is nothing left to play', async () => {
    const heard = await hall.play([{ say: 'a' }, { turn: 'end' }, { say: 'b' }]);
    await heard.until('turn-ended');
    await heard.session.prompt('Go on.');
    await heard.until('turn-ended', 2);
    await heard.session.prompt('Go on.');
    await heard.until('turn-ended', 3);
    expect(heard.of('turn-ended').map((event) => event.message)).toEqual(['a', 'b', '']);
    expect(heard.of('turn-ended').map((event) => event.status)).toEqual(Array(3).fill('completed'));
    await heard.session.stop(1_000);
  });

  test('a step that failed is tried again in the next turn, a `fail` is past', async () => {
    const heard = await hall.play([{ fail: 'not now' }, { run: 'test -e ready' }, { say: 'fine' }]);
    await heard.until('turn-ended');
    await heard.session.prompt('Again.');
    await heard.until('turn-ended', 2);
    hall.write('ready', '');
    await heard.session.prompt('Again.');
    await heard.until('turn-ended', 3);
    expect(heard.of('turn-ended').map((event) => event.message)).toEqual([
      'not now',
      'step 2 (run) failed: exited with 1',
      'fine',
    ]);
    await heard.session.stop(1_000);
  });

  test('a prompt or an answer for a player that ended is refused as unavailable', async () => {
    const heard = await hall.playTurn([{ say: 'a' }]);
    for (const call of [heard.session.prompt('x'), heard.session.answer?.('q', 'x')])
      await expect(call).rejects.toMatchObject({ failure: { code: 'unavailable' } });
  });
});

describe('C8 going on with a session', () => {
  const script: Json = [
    { say: 'a' },
    { spend: { input: 1, output: 2, usd: 0.5 } },
    { hang: true },
    { say: 'b' },
  ];

  test('a turn that was cut off goes on at its step, with the totals it had', async () => {
    const first = await hall.play([
      { say: 'a' },
      { spend: { input: 1, output: 2, usd: 0.5 } },
      { exit: 9 },
      { say: 'b' },
    ]);
    await first.until('exited');
    const second = await hall.playTurn(
      [{ say: 'a' }, { spend: { input: 1, output: 2, usd: 0.5 } }, { exit: 9 }, { say: 'b' }],
      { resume: first.sessionId(), prompt: 'You were interrupted.' },
    );
    expect(second.sessionId()).toBe(first.sessionId());
    expect(second.of('usage')).toEqual(first.of('usage'));
    expect(second.messages()).toEqual([expect.stringMatching(GOES_ON), 'b']);
  });

  test('a turn whose end nobody lived to record is asked for again and ends as it did; the next one is played', async () => {
    const slips: Json = [{ spend: { input: 1, output: 2, usd: 0.5 } }, { fail: 'slipped' }, { say: 'b' }];
    const run = 'run-whose-end-was-lost';
    const first = await hall.playTurn(slips, { run, turn: 1 });
    const again = await hall.play(slips, { run, turn: 1 });
    await again.until('turn-ended');
    await again.session.prompt('Go on.');
    await again.until('turn-ended', 2);
    await again.session.stop(1_000);
    expect(again.of('usage')).toEqual(first.of('usage'));
    expect(again.of('turn-ended').map(({ status, message }) => [status, message])).toEqual([
      ['failed', 'slipped'],
      ['completed', 'b'],
    ]);
  });

  test('a question that was open is asked again under its name', async () => {
    const asking: Json = [{ ask: { text: 'Which?' } }, { say: 'took {{answer}}' }];
    const first = await hall.play(asking);
    await first.until('question');
    await first.session.stop(0);
    const second = await hall.play(asking, { resume: first.sessionId() });
    await second.until('question');
    const id = second.of('question')[0]?.question.id ?? '';
    expect(id).toBe(first.of('question')[0]?.question.id);
    await second.session.answer?.(id, 'this');
    await second.until('turn-ended');
    expect(second.end()?.message).toBe('took this');
    await second.session.stop(1_000);
  });

  test.each<[string, object]>([
    ['another attempt', { attempt: 2 }],
    ['a session nobody knows', { resume: 'rehearsal-unknown' }],
    ['a name that leads elsewhere', { resume: '../chamber/x' }],
  ])('%s begins anew and says so', async (_, change) => {
    const first = await hall.play(script);
    await first.until('usage');
    await first.session.stop(0);
    const second = await hall.play(script, { resume: first.sessionId(), ...change });
    await second.until('usage');
    await second.session.stop(0);
    expect(second.sessionId()).not.toBe(first.sessionId());
    expect(second.messages()).toEqual([expect.stringMatching(ANEW), 'a']);
  });

  test('a session whose beginning nobody lived to record is found again by its run', async () => {
    const run = 'run-nobody-heard-of';
    const once: Json = [{ append: { path: 'once.txt', text: 'x' } }, { exit: 9 }, { say: 'b' }];
    const first = await hall.play(once, { run });
    await first.until('exited');
    const second = await hall.playTurn(once, { run, resume: null });
    expect(second.sessionId()).toBe(first.sessionId());
    expect(second.end()?.message).toBe('b');
    expect(hall.read('once.txt')).toBe('x');
  });

  test('an edited script and a damaged journal begin anew', async () => {
    const first = await hall.playTurn([{ say: 'a' }]);
    const edited = await hall.playTurn([{ say: 'b' }], { resume: first.sessionId() });
    expect(edited.messages()).toEqual([expect.stringMatching(ANEW), 'b']);
    writeFileSync(join(hall.sessions, `${first.sessionId()}.json`), '{"version":1,');
    const damaged = await hall.playTurn([{ say: 'a' }], { resume: first.sessionId() });
    expect(damaged.messages()).toEqual([expect.stringMatching(ANEW), 'a']);
  });

  test('the journal is a whole file for every session, and nothing else is left beside it', async () => {
    const heard = await hall.playTurn(undefined);
    const beside = readdirSync(hall.sessions).filter((name) => name.startsWith(`${heard.sessionId()}`));
    expect(beside).toEqual([`${heard.sessionId()}.json`]);
    const record = JSON.parse(readFileSync(join(hall.sessions, `${heard.sessionId()}.json`), 'utf8'));
    expect(record).toMatchObject({ session: heard.sessionId(), open: false, at: { main: 4 }, begun: null });
  });
});

describe('prompts about finished work', () => {
  const conflict = 'Your branch conflicts with the target\n\nTarget: main\n';
  const failedChecks = 'Your branch fails the checks once merged\n\nTarget: main\n';

  test('on_conflict and on_failed_checks are played for their prompts, each time from the start', async () => {
    const heard = await hall.play([
      { say: 'work' },
      { on_conflict: [{ say: 'conflict' }] },
      { on_failed_checks: [{ say: 'checks' }] },
    ]);
    for (const [at, prompt] of [conflict, failedChecks, conflict, 'Go on.'].entries()) {
      await heard.until('turn-ended', at + 1);
      await heard.session.prompt(prompt);
    }
    await heard.until('turn-ended', 5);
    const ends = heard.of('turn-ended').map((event) => event.message);
    expect(ends).toEqual(['work', 'conflict', 'checks', 'conflict', '']);
    await heard.session.stop(1_000);
  });

  test('failing checks without steps of their own are an ordinary next turn', async () => {
    const heard = await hall.play([{ say: 'a' }, { turn: 'end' }, { say: 'b' }]);
    await heard.until('turn-ended');
    await heard.session.prompt(failedChecks);
    await heard.until('turn-ended', 2);
    expect(heard.end()?.message).toBe('b');
    await heard.session.stop(1_000);
  });

  test('on_review is played for comments; without it they change nothing', async () => {
    const review = 'A person has looked at your work and has comments.\n\n- a.ts:1: No.\n';
    const prepared = await hall.playTurn([{ say: 'work' }, { on_review: [{ say: 'better' }] }], {
      prompt: review,
      attempt: 2,
    });
    expect(prepared.messages()).toEqual(['better']);
    const heard = await hall.playTurn([{ say: 'work' }], { prompt: review, attempt: 2 });
    expect([heard.messages(), heard.end()?.status]).toEqual([[], 'completed']);
  });

  test('a session that begins with a conflict does not play the work again', async () => {
    const heard = await hall.play([{ say: 'work' }, { on_conflict: [{ say: 'conflict' }] }], {
      prompt: conflict,
      attempt: 2,
    });
    await heard.until('turn-ended');
    await heard.session.prompt('Go on.');
    await heard.until('turn-ended', 2);
    expect(heard.messages()).toEqual(['conflict']);
    await heard.session.stop(1_000);
  });
});
