import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Stage } from './stage.ts';

/** Scenarios inherit the environment, as with the token. */
export const HOOK_SECRET = 'planted-hook-secret-71c2e9';
process.env.SYMPHONY_TEST_HOOK = HOOK_SECRET;

/** Long enough for a look that should not be. */
export const QUIET_MS = 1_000;

/** Symphony looks once an hour, so it hears of things by webhook or not at all. */
export const toldBy = (tracker: 'github' | 'linear') => ({
  polling: { interval: '1h' },
  webhooks: { [tracker]: { secret: '$SYMPHONY_TEST_HOOK' } },
  http: { port: 0 },
});

/** Something happens, and Symphony does not know of it until it is told. `asked` counts what it asked so far. */
export async function unnoticed<T>(stage: Stage, asked: () => number, happens: () => T): Promise<T> {
  await stage.until('the first look is over', () => stage.events.of('comments-read').length > 0);
  await quiet(stage, asked);
  const happened = happens();
  await sleep(QUIET_MS);
  expect(stage.events.of('item-seen')).toEqual([]);
  return happened;
}

/** Waits until Symphony asks nothing any more: it looks several times while it starts. */
export async function quiet(stage: Stage, asked: () => number): Promise<void> {
  await stage.until('it looks no more', async () => {
    const before = asked();
    await sleep(QUIET_MS);
    return asked() === before;
  });
}

/** Waits for the address of a Symphony that is just starting. */
export async function tell(
  stage: Stage,
  tracker: 'github' | 'linear',
  delivery: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  await stage.until(`a webhook of ${tracker} is heard`, async () => {
    const { url } = JSON.parse(readFileSync(join(stage.path, '.symphony/run/conductor.json'), 'utf8'));
    const call = fetch(`${url}/api/v1/webhooks/${tracker}`, { method: 'POST', ...delivery });
    const answer = await call.catch(() => null);
    if (answer === null) return false; // the address of the one that was killed
    expect(await answer.json()).toEqual({ result: 'heard' });
    return answer.status === 202;
  });
}
