import { setTimeout as sleep } from 'node:timers/promises';
import type { Operator } from './operator.ts';
import { stopped } from './stopped.ts';

/** Waits. After a restart it waits anew. */
export const wait: Operator = {
  keys: ['ms'],
  run: async ({ config, signal }) => {
    const ms = config.milliseconds('ms');
    await sleep(ms, undefined, { signal }).catch(() => {
      throw stopped('A wait');
    });
    return {};
  },
};
