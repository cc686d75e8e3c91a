import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn as spawnTerminal } from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ChildGroup,
  endRun,
  findMarked,
  type Marker,
  markerEnv,
  spawnGroup,
} from '../../src/process/index.ts';
import { finish, makeWorld, type World, whyNot } from './world.ts';

const reason = await whyNot();

describe.skipIf(reason !== '')(`processes in the sandbox ${reason}`, () => {
  let world: World;
  let marker: Marker;

  beforeEach(async () => {
    world = await makeWorld();
    marker = { instance: `test-${randomUUID()}`, role: 'agent', run: 'run-1' };
  });

  afterEach(async () => {
    await endRun(marker);
    await world.remove();
  });

  const start = async (script: string): Promise<{ group: ChildGroup; text: () => string }> => {
    const enclosure = await world.enclosure();
    const group = await spawnGroup({ ...enclosure.confine(world.launch('sh', ['-c', script])), marker });
    let text = '';
    group.child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    return { group, text: () => text };
  };

  const until = async (what: () => boolean | Promise<boolean>): Promise<boolean> => {
    for (let look = 0; look < 400; look += 1) {
      if (await what()) return true;
      await sleep(10);
    }
    return false;
  };

  /** Empty when it has ended meanwhile. */
  const commandOf = (pid: number): Promise<string> =>
    readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (text) => text.replaceAll('\0', ' ').trim(),
      () => '',
    );

  /** The daemon itself, not what else belongs to the run. */
  const daemonLives = async () => {
    const found = await findMarked(marker.instance);
    return (await Promise.all(found.map(({ pid }) => commandOf(pid)))).includes('sleep 300');
  };

  const noneIsLeft = () => until(async () => (await findMarked(marker.instance)).length === 0);

  test('it cannot see or signal a process of this machine', async () => {
    const victim = spawn('sleep', ['300'], { stdio: 'ignore' });
    const { outside, inside } = await world.both(`kill -0 ${victim.pid}`);
    victim.kill();
    expect(outside.code).toBe(0);
    expect(inside.code).not.toBe(0);
    expect(inside.err).toMatch(/No such process/);
  });

  /** Leaves the group, the session and its parent, as a daemon does. */
  const DAEMON = 'setsid sh -c "sleep 300 >/dev/null 2>&1 & sleep 0.2; echo daemon" &';

  test('a daemon ends with the program that left it behind', async () => {
    const { group, text } = await start(`${DAEMON} wait; read -r line; exit 7`);
    expect(await until(() => text().includes('daemon'))).toBe(true);
    expect(await daemonLives()).toBe(true);
    group.child.stdin.end('go\n');
    expect(await group.exited).toEqual({ code: 7, signal: null });
    expect(await noneIsLeft()).toBe(true);
  });

  test('a daemon ends when the sandbox is killed', async () => {
    const { group, text } = await start(`${DAEMON} wait; sleep 301`);
    expect(await until(() => text().includes('daemon'))).toBe(true);
    expect(await daemonLives()).toBe(true);
    process.kill(group.child.pid as number, 'SIGKILL');
    await group.exited;
    expect(await noneIsLeft()).toBe(true);
  });

  test('everything ends with whoever started it', async () => {
    const enclosure = await world.enclosure();
    const launch = enclosure.confine(
      world.launch('sh', ['-c', `${DAEMON} wait; sleep 301`], markerEnv(marker)),
    );
    const script =
      'const l = JSON.parse(process.argv[1]); require("child_process").spawn(l.command, l.args, { ...l, detached: true, stdio: "inherit" })';
    const starter = spawn(process.execPath, ['-e', script, JSON.stringify(launch)], { stdio: 'ignore' });
    expect(await until(daemonLives)).toBe(true);
    starter.kill('SIGKILL');
    expect(await noneIsLeft()).toBe(true);
  });

  test('who is asked to end has the time to', async () => {
    const { group, text } = await start(
      'trap "sleep 0.3; echo done >kept; exit 0" TERM; echo ready; while :; do sleep 0.05; done',
    );
    expect(await until(() => text().includes('ready'))).toBe(true);
    await group.stop(5000);
    expect(existsSync(join(world.chamber, 'kept'))).toBe(true);
    expect(await group.exited).toEqual({ code: 0, signal: null });
  });

  test('who does not end when asked is made to', async () => {
    const { group, text } = await start('trap "" TERM; echo ready; while :; do sleep 0.05; done');
    expect(await until(() => text().includes('ready'))).toBe(true);
    await group.stop(200);
    expect(await findMarked(marker.instance)).toEqual([]);
  });

  test('the group is frozen and thawed as a whole', async () => {
    const { group, text } = await start('while :; do echo tick; sleep 0.02; done');
    expect(await until(() => text().length > 20)).toBe(true);
    group.signal('SIGSTOP');
    const isSilent = async () => {
      const before = text().length;
      await sleep(300);
      return text().length === before;
    };
    expect(await until(isSilent)).toBe(true);
    const frozen = text().length;
    group.signal('SIGCONT');
    expect(await until(() => text().length > frozen)).toBe(true);
    await group.stop(0);
  });

  test('what goes in and out passes unchanged, and so does the end', async () => {
    const { group, text } = await start('cat; exit 3');
    const words = 'äß\0\n'.repeat(100_000);
    group.child.stdin.end(words);
    expect(await group.exited).toEqual({ code: 3, signal: null });
    expect(text() === words).toBe(true);
    expect((await world.inside('kill -TERM $$')).code).toBe(143);
  });

  test('arguments arrive as they are', async () => {
    const odd = ['', ' ', "it's", '"$HOME"', '--', '-c', '`id`', 'a\nb', '*'];
    const print = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const enclosure = await world.enclosure();
    const done = await finish(enclosure.confine(world.launch('node', ['-e', print, '--', ...odd])));
    expect(JSON.parse(done.out)).toEqual(odd);
  });

  test('its environment is what the launch names, and the way out', async () => {
    process.env.SYMPHONY_TEST_SECRET = 'not for agents';
    const { outside, inside } = await world.both('env | cut -d= -f1');
    delete process.env.SYMPHONY_TEST_SECRET;
    const before = outside.out.split('\n');
    const added = inside.out.split('\n').filter((name) => !before.includes(name));
    const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
    expect(added.toSorted()).toEqual(
      [...proxies, ...proxies.map((name) => name.toLowerCase()), 'NODE_USE_ENV_PROXY'].toSorted(),
    );
  });

  test('in a terminal it is in the foreground, and is interrupted itself', async () => {
    const enclosure = await world.enclosure();
    const script = 'trap "echo caught; exit 5" INT; stty size; echo ready; while :; do sleep 0.05; done';
    const launch = enclosure.confine(world.launch('sh', ['-c', script]));
    const terminal = spawnTerminal(launch.command, [...launch.args], {
      cwd: launch.cwd,
      env: { ...launch.env },
      cols: 90,
      rows: 33,
    });
    let text = '';
    terminal.onData((chunk) => {
      text += chunk;
    });
    const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    expect(await until(() => text.includes('ready'))).toBe(true);
    terminal.write('\x03');
    expect(await ended).toBe(5);
    expect(text).toMatch(/33 90[\s\S]*caught/);
  });

  test('it has no controlling terminal when that is asked for', async () => {
    const enclosure = await world.enclosure();
    const look = world.launch('sh', ['-c', 'echo x >/dev/tty && echo has one']);
    const said = async (ownSession: boolean): Promise<string> => {
      const launch = enclosure.confine(look, { ownSession });
      const terminal = spawnTerminal(launch.command, [...launch.args], {
        cwd: launch.cwd,
        env: { ...launch.env },
      });
      let text = '';
      terminal.onData((chunk) => {
        text += chunk;
      });
      await new Promise<void>((resolve) => terminal.onExit(() => resolve()));
      return text;
    };
    expect(await said(false)).toContain('has one');
    expect(await said(true)).not.toContain('has one');
  });
});
