import { expect } from 'vitest';
import type { Case } from './scene.ts';

/** What no agent does on demand: a program in its place does it. */

/** What is recorded of one event, at most. */
const EVENT_LIMIT = 1_000_000;

export const saysHugeLine: Case = async (scene) => {
  const heard = await scene.start(await scene.hall.fake('huge-line', { run: 'run-huge' }));
  await heard.until('turn-ended');
  expect(heard.end()).toMatchObject({ status: 'completed' });
  for (const event of heard.events) expect(JSON.stringify(event).length).toBeLessThan(EVENT_LIMIT);
};

export const saysGarbage: Case = async (scene) => {
  const heard = await scene.start(await scene.hall.fake('garbage-line', { run: 'run-garbage' }));
  await heard.until('turn-ended');
  expect(heard.end()).toMatchObject({ status: 'completed' });
  expect(heard.of('unrecognised').length).toBeGreaterThan(0);
};

export const endsWithoutResult: Case = async (scene) => {
  const heard = await scene.start(await scene.hall.fake('no-result', { run: 'run-no-result' }));
  await heard.until('exited');
  expect(heard.of('turn-ended').filter(({ status }) => status === 'completed')).toEqual([]);
  expect(heard.of('exited')).toMatchObject([{ code: 3 }]);
  await scene.expectNothingLeft('run-no-result');
};
