import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openPage } from './page.ts';

/** Twice a second, a task that needs a processor for 50 ms: as many operations as take that long undisturbed. */
const COUNT = `
  const count = (times) => {
    let sum = 0;
    for (let at = 0; at < times; at++) sum = (sum * 31 + at) | 0;
    return sum;
  };
  const timed = (times) => {
    const began = performance.now();
    globalThis.counted = count(times);
    return performance.now() - began;
  };
  const TRIAL = 5_000_000;
  const undisturbed = Math.min(...Array.from({ length: 20 }, () => timed(TRIAL)));
  const times = Math.round((TRIAL * 50) / undisturbed);
  setInterval(() => timed(times), 500);
`;

/**
 * The long tasks of a page that does nothing but count, for so long, beside everything else that runs now: how long
 * 50 ms of work become on this machine.
 */
export async function countingTasks(browser: Browser, ms: number): Promise<readonly number[]> {
  const counting = await openPage(browser, 'about:blank');
  await counting.page.evaluate(COUNT);
  await counting.noted();
  await sleep(ms);
  const { longTasks } = await counting.noted();
  await counting.close();
  return longTasks;
}
