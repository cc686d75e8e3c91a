import { expect } from 'vitest';
import type { Heard } from '../agent-contract.ts';
import type { Step } from '../model-server/index.ts';
import type { Case, Scene } from './scene.ts';

/** What a session remembers over turns and processes: its words and its spend. */

export const isResumed: Case = async (scene) => {
  const { first, second } = await playTwice(scene, [{ say: 'one' }], [{ say: 'two' }]);
  expect(first.sessionId()).not.toBeNull();
  expect(second.sessionId()).toBe(first.sessionId());
  expect(second.end()).toMatchObject({ status: 'completed' });
  // What was said before is the model's business; a person has read it already.
  expect(second.messages().map((text) => text.trim())).toEqual(['two']);
  if (scene.options.withoutModel) return;
  const last = scene.stage.server.requests.findLast(({ side, wire }) => wire !== null && !side);
  expect(last?.userTexts.some((text) => text.includes('SAY: one'))).toBe(true);
  expect(last?.lastUserText).toContain('SAY: two');
};

const SPENDING: readonly Step[] = [
  { run: 'echo one > one.txt' },
  { run: 'echo two > two.txt' },
  { say: 'spent' },
];

export const reportsUsage: Case = async (scene) => {
  if (scene.options.withoutModel) scene.skip('this agent asks no model');
  const heard = await scene.playTurn(SPENDING);
  await scene.expectUsage(heard);
  await scene.promptTurn(heard, SPENDING);
  await scene.expectUsage(heard);
  const totals = heard.of('usage').map(({ usage }) => usage.inputTokens + usage.outputTokens);
  expect(totals).toEqual([...totals].sort((a, b) => a - b));
};

export const reportsUsageAfterResume: Case = async (scene) => {
  if (scene.options.withoutModel) scene.skip('this agent asks no model');
  const { first, second } = await playTwice(scene, SPENDING, [{ say: 'more' }]);
  await scene.expectUsage(second);
  // Nothing that the first process reported is reported as less, or twice.
  const before = scene.lastUsage(first)?.inputTokens ?? 0;
  for (const { usage } of second.of('usage')) expect(usage.inputTokens).toBeGreaterThanOrEqual(before);
};

/** Two processes, one session, with a restart of the adapter in between. */
async function playTwice(
  scene: Scene,
  before: readonly Step[],
  after: readonly Step[],
): Promise<{ readonly first: Heard; readonly second: Heard }> {
  const first = await scene.playTurn(before, { run: 'run-before' });
  await scene.stop(first);
  const second = await scene.playTurn(after, {
    run: 'run-after',
    port: scene.hall.reopen(),
    resume: first.sessionId(),
    spent: scene.lastUsage(first),
  });
  return { first, second };
}
