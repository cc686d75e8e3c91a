import { expect } from 'vitest';
import type { Hosted } from './hosted.ts';

const LOG = '2026-11-18T00:00:00Z compiling\n2026-11-18T00:00:01Z ##[error]song.txt is out of tune\n';

/** Who plays the story of one pull request. */
export interface Cast {
  /** As the log names the item, and as its agent knows it. */
  readonly id: string;
  readonly identifier: string;
  /** The author is in the middle of the turn that mends what a check found, until it is let go on. */
  readonly mending: { begun(): Promise<void>; goOn(): void };
  /** GitHub tells that a check of this commit ended. */
  checked(commit: string): Promise<void>;
  /** Comes between the steps: a kill, or nothing. */
  cut(): Promise<void>;
}

/** From the push of the finished work to its merge: one failing check, one follow-up turn. */
export async function playPullRequest(hosted: Hosted, cast: Cast): Promise<void> {
  const { stage, desk } = hosted;
  const { id, identifier, mending, cut } = cast;
  const check = async (commit: string, conclusion: 'success' | 'failure') => {
    desk.check(commit, { name: 'build', conclusion, log: conclusion === 'failure' ? LOG : null });
    await cast.checked(commit);
  };

  const pull = await hosted.pull();
  await cut();
  await stage.until('it is handed over', () => stage.events.of('handoff-made', id).length === 1);
  await cut();
  const first = await desk.headOf(pull);
  await check(first, 'failure');
  await stage.until('it is sent back', () => stage.events.of('handoff-returned', id).length === 1);
  await cut();
  await mending.begun();
  const told = stage.wiretap
    .prompts(identifier)
    .find((each) => each.startsWith('Your pull request needs you'));
  expect(told).toContain('song.txt is out of tune');
  await cut();
  mending.goOn();
  const second = await hosted.newHead(pull, first);
  await cut();
  await stage.until('it is handed over again', () => stage.events.of('handoff-made', id).length === 2);
  await check(second, 'success');
  await stage.until('it is merged', () => stage.events.of('proposal-merged', id).length === 1);
  await cut();
}

/** However often Symphony was killed: one pull request, one return, one merge, one chamber. */
export async function checkMergedOnce(hosted: Hosted, { id, identifier }: Cast): Promise<void> {
  const { stage, desk } = hosted;
  await stage.reached(id, 'open');
  expect(await stage.item(identifier)).toMatchObject({ outcome: 'merged', returns: 1, retries: 0 });
  expect(desk.pulls).toHaveLength(1);
  expect(desk.merges).toEqual([desk.pulls[0]?.issue.number]);
  expect(stage.events.of('handoff-returned')).toHaveLength(1);
  expect(new Set(stage.events.of('chamber-prepared', id).map(({ chamber }) => chamber.path)).size).toBe(1);
  await stage.until('its chamber is gone', () => stage.events.of('chamber-removed', id).length === 1);
  await stage.until('GitHub knows', () => stage.events.of('proposal-withdrawn', id).length === 1);
}
