import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putItem, WRITE_AND_COMMIT } from '../command/board-file.ts';
import { BIN } from '../command/symphony.ts';
import { isRunning, openGround } from './ground.ts';

const LONG = ['say: I wait', 'sleep: 60s'];

describe('symphony up', () => {
  test('plays in the background, is found by every command, and ends with `down`', async () => {
    const ground = openGround();
    const up = ground.ask('up', '--rehearse');
    expect(up).toMatchObject({ code: 0, err: '' });
    const pid = ground.pid();
    expect(up.out).toContain(`Symphony plays in the background (pid ${pid}).`);
    expect(getPriority(pid), 'what the person works with comes first').toBeGreaterThan(getPriority());
    expect(up.out).toMatch(/Workbench {2}http:\/\/127\.0\.0\.1:\d+ \(`symphony open` lets you in\)/);

    putItem(ground.path, 'S-1', 'Write a file', WRITE_AND_COMMIT('a.txt'));
    await expect
      .poll(() => ground.read('daemon.log'), { timeout: 20_000 })
      .toMatch(/\d{4}-\d\d-\d\d .*S-1 +merged/);

    const status = ground.ask('status').out;
    expect(status).toMatch(new RegExp(`daemon pid ${pid} since \\d\\d:\\d\\d:\\d\\d \\(\\d+s\\)`));
    expect(status).toMatch(/Workbench http:\/\/127\.0\.0\.1:\d+ \(symphony open\)/);
    expect(JSON.parse(ground.ask('status', '--json').out).conductor).toMatchObject({ pid, mode: 'daemon' });

    expect(ground.ask('down')).toMatchObject({ code: 0, out: `Symphony has ended (pid ${pid}).\n` });
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(join(ground.path, '.symphony', 'run', 'conductor.json'))).toBe(false);
    expect(ground.ask('down')).toEqual({ code: 0, out: 'Nothing runs here.\n', err: '' });
    expect(JSON.parse(ground.ask('down', '--json').out)).toEqual({ stopped: false, pid: null });
  });

  test('a second one says that one runs, and leaves it alone', () => {
    const ground = openGround();
    const first = JSON.parse(ground.ask('up', '--rehearse', '--json').out);
    expect(first).toEqual({
      started: true,
      pid: ground.pid(),
      mode: 'daemon',
      startedAt: expect.any(Number),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      trouble: null,
    });
    const second = ground.ask('up');
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(second.out).toContain(`Symphony runs here already: daemon pid ${first.pid} since `);
    expect(JSON.parse(ground.ask('up', '--json').out)).toEqual({ ...first, started: false });
  });

  test('of two at once one wins, and the other says so', async () => {
    const ground = openGround();
    const both = [ground.start('up', '--rehearse', '--json'), ground.start('up', '--rehearse', '--json')];
    const ended = await Promise.all(both.map((each) => each.ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const told = ended.map(({ out }) => JSON.parse(out));
    expect(told.map(({ started }) => started).sort()).toEqual([false, true]);
    expect(told[0].pid).toBe(told[1].pid);
    expect(isRunning(told[0].pid)).toBe(true);
  });

  test('outlives its terminal: neither the end of its group nor a hang-up ends it', async () => {
    const ground = openGround();
    const shell = spawn('sh', ['-c', `'${process.execPath}' '${BIN}' up --rehearse && sleep 60`], {
      cwd: ground.path,
      env: { ...process.env, ...ground.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(shell.stdout, 'data');
    const pid = ground.pid();
    process.kill(-(shell.pid ?? 0), 'SIGHUP');
    await once(shell, 'close');
    process.kill(pid, 'SIGHUP');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isRunning(pid)).toBe(true);
    expect(ground.ask('status').out).toContain(`daemon pid ${pid}`);
  });

  test('that cannot start shows why and what to do, and leaves nothing behind', () => {
    const ground = openGround();
    ground.configure('slotts: {total: 3}\n');
    const { code, out, err } = ground.ask('up');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('`slotts` is not known at the top level; did you mean `slots`?');
    expect(err).toContain('symphony: Symphony could not be started in the background');
    expect(err).toContain('symphony doctor');
    expect(existsSync(join(ground.path, '.symphony', 'run', 'conductor.json'))).toBe(false);
    ground.configure('slots: {total: 3}\n');
    const mended = ground.ask('up', '--rehearse');
    expect(mended).toMatchObject({ code: 0, err: '' });
  });

  test('after a daemon was killed the next one takes over, and says nothing of the old trouble', async () => {
    const ground = openGround();
    ground.ask('up', '--rehearse');
    const killed = ground.pid();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => isRunning(killed)).toBe(false);
    expect(ground.ask('down')).toMatchObject({ code: 0, out: 'Nothing runs here.\n' });
    expect(JSON.parse(ground.ask('up', '--rehearse', '--json').out)).toMatchObject({ started: true });
    expect(ground.pid()).not.toBe(killed);
  });

  test('without a workbench says why, where a person sees it', () => {
    const ground = openGround();
    ground.configure('http: {host: 0.0.0.0}\n');
    const { code, out } = ground.ask('up', '--rehearse');
    expect(code).toBe(0);
    expect(out).toMatch(/There is no workbench: Others could reach the workbench at 0\.0\.0\.0/);
    expect(ground.ask('status').out).toContain('! There is no workbench: ');
    expect(ground.ask('open', '--print')).toMatchObject({ code: 1, out: '' });
  });
});

describe('symphony down', () => {
  test('says for whom it waits, and work goes on at the next start', async () => {
    const ground = openGround();
    putItem(ground.path, 'S-1', 'Takes long', LONG);
    ground.ask('up', '--rehearse');
    await expect.poll(() => ground.read('daemon.log'), { timeout: 20_000 }).toContain('rehearsal takes it');
    const { code, out } = ground.ask('down');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Symphony has ended/) });
    expect(ground.read('daemon.log')).toContain('Ended: stopped by a command');
  });

  test('--now does not wait for agents that do not want to end', async () => {
    const ground = openGround();
    putItem(ground.path, 'S-1', 'Does not want to end', ['say: I stay', 'hang: { ignore_term: true }']);
    ground.ask('up', '--rehearse');
    const pid = ground.pid();
    await expect.poll(() => ground.log(), { timeout: 20_000 }).toContain('"text":"I stay"');
    expect(ground.ask('logs', 'S-1').out).toContain('I stay');
    const began = Date.now();
    const { code, err } = ground.ask('down', '--now');
    expect(code).toBe(0);
    expect(err).toContain('waiting for S-1 to end');
    expect(Date.now() - began).toBeLessThan(8_000);
    expect(isRunning(pid)).toBe(false);
  });
});

describe('beside a daemon', () => {
  test('`run` looks on: Ctrl-C only stops watching; --exit-when-idle waits for the end of the work', async () => {
    const ground = openGround();
    ground.ask('up', '--rehearse');
    const pid = ground.pid();
    const watching = ground.start('run');
    await watching.saw('Ctrl-C only stops watching');
    putItem(ground.path, 'S-1', 'Write a file', WRITE_AND_COMMIT('a.txt'));
    await watching.saw('merged');
    watching.child.kill('SIGINT');
    expect(await watching.ended).toMatchObject({ code: 0, err: '' });
    expect(isRunning(pid)).toBe(true);

    putItem(ground.path, 'S-2', 'Does nothing', ['say: I cannot do this']);
    await expect.poll(() => ground.log(), { timeout: 20_000 }).toContain('"S-2"');
    const { code, out } = ground.ask('run', '--exit-when-idle', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ code: 1, reason: 'S-2 could not be finished' });
  });

  test('`open` gives the address with the token, to the browser or as a line; no log has it', async () => {
    const ground = openGround();
    expect(ground.ask('open')).toMatchObject({ code: 1, out: '' });
    ground.ask('up', '--rehearse');
    const token = ground.read('token').trim();
    const { url } = JSON.parse(ground.read('conductor.json'));
    expect(ground.ask('open').out).toBe(`${url}/#token=${token}\n`);
    expect(ground.ask('open', '--print').out).toBe(`${url}/#token=${token}\n`);
    expect(JSON.parse(ground.ask('open', '--json').out)).toEqual({ url: `${url}/#token=${token}` });
    const answer = await fetch(`${url}/api/v1/status`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);

    const browser = join(ground.path, 'browser');
    writeFileSync(
      browser,
      `#!/bin/sh\nprintf '%s' "$1" > '${browser}.seen.new'; mv '${browser}.seen.new' '${browser}.seen'\n`,
    );
    chmodSync(browser, 0o755);
    ground.env.BROWSER = browser;
    expect(ground.ask('open').out).toBe(`The workbench opens in your browser: ${url}\n`);
    await expect.poll(() => existsSync(`${browser}.seen`)).toBe(true);
    expect(readFileSync(`${browser}.seen`, 'utf8')).toBe(`${url}/#token=${token}`);

    ground.ask('down');
    expect(`${ground.log()}${ground.read('daemon.log')}`).not.toContain(token);
  });
});

test('C10 of three runs at once one conducts and the others look on', async () => {
  const ground = openGround();
  putItem(ground.path, 'S-1', 'Write a file', WRITE_AND_COMMIT('a.txt'));
  const runs = Array.from({ length: 3 }, () => ground.start('run', '--rehearse'));
  await Promise.all(runs.map((run) => run.saw('Workbench')));
  await expect.poll(() => ground.log(), { timeout: 20_000 }).toContain('"type":"train-landed"');
  await expect.poll(() => ground.ask('status').out, { timeout: 20_000 }).toContain('merged');
  const conducting = ground.pid();
  expect(runs.map(({ child }) => child.pid)).toContain(conducting);
  ground.ask('down');
  const ended = await Promise.all(runs.map((run) => run.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  const looking = ended.filter(({ out }) =>
    out.includes(`Symphony runs here already (conductor pid ${conducting}`),
  );
  expect(looking).toHaveLength(2);
});
