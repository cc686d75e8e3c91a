import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ChildGroup,
  findMarked,
  identify,
  isAlive,
  type Marker,
  markerOf,
  type Role,
  Survivors,
  spawnGroup,
} from '../../src/process/index.ts';

let instance: string;
let started: ChildGroup[];

beforeEach(() => {
  instance = `test-${randomUUID()}`;
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((group) => group.stop(0)));
});

async function sleeper(role: Role, seconds = 1_000, change: Partial<Marker> = {}): Promise<ChildGroup> {
  const group = await spawnGroup({
    command: 'sleep',
    args: [String(seconds)],
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '' },
    marker: { instance, role, run: `run-${role}`, ...change },
  });
  started.push(group);
  return group;
}

describe('who a process is', () => {
  test('C8 a reused number is another process: alive by its own start, not by a recorded one', async () => {
    const group = await sleeper('agent');
    expect(await isAlive(group.identity)).toBe(true);
    expect(await isAlive({ pid: group.identity.pid, startedAt: 'another time' })).toBe(false);
  });

  test('C8 an ended process does not live, reaped or not', async () => {
    const group = await sleeper('agent', 0);
    await group.exited;
    expect(await isAlive(group.identity)).toBe(false);
    expect(await identify(group.identity.pid)).toBeNull();
  });

  test('C8 the start time names the boot, so that a number from before a restart is not trusted', async () => {
    const mine = await identify(process.pid);
    expect(mine?.startedAt).toMatch(process.platform === 'linux' ? /^[0-9a-f]{8}\.\d+$/ : /\d{4}$/);
  });

  test.each([
    ['an environment of ours', 'A=1\0SYMPHONY_INSTANCE=x\0SYMPHONY_ROLE=git\0SYMPHONY_RUN=r\0', 'git'],
    ['no role', 'SYMPHONY_INSTANCE=x\0', undefined],
    ['an unknown role', 'SYMPHONY_INSTANCE=x\0SYMPHONY_ROLE=other\0', undefined],
    ['nothing', '', undefined],
  ])('a marker is read from %s', (_, environ, role) => {
    expect(markerOf(environ)?.role).toBe(role);
  });
});

describe('clearing survivors', () => {
  test('C8 a recorded number that was given to somebody else is never signalled', async () => {
    const stranger = await sleeper('agent', 1_000, { instance: `${instance}-other` });
    const cleared = await new Survivors(instance).clearSurvivors([
      { pid: stranger.identity.pid, startedAt: 'an earlier process' },
    ]);
    expect(cleared).toEqual({ ended: 0 });
    expect(await isAlive(stranger.identity)).toBe(true);
  });

  test('C8 a recorded process that still lives is ended with its group', async () => {
    const known = await sleeper('agent', 1_000, { instance: `${instance}-unmarked` });
    const cleared = await new Survivors(instance).clearSurvivors([known.identity]);
    expect(cleared).toEqual({ ended: 1 });
    expect((await known.exited).signal).toBe('SIGKILL');
  });

  test('C8 marked strays of this instance are ended, those of others are left alone', async () => {
    const ours = await Promise.all([sleeper('agent'), sleeper('verify'), sleeper('hook')]);
    const other = await sleeper('agent', 1_000, { instance: `${instance}-other` });
    expect(await new Survivors(instance).clearSurvivors([])).toEqual({ ended: 3 });
    expect(await findMarked(instance)).toEqual([]);
    for (const group of ours) expect((await group.exited).signal).toBe('SIGKILL');
    expect(await isAlive(other.identity)).toBe(true);
  });

  test('C8 a git command is waited for, not ended', async () => {
    const git = await sleeper('git', 0.6);
    await sleeper('agent');
    let cleared = false;
    const clearing = new Survivors(instance).clearSurvivors([]).then((result) => {
      cleared = true;
      return result;
    });
    await sleep(250);
    expect(cleared).toBe(false);
    expect(await clearing).toEqual({ ended: 1 });
    expect(await git.exited).toEqual({ code: 0, signal: null });
  });
});
