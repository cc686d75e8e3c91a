import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RehearsalHall } from './hall.ts';

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

const commits = (): string[] => hall.git('log', '--format=%s').split('\n');

describe('the steps of a rehearsal', () => {
  test('files are written, appended to and edited, and committed under a fallback name', async () => {
    const heard = await hall.playTurn([
      { write: { path: 'src/a.txt', text: 'one\n' } },
      { append: { path: 'src/a.txt', text: 'two\n' } },
      { edit: { path: 'src/a.txt', find: 'one', replace: '$& three' } },
      { commit: 'add a' },
      { commit: 'nothing new' },
      { say: 'that was it' },
    ]);
    expect(heard.end()).toEqual({ status: 'completed', message: 'that was it' });
    expect(hall.read('src/a.txt')).toBe('$& three\ntwo\n');
    expect(commits()).toEqual(['add a', 'start']);
    expect(hall.git('log', '-1', '--format=%an <%ae>')).toBe('Rehearsal <rehearsal@localhost>');
    expect(heard.messages()).toEqual(['There was nothing to commit.', 'that was it']);
    expect(heard.of('tool-ended').map((event) => event.ok)).toEqual([true, true, true, true, true]);
    expect(heard.of('tool-started').map((event) => event.id)).toEqual(
      heard.of('tool-ended').map((event) => event.id),
    );
  });

  test('the identity of the repository is used where there is one', async () => {
    hall.git('config', 'user.name', 'Ada');
    hall.git('config', 'user.email', 'ada@localhost');
    await hall.playTurn(undefined);
    expect(hall.git('log', '-1', '--format=%an <%ae>')).toBe('Ada <ada@localhost>');
  });

  test('without a script one real change is made that calls itself a rehearsal and costs nothing', async () => {
    const heard = await hall.playTurn(undefined, { attempt: 2 });
    expect(hall.read('rehearsal/SYM-1.md')).toBe(
      '# Add the thing\n\nIt should be there.\n\nA rehearsal, attempt 2: nothing was solved here.\n',
    );
    expect(commits()).toEqual(['Rehearse SYM-1: Add the thing', 'start']);
    expect(heard.of('usage')).toEqual([]);
    expect(heard.end()?.status).toBe('completed');
  });

  test('a command is reported as a tool; its failure fails the turn with its output', async () => {
    const heard = await hall.playTurn([
      { run: 'echo hello; echo "$PWD" > where.txt' },
      { run: { command: 'exit 4', allow_failure: true } },
      { run: 'echo bad news >&2; exit 5' },
      { say: 'not reached' },
    ]);
    expect(heard.of('tool-ended').map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(heard.of('tool-ended')[0]?.summary).toBe('exited with 0\nhello');
    expect(heard.end()).toEqual({
      status: 'failed',
      message: 'step 3 (run) failed: exited with 5\nbad news',
    });
    expect(heard.messages()).toEqual([]);
    expect(hall.read('where.txt').trim()).toBe(hall.git('rev-parse', '--show-toplevel'));
  });

  test('a command sees the environment it was given, and the marker', async () => {
    const env = { PATH: process.env.PATH ?? '', ONLY: 'this' };
    await hall.playTurn([{ run: 'env > env.txt' }], { env });
    const names = hall
      .read('env.txt')
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => name && !/^(PWD|OLDPWD|SHLVL|_)$/.test(name)).sort()).toEqual([
      'ONLY',
      'PATH',
      'SYMPHONY_INSTANCE',
      'SYMPHONY_ROLE',
      'SYMPHONY_RUN',
    ]);
  });

  test('a command that leaves a process behind does not hold the turn, and stop ends what it left', async () => {
    const heard = await hall.play([{ run: 'setsid sleep 1000 & echo started' }]);
    await heard.until('turn-ended');
    expect(heard.of('tool-ended')[0]?.summary).toContain('started');
    await heard.session.stop(1_000);
    expect(await hall.living()).toBe(0);
  });

  test("the repository's hooks are respected", async () => {
    mkdirSync(join(hall.chamber, '.git/hooks'), { recursive: true });
    const hook = join(hall.chamber, '.git/hooks/pre-commit');
    writeFileSync(hook, '#!/bin/sh\necho refused by the hook >&2\nexit 1\n', { mode: 0o755 });
    const heard = await hall.playTurn([{ write: { path: 'a', text: 'x' } }, { commit: 'a' }]);
    expect(heard.end()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('refused by the hook'),
    });
    expect(commits()).toEqual(['start']);
  });

  test('spend adds up; one unknown price makes the total unknown', async () => {
    const heard = await hall.playTurn([
      { spend: { input: 10, output: 1, usd: 0.1 } },
      { spend: { input: 10, output: 1, usd: 0.2 } },
      { spend: { input: 10, output: 1 } },
      { spend: { input: 10, output: 1, usd: 0.2 } },
    ]);
    expect(heard.of('usage').map(({ usage }) => [usage.inputTokens, usage.outputTokens, usage.usd])).toEqual([
      [10, 1, 0.1],
      [20, 2, 0.3],
      [30, 3, null],
      [40, 4, null],
    ]);
  });

  test('a question waits for its answer, which later texts may hold; a second answer is harmless', async () => {
    const heard = await hall.play([
      { ask: { text: 'Which colour?', choices: ['red', 'blue'], default: 'red', after: '1h' } },
      { write: { path: 'colour.txt', text: 'it is {{answer}}\n' } },
      { say: 'chose {{answer}}' },
    ]);
    await heard.until('question');
    const question = heard.of('question')[0]?.question;
    expect(question).toMatchObject({
      text: 'Which colour?',
      choices: ['red', 'blue'],
      defaultAnswer: 'red',
      defaultAfterMs: 3_600_000,
    });
    const id = question?.id ?? '';
    await heard.session.answer?.('another question', 'green');
    await heard.session.answer?.(id, 'blue');
    await heard.session.answer?.(id, 'red');
    await heard.until('turn-ended');
    expect(hall.read('colour.txt')).toBe('it is blue\n');
    expect(heard.end()?.message).toBe('chose blue');
    await heard.session.stop(1_000);
    await heard.session.answer?.(id, 'blue');
  });

  test('M4 without host tools the call is said to have failed and the script goes on, unless it must not', async () => {
    const script = (must: boolean) => [
      { tool: { name: 'report_progress', arguments: { text: 'half' }, must } },
      { write: { path: 'said.txt', text: '{{result}}' } },
      { say: 'went on' },
    ];
    const went = await hall.playTurn(script(false));
    expect(went.messages()).toEqual([
      'report_progress answered with an error: No host tools are offered to this run.',
      'went on',
    ]);
    expect(went.of('tool-started')[0]).toMatchObject({ name: 'report_progress', summary: '{"text":"half"}' });
    expect(hall.read('said.txt')).toBe('No host tools are offered to this run.');
    const stopped = await hall.playTurn(script(true));
    expect(stopped.end()).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^step 1 \(tool\) failed: report_progress answered with an error/),
    });
    expect(stopped.messages()).toEqual([]);
  });

  test('M4 a host nobody answers at is an error like any other', async () => {
    const tools = { name: 'symphony', url: 'http://127.0.0.1:9/mcp/none', token: 'none' };
    const heard = await hall.playTurn([{ tool: 'get_context' }, { say: 'went on' }], { tools });
    expect(heard.messages()).toEqual([
      expect.stringMatching(/^get_context answered with an error: /),
      'went on',
    ]);
  });

  test('C16 a limit is told with its end, fails the turn and ends the player', async () => {
    const from = Date.now();
    const heard = await hall.play([{ limit: { until: '+2s', message: 'come back later' } }, { say: 'no' }]);
    await heard.until('exited');
    expect(heard.events.map((event) => event.type)).toEqual(['started', 'limited', 'turn-ended', 'exited']);
    expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'limit' }]);
    const until = heard.of('limited')[0]?.until ?? 0;
    expect(until).toBeGreaterThanOrEqual(from + 2_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 2_000);
    const again = await hall.playTurn(
      [{ limit: { until: '+2s', message: 'come back later' } }, { say: 'no' }],
      {
        resume: heard.sessionId(),
      },
    );
    expect(again.end()).toEqual({ status: 'completed', message: 'no' });
  });

  test('a failure says whose fault it is, where the script does; the next turn goes on after it', async () => {
    const heard = await hall.play([
      { fail: { message: 'no key', fault: 'auth' } },
      { fail: 'just so' },
      { run: 'exit 1' },
    ]);
    for (const turn of [1, 2]) {
      await heard.until('turn-ended', turn);
      await heard.session.prompt('Again.');
    }
    await heard.until('turn-ended', 3);
    expect(heard.of('turn-ended').map(({ message, fault }) => [message, fault])).toEqual([
      ['no key', 'auth'],
      ['just so', undefined],
      ['step 3 (run) failed: exited with 1', undefined],
    ]);
    await heard.session.stop(1_000);
  });

  test('exit ends the process at once, without the end of the turn', async () => {
    const heard = await hall.play([{ say: 'a' }, { exit: 7 }]);
    await heard.until('exited');
    expect(heard.of('turn-ended')).toEqual([]);
    expect(heard.of('exited')).toMatchObject([{ code: 7, signal: null }]);
  });

  test('C14 a player that hangs says nothing more and is ended by SIGTERM', async () => {
    const heard = await hall.play([{ say: 'a' }, { hang: true }, { say: 'b' }]);
    await heard.until('message');
    await heard.session.stop(10_000);
    expect(heard.of('exited')).toMatchObject([{ signal: 'SIGTERM' }]);
    expect(heard.messages()).toEqual(['a']);
  });

  test.each<[string, Json, RegExp]>([
    [
      'an edit whose text is not there',
      [{ edit: { path: 'README.md', find: 'no', replace: '' } }],
      /step 1 \(edit\) failed: README.md does not hold/,
    ],
    [
      'an edit of a file that is not there',
      [{ edit: { path: 'gone', find: 'a', replace: '' } }],
      /gone is not there/,
    ],
    ['fail', [{ say: 'a' }, { fail: 'I cannot do this' }], /^I cannot do this$/],
    ['a script that cannot be played', [{ say: 'a' }, { comit: 'x' }], /step 2 is "comit".*"commit"\?$/],
    [
      'a file where a folder should be',
      [{ write: { path: 'README.md/a', text: '' } }],
      /step 1 \(write\) failed: E/,
    ],
  ])('%s fails the turn in words', async (_, script, words) => {
    const heard = await hall.playTurn(script);
    expect(heard.end()?.status).toBe('failed');
    expect(heard.end()?.message).toMatch(words);
  });

  test('a path through a symlink that leaves the chamber is not written', async () => {
    symlinkSync(hall.sessions, join(hall.chamber, 'out'));
    symlinkSync('/nowhere/at/all', join(hall.chamber, 'dangling'));
    for (const path of ['out/a.txt', 'dangling']) {
      const heard = await hall.playTurn([{ write: { path, text: 'x' } }]);
      expect(heard.end()).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('leaves the chamber'),
      });
    }
  });

  test('a script may be longer than a line of the player', async () => {
    const text = 'x'.repeat(11 * 1024 * 1024);
    const heard = await hall.playTurn([{ write: { path: 'long.txt', text } }]);
    expect(heard.end()?.status).toBe('completed');
    expect(hall.read('long.txt')).toHaveLength(text.length);
  });

  test('the last words on stderr are in the message of the exit', async () => {
    const { openRehearsal } = await import('../../src/agent/rehearsal/index.ts');
    const node = hall.program('broken', 'echo it broke >&2; exit 9\n');
    const port = openRehearsal({ instance: hall.instance, sessions: hall.sessions, node });
    const message = await new Promise<string>((resolve) => {
      void port.start(hall.request([]), (event) => {
        if (event.type === 'exited') resolve(event.message);
      });
    });
    expect(message).toBe('the rehearsal player exited with 9\nit broke');
  });
});
