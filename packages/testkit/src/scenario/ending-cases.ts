import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Case } from './scene.ts';

/** Sessions that are ended before their time: by a signal, by a person, or because they say nothing. */

export const isKilled: Case = async (scene) => {
  const run = 'run-killed';
  const heard = await scene.playLongCommand({ run });
  const { pid } = heard.session.process ?? scene.skip('this agent is no process of ours');
  process.kill(pid, 'SIGKILL');
  await heard.until('exited');
  expect(heard.of('turn-ended').filter(({ status }) => status === 'completed')).toEqual([]);
  expect(heard.events.at(-1)?.type).toBe('exited');
  await scene.expectNothingLeft(run);
  await scene.expectCommandGone();
};

export const hangs: Case = async (scene) => {
  const run = 'run-silent';
  const heard = await scene.play([{ fault: 'silent' }], { run });
  if (!scene.options.withoutModel)
    await expect
      .poll(() => scene.stage.server.requests.map(({ answer }) => answer), { timeout: scene.patienceMs })
      .toContain('silent');
  await sleep(1_500);
  expect(heard.of('turn-ended')).toEqual([]);
  expect(heard.of('exited')).toEqual([]);
  await scene.stop(heard);
  expect(heard.of('exited')).toHaveLength(1);
  await scene.expectNothingLeft(run);
};

export const isCancelled: Case = async (scene) => {
  const heard = await scene.playLongCommand({ run: 'run-cancelled' });
  if (!heard.session.interrupt) scene.skip('this agent cannot be interrupted');
  await heard.session.interrupt?.();
  await heard.until('turn-ended');
  expect(heard.of('turn-ended')).toMatchObject([{ status: 'interrupted' }]);
  await scene.expectCommandGone();
  await scene.promptTurn(heard, [{ say: 'I am still here' }]);
  expect(heard.end()).toMatchObject({ status: 'completed' });
  expect(heard.messages().join('\n')).toContain('I am still here');
  expect(heard.of('exited')).toEqual([]);
};

export const isStopped: Case = async (scene) => {
  const run = 'run-stopped';
  const heard = await scene.playLongCommand({ run });
  await scene.stop(heard);
  expect(heard.of('exited')).toHaveLength(1);
  expect(heard.of('turn-ended').filter(({ status }) => status === 'completed')).toEqual([]);
  expect(await scene.hall.living(run)).toEqual([]);
  await scene.expectCommandGone();
};
