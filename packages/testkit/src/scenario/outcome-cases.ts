import { expect } from 'vitest';
import type { Heard } from '../agent-contract.ts';
import type { Fault } from '../model-server/index.ts';
import type { Case, Scene } from './scene.ts';

/** How turns end, by what git, the events and the model say. */

export const commits: Case = async (scene) => {
  const before = await scene.head();
  const heard = await scene.playTurn([
    { write: { path: 'hello.txt', text: 'hello\n' } },
    { run: 'git add --all && git commit --quiet --message "Say hello"' },
    { say: 'All done' },
  ]);
  expect(heard.end()).toMatchObject({ status: 'completed' });
  expect(await scene.head()).not.toBe(before);
  expect(await scene.stage.repository.read('hello.txt', 'HEAD')).toBe('hello');
  expect(await scene.stage.repository.git('status', '--porcelain')).toBe('');
  expect(heard.messages().join('\n')).toContain('All done');
  expectToolsClosed(heard);
};

export const commitsNothing: Case = async (scene) => {
  const before = await scene.head();
  const heard = await scene.playTurn([{ say: 'There is nothing to do' }]);
  expect(heard.end()).toMatchObject({ status: 'completed' });
  expect(heard.messages().join('\n')).toContain('There is nothing to do');
  expect(await scene.head()).toBe(before);
};

export const takesSeveralTurns: Case = async (scene) => {
  const heard = await scene.playTurn([{ say: 'one' }]);
  await scene.promptTurn(heard, [{ run: 'echo two > two.txt' }, { say: 'two' }]);
  await scene.promptTurn(heard, [{ say: 'three' }]);
  expect(heard.messages().map((text) => text.trim())).toEqual(['one', 'two', 'three']);
  expect(await scene.read('two.txt')).toBe('two\n');
  expect(heard.of('started')).toHaveLength(1);
  expect(heard.of('turn-ended').map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
};

export const failsWithTheProvider: Case = async (scene) => {
  const heard = await playFault(scene, 'err500');
  expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'provider' }]);
};

export const isLimited: Case = async (scene) => {
  const heard = await playFault(scene, 'err429');
  expectLimited(heard);
};

export const reachesUsageLimit: Case = async (scene) => {
  const now = Date.now();
  const heard = await playFault(scene, 'limit');
  expectLimited(heard);
  if (!scene.options.tellsReset) return;
  const until = heard.of('limited').findLast((event) => event.until !== null)?.until ?? 0;
  expect(until - now, 'the limit ends in an hour').toBeGreaterThan(30 * 60_000);
  expect(until - now, 'the limit ends in an hour').toBeLessThan(90 * 60_000);
};

export const hasInvalidKey: Case = async (scene) => {
  const heard = await playFault(scene, 'err401');
  expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'auth' }]);
};

async function playFault(scene: Scene, fault: Fault): Promise<Heard> {
  const before = await scene.head();
  const heard = await scene.playTurn([{ fault }]);
  expect(await scene.head()).toBe(before);
  if (!scene.options.withoutModel)
    expect(scene.stage.server.requests.map(({ answer }) => answer)).toContain(fault);
  return heard;
}

function expectLimited(heard: Heard): void {
  const types = heard.events.map(({ type }) => type);
  expect(types).toContain('limited');
  expect(types.indexOf('limited')).toBeLessThan(types.indexOf('turn-ended'));
  expect(heard.of('turn-ended')).toMatchObject([{ status: 'failed', fault: 'limit' }]);
}

/** Whatever was begun has ended, once, and nothing ended that was not begun. */
function expectToolsClosed(heard: Heard): void {
  const begun = heard.of('tool-started').map(({ id }) => id);
  expect(begun.length).toBeGreaterThan(0);
  expect(new Set(begun).size).toBe(begun.length);
  expect(
    heard
      .of('tool-ended')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...begun].sort());
}
