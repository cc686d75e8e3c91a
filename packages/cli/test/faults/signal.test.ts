import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { markerEnv } from '@symphony/adapters/process';
import { describe, expect, test } from 'vitest';
import type { Playing } from '../command/symphony.ts';
import { eventually, type Ground, onGround } from './ground.ts';

/** An item that is in the middle of its work for a second and a half. */
const HALFWAY = [
  { say: 'I begin' },
  { write: { path: 'a.txt', text: 'x' } },
  { sleep: '1500ms' },
  { commit: 'Add a.txt' },
];

/** Goes on once an agent has done its first step. */
async function playingHalfway(ground: Ground, script: readonly object[]): Promise<Playing> {
  ground.configure();
  ground.item('A', script);
  const playing = ground.start(['run', '--rehearse']);
  await ground.heard('A');
  return playing;
}

async function expectNothingLeft(ground: Ground): Promise<void> {
  expect(await ground.processes()).toEqual([]);
  expect(existsSync(join(ground.path, '.symphony', 'run', 'conductor.json'))).toBe(false);
  expect(existsSync(join(ground.path, '.symphony', 'run', 'control.sock'))).toBe(false);
}

/** The run that was stopped is taken up where it was: one attempt, one commit, one merge. */
async function expectToResume(ground: Ground): Promise<void> {
  expect((await ground.play()).code).toBe(0);
  expect(await ground.merged()).toEqual(['A']);
  expect(ground.log().of('run-started')).toHaveLength(1);
  expect(await ground.repository.git('log', '--format=%s', '--no-merges', 'main')).toBe(
    'Add a.txt\nFirst commit',
  );
}

describe('C10 signals', () => {
  test.concurrent.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s ends the agents within the grace, with 0; the next run goes on from there',
    (signal) =>
      onGround({}, async (ground) => {
        const playing = await playingHalfway(ground, HALFWAY);
        playing.child.kill(signal);
        const { code, err } = await playing.ended;
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(ground.log().of('conductor-stopped')).toHaveLength(1);
        await expectNothingLeft(ground);
        await expectToResume(ground);
      }),
  );

  test.concurrent('an agent that ignores SIGTERM is made to end after the grace', () =>
    onGround({}, async (ground) => {
      ground.configure({ shutdown_grace: '300ms' });
      ground.item('A', [{ say: 'I stay' }, { hang: { ignore_term: true, leave_group: true } }]);
      const playing = ground.start(['run', '--rehearse']);
      await playing.saw('rehearsal takes it');
      await eventually('the stray', async () => (await ground.processes()).length > 1);
      playing.child.kill('SIGTERM');
      expect((await playing.ended).code).toBe(0);
      await expectNothingLeft(ground);
    }));

  test.concurrent('the second signal ends at once with 1, without an orphan or a lock', () =>
    onGround({}, async (ground) => {
      const ready = join(ground.path, '..', 'ready');
      ground.configure();
      ground.item('A', [{ run: `trap "" TERM; touch '${ready}'; sleep 60` }]);
      const playing = ground.start(['run', '--rehearse']);
      await eventually('deaf ears', () => existsSync(ready));
      playing.child.kill('SIGTERM');
      await playing.saw('stopping');
      const asked = Date.now();
      playing.child.kill('SIGTERM');
      expect((await playing.ended).code).toBe(1);
      expect(Date.now() - asked).toBeLessThan(10_000); // the grace is 30 s
      expect(await ground.processes()).toEqual([]);
      ground.log();
      const next = ground.start(['run', '--rehearse']);
      await next.saw('plays in');
    }));

  test.concurrent('the second signal ends a start that waits for the git of an earlier conductor', () =>
    onGround({}, async (ground) => {
      const { instance } = await ground.workplace();
      const env = { ...process.env, ...markerEnv({ instance, role: 'git', run: '' }) };
      const earlier = spawn('sleep', ['60'], { env, stdio: 'ignore' });
      try {
        const playing = ground.start(['run', '--rehearse']);
        await eventually('the lock', () => existsSync(join(ground.path, '.symphony/log/log.db')));
        await new Promise((resolve) => setTimeout(resolve, 300));
        playing.child.kill('SIGTERM');
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(playing.child.exitCode).toBeNull();
        playing.child.kill('SIGTERM');
        expect((await playing.ended).code).toBe(1);
        expect(earlier.exitCode).toBeNull();
      } finally {
        earlier.kill('SIGKILL');
      }
    }));

  test.concurrent('a reader of stdout that goes away (EPIPE) counts as one signal: agents end, it is recorded, the next run goes on', () =>
    onGround({}, async (ground) => {
      const playing = await playingHalfway(ground, HALFWAY);
      playing.child.stdout.destroy();
      // It notices with the next line it has to print: that A is finished.
      const { code } = await playing.ended;
      expect(code).toBe(0);
      expect(ground.log().of('conductor-stopped')).toHaveLength(1);
      await expectNothingLeft(ground);
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
    }));
});
