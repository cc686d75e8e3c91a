import { randomBytes } from 'node:crypto';
import type { Chance, Clock, Names } from '@symphony/domain';

/**
 * Time, chance and names of this machine, for whoever uses a pure package as a library and has no conductor that
 * would bring them.
 */
export function ambient(): { readonly clock: Clock; readonly chance: Chance; readonly names: Names } {
  let last = 0;
  const clock: Clock = {
    // Never goes back, even when the machine's clock is set back.
    now: () => {
      last = Math.max(last, Date.now());
      return last;
    },
    soon: (call) => void setImmediate(call),
    after: (ms, call) => {
      const timer = setTimeout(call, Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
      return () => clearTimeout(timer);
    },
  };
  // One draw a process and a count: unique for ever, without asking for chance each time.
  const process = randomBytes(8).toString('hex');
  let count = 0;
  const names: Names = (prefix) => {
    count += 1;
    return `${prefix}-${process}-${count.toString(36)}`;
  };
  return { clock, chance: Math.random, names };
}

/** setTimeout takes no longer waits than this (24 days). */
const LONGEST_TIMER_MS = 2_147_483_647;
