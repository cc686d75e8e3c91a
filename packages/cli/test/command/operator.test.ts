import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putItem, WRITE_AND_COMMIT } from './board-file.ts';
import { HEAVY, loadedBy } from './loaded.ts';
import { type Ended, makeRepository, type Playing, startSymphony, symphony } from './symphony.ts';

/** One conductor for the whole file; the tests build on each other in order. */
let repository: ReturnType<typeof makeRepository>;
let playing: Playing;
const ask = (...args: string[]): Ended => symphony(args, { cwd: repository.path });

beforeAll(async () => {
  repository = makeRepository();
  putItem(repository.path, 'S-1', 'Asks something', [
    'ask: { text: "Which format?", choices: [iso, epoch] }',
    ...WRITE_AND_COMMIT('asked.txt'),
  ]);
  putItem(repository.path, 'S-2', 'Takes long', ['say: I wait for a long time', 'sleep: 120s']);
  playing = startSymphony(['run', '--rehearse'], { cwd: repository.path });
  await playing.saw('asks: Which format?');
});

afterAll(async () => {
  playing.child.kill('SIGKILL');
  await playing.ended;
  repository.remove();
});

describe('C20 an operator beside a running conductor', () => {
  test('C10 a second run looks on, and leaving it ends nothing', async () => {
    const beside = startSymphony(['run', '--rehearse'], { cwd: repository.path });
    await beside.saw('Ctrl-C only stops watching');
    beside.child.kill('SIGINT');
    const { code, out, err } = await beside.ended;
    expect(code).toBe(0);
    expect(out).toContain(`Symphony runs here already (conductor pid ${playing.child.pid} since `);
    expect(out).toContain('Ended: you stopped watching; Symphony goes on');
    expect(err).toContain('`--rehearse` and `--target` are for a start');
    expect(playing.child.exitCode).toBeNull();
    expect(JSON.parse(ask('status', '--json').out).conductor).toMatchObject({
      pid: playing.child.pid,
      mode: 'foreground',
    });
  });

  test('status: what needs you first; --json is the StatusView and nothing else', () => {
    const shown = ask('status');
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(/Needs you \(1\)\n {2}S-1/);
    expect(shown.out).toContain(`conductor pid ${playing.child.pid}`);
    const { out, err } = ask('status', '--json');
    expect(err).toBe('');
    expect(JSON.parse(out).inbox[0].question.text).toBe('Which format?');
  });

  test('status works from inside a chamber and with -C', () => {
    const { path } = JSON.parse(ask('chamber', 'open', 'S-2', '--json').out);
    expect(symphony(['status', '--json'], { cwd: path }).code).toBe(0);
    expect(symphony(['-C', repository.path, 'status', '--json']).code).toBe(0);
    expect(symphony(['status', '--json', '-C', repository.path]).code).toBe(0);
  });

  test('status against a running conductor loads neither server nor schemas', () => {
    const loaded = loadedBy(['status'], repository.path);
    expect(loaded.join('\n')).toContain('packages/protocol/');
    expect(loaded.filter((line) => HEAVY.test(line))).toEqual([]);
  });

  test('inbox and answer', async () => {
    expect(ask('inbox').out).toContain('→ symphony answer S-1 "iso"');
    expect(ask('answer', 'S-1', ' ').code).toBe(2);
    const { code, out } = ask('answer', 's-1', 'epoch');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\S/) });
    await playing.saw('answered: epoch');
    expect(JSON.parse(ask('inbox', '--json').out)).toEqual({ questions: [], approvals: [] });
  });

  test('what is not accepted is said on stderr with code 1', () => {
    expect(ask('pause', 'S-99')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('S-99') });
    expect(ask('approve', 'S-2')).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(ask('approve', 'S-2', '--json').out)).toMatchObject({ accepted: false });
  });

  test('explain shows the checks, events and logs what happened', () => {
    expect(ask('explain', 'S-2').out).toMatch(/Checks\n {2}[✓✗] /);
    const lines = ask('events', '--item', 'S-2', '--jsonl').out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).event.item)).toEqual(lines.map(() => 'S-2'));
    const typed = JSON.parse(ask('events', '--type', 'run-started', '--json').out);
    expect(typed.map((entry: { event: { type: string } }) => entry.event.type)).toContain('run-started');
    expect(ask('logs', 'S-2').out).toContain('● I wait for a long time');
    expect(JSON.parse(ask('events', '--after', '0', '--limit', '2', '--json').out)).toHaveLength(2);
    expect(ask('events', '--search', 'Which format').out).toContain('asks: Which format?');
  });

  test('events --follow goes on until it is told to stop', async () => {
    const following = startSymphony(['events', '--follow', '--jsonl', '--after', '0'], {
      cwd: repository.path,
    });
    await following.saw('"run-started"');
    ask('drain');
    await following.saw('"drain-changed"');
    ask('drain', '--off');
    following.child.kill('SIGINT');
    expect((await following.ended).code).toBe(0);
  });

  test('run "…" gives the work to the conductor that is there and watches it to its end', () => {
    const { code, out } = ask('run', 'Say hello');
    expect(out).toMatch(/Ended: S-3 was merged/);
    expect(code).toBe(0);
  });

  test('kill, and a chamber with unmerged work', () => {
    expect(ask('kill', 'S-2').code).toBe(0);
    const { path } = JSON.parse(ask('chamber', 'open', 'S-2', '--json').out);
    writeFileSync(join(path, 'half.txt'), 'half\n');
    expect(ask('chamber', 'diff', 'S-2').out).toContain('half.txt');
    const kept = ask('chamber', 'remove', 'S-2');
    expect(kept).toMatchObject({ code: 1, out: '' });
    expect(kept.err).toContain('--force');
    const removed = ask('chamber', 'remove', 'S-2', '--force');
    const bundle = /its work is in (.*)\.\n/.exec(removed.out)?.[1] ?? '';
    expect(existsSync(path)).toBe(false);
    expect(ask('chamber', 'restore', bundle).code).toBe(0);
    expect(existsSync(join(path, 'half.txt'))).toBe(true);
  });

  test('stop ends the conductor with 0; without it the log still answers', async () => {
    expect(ask('stop').code).toBe(0);
    const { code, out } = await playing.ended;
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Ended: ') });
    expect(ask('status').out).toContain('no conductor runs');
    expect(ask('explain', 'S-1').code).toBe(0);
    expect(ask('stop')).toMatchObject({ code: 1, out: '' });
    expect(ask('events', '--follow').code).toBe(1);
    expect(
      spawnSync('git', ['status', '--porcelain'], { cwd: repository.path, encoding: 'utf8' }).stdout,
    ).not.toContain('chambers');
  });
});
