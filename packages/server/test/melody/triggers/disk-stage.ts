import { setTimeout as sleep } from 'node:timers/promises';
import { type Git, openGit } from '@symphony/adapters/git';
import { makeRepository, type Repository, type RepositoryOptions } from '@symphony/testkit';
import { expect, onTestFinished } from 'vitest';
import type { RunningSource } from '../../../src/melody/triggers/source.ts';
import { SystemClock } from '../../../src/system-clock.ts';

/** A real repository and the machine's own clock, for one test. */
export async function openDisk(
  options: RepositoryOptions = {},
): Promise<{ repository: Repository; git: Git; clock: SystemClock }> {
  const repository = await makeRepository(options);
  onTestFinished(() => repository.remove());
  return { repository, git: openGit(`triggers-test-${process.pid}`), clock: new SystemClock(0) };
}

/** Stopped when the test is over, before its folder goes. */
export async function running(source: RunningSource): Promise<RunningSource> {
  onTestFinished(() => source.stop());
  await source.update();
  return source;
}

export async function until(look: () => boolean): Promise<void> {
  for (let round = 0; !look() && round < 500; round++) await sleep(10);
  expect(look()).toBe(true);
}

/** Long enough for something that must not happen to have happened. */
export const aWhile = (ms = 500): Promise<void> => sleep(ms);
